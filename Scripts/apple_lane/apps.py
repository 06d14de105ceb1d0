"""Apps for Xcode that lie beside the package: `Examples/*.swiftpm`. No manifest that Linux can read names them."""
from pathlib import Path
from typing import List

from .manifest import Manifest, Target
from .problem import LaneError


def apps(root: Path, mac: Manifest) -> List[Target]:
    """Each as one more target for iOS that sees what a package which depends on this one sees."""
    libraries = tuple(name for name, target in mac.targets.items() if target.kind == "regular" and root / "Sources" in target.folder.parents)
    found = []
    for folder in sorted((root / "Examples").glob("*.swiftpm")):
        files = tuple(sorted(path for path in folder.rglob("*.swift")
                             if path.name != "Package.swift" and "Tests" not in path.relative_to(folder).parts))
        if not files:
            raise LaneError(f"{folder.relative_to(root)} has no sources")
        found.append(Target(
            name=folder.stem, kind="executable", folder=folder, dependencies=libraries,
            platforms_of=dict.fromkeys(libraries), settings=({"tool": "swift", "kind": {"treatAllWarnings": {"_0": "error"}}},),
            files=files, root=root, has_package_access=False))
    return found
