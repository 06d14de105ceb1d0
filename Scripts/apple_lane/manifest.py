"""The package's targets as a Mac reads the manifest."""
import json
import re
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, List, Optional, Set, Tuple

from .problem import LaneError

LINUX = re.compile(r"\bos\(Linux\)")
HOST = re.compile(r"\bos\((?:Linux|macOS|iOS|Windows)\)|targetEnvironment\(|canImport\(")
FOLDERS = {"test": "Tests", "plugin": "Plugins"}


@dataclass(frozen=True)
class Target:
    """One target: what it is made of, and how it is compiled for a platform."""

    name: str
    kind: str
    folder: Path
    dependencies: Tuple[str, ...]
    platforms_of: Dict[str, Optional[Set[str]]] = field(hash=False, compare=False)
    settings: Tuple[Any, ...] = field(hash=False, compare=False)
    files: Tuple[Path, ...] = field(hash=False, compare=False)
    root: Path = Path()
    has_resources: bool = False
    has_package_access: bool = True

    @property
    def is_swift(self) -> bool:
        return any(path.suffix == ".swift" for path in self.files)

    def needs(self, platform: str) -> List[str]:
        """The targets it depends on where it is compiled for `platform`."""
        return [name for name in self.dependencies
                if self.platforms_of[name] is None or platform in self.platforms_of[name]]

    def flags(self, platform: str) -> List[str]:
        """The manifest's settings, as the compiler proper takes them."""
        found: List[str] = []
        for setting in self.settings:
            condition = setting.get("condition") or {}
            if condition.get("config") == "release" or "traits" in condition:
                raise LaneError(f"{self.name} has a setting for a configuration or trait, which the lane does not read")
            if condition.get("platformNames") and platform not in condition["platformNames"]:
                continue
            if setting["tool"] == "swift":
                found += flag(setting["kind"], self.name)
        return found


def flag(kind: Dict[str, Any], target: str) -> List[str]:
    """One setting. A kind that is not known stops the lane: what it does not pass on, it does not check."""
    (name, values), = kind.items()
    if name == "treatAllWarnings" and values["_0"] == "error":
        return ["-warnings-as-errors"]
    if name == "treatWarning":
        return [("-Werror" if values["_1"] == "error" else "-Wwarning"), values["_0"]]
    if name == "enableUpcomingFeature":
        return ["-enable-upcoming-feature", values["_0"]]
    if name == "enableExperimentalFeature":
        return ["-enable-experimental-feature", values["_0"]]
    if name == "define":
        return ["-D", values["_0"]]
    if name == "strictMemorySafety":
        return ["-strict-memory-safety"]
    raise LaneError(f"{target} has the setting {name}, which the lane does not know; add it to Scripts/apple_lane/manifest.py")


@dataclass(frozen=True)
class Manifest:
    """What the package is made of."""

    package: str
    tools_version: str
    floors: Dict[str, str]
    targets: Dict[str, Target]

    def ordered(self, platform: str) -> List[Target]:
        """The targets, each behind those it depends on."""
        done: List[Target] = []
        seen: Set[str] = set()

        def visit(name: str) -> None:
            if name in seen:
                return
            seen.add(name)
            for other in self.targets[name].needs(platform):
                visit(other)
            done.append(self.targets[name])

        for name in self.targets:
            visit(name)
        return done

    @property
    def file_count(self) -> int:
        return sum(1 for target in self.targets.values() for path in target.files if path.suffix == ".swift")


def read(root: Path, swift: str, is_mac: bool) -> Manifest:
    """Reads the manifest of `root`. A Mac's is the same text with `os(Linux)` false, evaluated by the package manager."""
    text = (root / "Package.swift").read_text(encoding="utf-8")
    if is_mac:
        other = set(HOST.findall(text)) - {"os(Linux)"}
        if other:
            raise LaneError(f"Package.swift asks for {sorted(other)}; the lane answers for os(Linux) only")
        text = LINUX.sub("false", text)
    with tempfile.TemporaryDirectory(prefix="apple-lane-") as folder:
        (Path(folder) / "Package.swift").write_text(text, encoding="utf-8")
        # The manager looks at no file of a target to print a manifest.
        done = subprocess.run(
            [swift, "package", "--package-path", folder, "dump-package"], capture_output=True, text=True)
    if done.returncode:
        raise LaneError("the manifest cannot be read:\n" + done.stderr.strip())
    dump = json.loads(done.stdout)
    targets = {item["name"]: target(root, item) for item in dump["targets"]}
    for item in targets.values():
        for name in item.dependencies:
            if name not in targets:
                raise LaneError(f"{item.name} depends on {name}, which is no target of the manifest")
    floors = {entry["platformName"]: entry["version"] for entry in dump["platforms"]}
    return Manifest(dump["name"], dump["toolsVersion"]["_version"], floors, targets)


def target(root: Path, item: Dict[str, Any]) -> Target:
    folder = root / (item.get("path") or f"{FOLDERS.get(item['type'], 'Sources')}/{item['name']}")
    if not folder.is_dir():
        raise LaneError(f"{item['name']} has no folder {folder.relative_to(root)}")
    platforms: Dict[str, Optional[Set[str]]] = {}
    for dependency in item["dependencies"]:
        (kind, values), = dependency.items()
        if kind not in ("byName", "target"):
            raise LaneError(f"{item['name']} depends on a {kind}, which the lane does not know")
        condition = values[1] or {}
        platforms[values[0]] = set(condition["platformNames"]) if condition.get("platformNames") else None
    left_out = {folder / name for name in item["exclude"]}
    left_out |= {folder / resource["path"] for resource in item["resources"]}
    listed = [folder / name for name in item["sources"]] if item.get("sources") else [folder]
    files = tuple(sorted(
        path for path in folder.rglob("*")
        if path.suffix in (".swift", ".c", ".h", ".modulemap")
        and not any(path == other or other in path.parents for other in left_out)
        and any(path == other or other in path.parents for other in listed)))
    if not files:
        raise LaneError(f"{item['name']} has no sources in {folder.relative_to(root)}")
    return Target(
        name=item["name"], kind=item["type"], folder=folder, dependencies=tuple(platforms), platforms_of=platforms,
        settings=tuple(item["settings"]), files=files, root=root, has_resources=bool(item["resources"]),
        has_package_access=item["packageAccess"])
