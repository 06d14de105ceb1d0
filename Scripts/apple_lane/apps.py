"""Apps for Xcode that lie beside the package: `Examples/*.swiftpm`. No manifest that Linux can read names them."""
import re
from pathlib import Path
from typing import Any, List, Tuple

from .manifest import Manifest, Target
from .problem import LaneError

#: Declarations of what apps alone use; a folder for a module. One for a framework with a stand-in adds to the stand-in.
STUBS = Path(__file__).resolve().parent / "app_stubs"
SETTING = re.compile(r"swiftSettings: \[(.*?)\]", re.S)
FEATURE = re.compile(r'\.enableUpcomingFeature\("(\w+)"\)')
ALL_WARNINGS = ".treatAllWarnings(as: .error)"


def apps(root: Path, mac: Manifest) -> List[Target]:
    """Each as one more target for iOS that sees what a package which depends on this one sees."""
    libraries = tuple(name for name, target in mac.targets.items()
                      if target.kind == "regular" and root / "Sources" in target.folder.parents)
    found = []
    for folder in sorted((root / "Examples").glob("*.swiftpm")):
        files = tuple(sorted(path for path in folder.rglob("*.swift")
                             if path.name != "Package.swift" and "Tests" not in path.relative_to(folder).parts))
        if not files:
            raise LaneError(f"{folder.relative_to(root)} has no sources")
        found.append(Target(
            name=folder.stem, kind="executable", folder=folder, dependencies=libraries,
            platforms_of=dict.fromkeys(libraries), settings=settings(folder / "Package.swift"), files=files, root=root,
            has_package_access=False))
    return found


def settings(manifest: Path) -> Tuple[Any, ...]:
    """The settings of an app's only target, from a manifest that the package manager reads in Xcode alone."""
    lists = SETTING.findall(manifest.read_text(encoding="utf-8"))
    if len(lists) != 1:
        raise LaneError(f"{manifest} has {len(lists)} lists of settings; the lane reads one")
    rest = FEATURE.sub("", lists[0]).replace(ALL_WARNINGS, "")
    if rest.strip(" ,\n"):
        raise LaneError(f"{manifest} has settings that the lane does not know: {rest.strip()}")
    found: List[Any] = [{"tool": "swift", "kind": {"enableUpcomingFeature": {"_0": name}}} for name in FEATURE.findall(lists[0])]
    if ALL_WARNINGS in lists[0]:
        found.append({"tool": "swift", "kind": {"treatAllWarnings": {"_0": "error"}}})
    return tuple(found)


def stubs(root: Path, frameworks: Any) -> List[Target]:
    """The modules that only apps import, each behind those it imports."""
    folders = {path.name: path for path in sorted(STUBS.iterdir()) if path.is_dir() and path.name not in frameworks}
    found: List[Target] = []

    def visit(name: str) -> None:
        if any(target.name == name for target in found):
            return
        files = tuple(sorted(folders[name].glob("*.swift")))
        text = "".join(path.read_text(encoding="utf-8") for path in files)
        needs = tuple(sorted(set(re.findall(r"^\s*(?:@\w+ |public )*import (\w+)", text, re.M)) & set(folders)))
        for other in needs:
            visit(other)
        found.append(Target(
            name=name, kind="regular", folder=folders[name], dependencies=needs, platforms_of=dict.fromkeys(needs),
            settings=(), files=files, root=root, has_package_access=False))

    for name in folders:
        visit(name)
    return found
