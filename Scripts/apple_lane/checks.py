"""Compiles the package's targets, in the order of their dependencies and several at a time."""
import os
import re
import subprocess
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, List, Optional, Sequence, Set, Tuple

from . import apps, delegates
from .kept import Kept
from .manifest import Manifest, Target
from .modules import Modules, System
from .problem import LaneError

MESSAGE = re.compile(r"^(?P<file>[^\s:][^:]*):(?P<line>\d+):(?P<column>\d+): (?P<kind>error|warning): (?P<text>.*)$", re.M)
ACCESSOR = """import Foundation

extension Foundation.Bundle {
    nonisolated static let module: Foundation.Bundle = Foundation.Bundle.main
}
"""


@dataclass(frozen=True)
class Check:
    """What a target's check for a system said."""

    target: str
    system: str
    files: int
    is_right: bool
    output: str
    is_kept: bool = False


class Package:
    """The package for one platform: where its modules go, and how each target is compiled."""

    def __init__(self, manifest: Manifest, modules: Modules, folder: Path, stand_ins: Sequence[str] = (),
                 kept: Optional[Kept] = None, below: Sequence[str] = (), for_apps: Sequence[str] = ()) -> None:
        self.kept = kept
        #: What the stand-ins themselves import, and the stubs that only apps import.
        self.below, self.for_apps = set(below), set(for_apps)
        self.manifest, self.modules = manifest, modules
        self.platform = modules.least.platform
        self.folder = folder
        self.public, self.inner = folder / "modules", folder / "stand-in"
        self.stand_ins = set(stand_ins)
        for path in (self.public, self.inner, folder / "generated"):
            path.mkdir(parents=True, exist_ok=True)
        self.maps = [flag for target in manifest.targets.values() if not target.is_swift and target.kind == "regular"
                     for flag in self.module_map(target)]

    def module_map(self, target: Target) -> List[str]:
        """How a target of C is imported; the package manager makes such a map too."""
        include = target.folder / "include"
        folder = self.folder / "generated" / target.name
        folder.mkdir(exist_ok=True)
        if (include / "module.modulemap").exists():
            return [f"-I{include}"]
        (folder / "module.modulemap").write_text(
            f'module {target.name} {{\n    umbrella "{include}"\n    export *\n}}\n', encoding="utf-8")
        return [f"-I{folder}"]

    def base(self, target: Target, triple: str) -> List[str]:
        command = [
            self.modules.chain.frontend, "-module-name", target.name.replace("-", "_"), *self.modules.common(triple),
            "-swift-version", self.manifest.tools_version.split(".")[0], "-enable-testing", "-Onone", *self.maps,
        ]
        if target.has_package_access:
            command += ["-package-name", self.manifest.package]
        if not any(path.name == "main.swift" for path in target.files):
            command.append("-parse-as-library")
        return command

    def sources(self, target: Target, instead: Optional[Dict[Path, Path]] = None) -> List[str]:
        found = [str((instead or {}).get(path, path)) for path in target.files if path.suffix == ".swift"]
        if target.has_resources:
            accessor = self.folder / "generated" / "resource_bundle_accessor.swift"
            if not accessor.exists():
                accessor.write_text(ACCESSOR, encoding="utf-8")
            found.append(str(accessor))
        return found

    def emit(self, target: Target) -> Tuple[bool, str]:
        """What others import of a target. Its bodies are left to the check."""
        triple = self.modules.least.triple
        name = target.name.replace("-", "_")
        is_stand_in = target.name in self.stand_ins
        out = (self.inner if is_stand_in else self.public) / f"{name}.swiftmodule"
        more = [str(path) for path in sorted((apps.STUBS / target.name).glob("*.swift"))] if is_stand_in else []
        command = self.base(target, triple) + sorted(set(self.sources(target) + more)) + [
            "-emit-module", "-o", str(out), "-experimental-skip-all-function-bodies", "-disable-availability-checking",
            "-suppress-warnings", *self.features(target),
        ]
        interface = self.inner / f"{name}.swiftinterface"
        if is_stand_in:
            command += [f"-I{self.inner}", "-enable-library-evolution", "-emit-module-interface-path", str(interface)]
        command += [f"-I{self.public}"]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode or not is_stand_in:
            return done.returncode == 0, done.stdout + done.stderr
        return self.publish(name, interface)

    def publish(self, name: str, interface: Path) -> Tuple[bool, str]:
        """Of a stand-in, what is public: a framework of Apple's shows nothing else, and its enumerations are open."""
        # No framework is in a package of ours.
        text = interface.read_text(encoding="utf-8").replace(f" -package-name {self.manifest.package}", "")
        interface.write_text(text, encoding="utf-8")
        command = [
            self.modules.chain.frontend, "-compile-module-from-interface", str(interface), "-o",
            str(self.public / f"{name}.swiftmodule"), "-module-name", name, *self.modules.common(self.modules.least.triple),
            "-disable-availability-checking", f"-I{self.public}",
        ]
        done = subprocess.run(command, capture_output=True, text=True)
        return done.returncode == 0, done.stdout + done.stderr

    def features(self, target: Target) -> List[str]:
        """The settings without those that make errors of warnings."""
        flags = target.flags(self.platform)
        return [flag for number, flag in enumerate(flags)
                if flag != "-warnings-as-errors" and flag not in ("-Werror", "-Wwarning")
                and (number == 0 or flags[number - 1] not in ("-Werror", "-Wwarning"))]

    def check(self, target: Target, system: System, instead: Optional[Dict[Path, Path]] = None) -> Check:
        """Type-checks a target for a system; a library's and an app's data races too."""
        command = self.base(target, system.triple) + self.sources(target, instead) + target.flags(self.platform)
        command += [f"-I{self.public}"]
        count = sum(1 for path in target.files if path.suffix == ".swift")
        # A newer system of the platform has the same races.
        looks_for_races = (self.is_library(target) or self.is_app(target)) and system.version == self.modules.least.version
        command += ["-emit-sil", "-o", os.devnull] if looks_for_races else ["-typecheck"]
        key = self.kept.key(command, self.folder, self.read_by(target)) if self.kept and not instead else None
        if key and self.kept and self.kept.has(key):
            return Check(target.name, system.name, count, True, "", is_kept=True)
        done = subprocess.run(command, capture_output=True, text=True)
        more = delegates.problems(target.root, self.sources(target, instead))
        output = done.stdout + done.stderr + "".join(line + "\n" for line in more)
        is_right = done.returncode == 0 and not more
        if key and self.kept and is_right:
            self.kept.add(key)
        return Check(target.name, system.name, count, is_right, output)

    def read_by(self, target: Target) -> List[Path]:
        """The files that the compiler reads for a target: its own, and what it can import of this checkout's."""
        read = [path for path in target.files if path.is_file()]
        below, rest = set(), list(target.dependencies)
        while rest:
            name = rest.pop()
            if name not in below and name in self.manifest.targets:
                below.add(name)
                rest += self.manifest.targets[name].dependencies
        for name in sorted(below):
            other = self.manifest.targets[name]
            if other.is_swift:
                read.append(self.public / f"{name.replace('-', '_')}.swiftmodule")
            else:
                read += sorted(path for path in other.folder.rglob("*") if path.is_file())
        if target.name in self.below:
            return read
        # A module made from an interface names the folder of this run; the interface is all it is made from.
        names = self.stand_ins if self.is_app(target) else self.stand_ins - self.for_apps
        return read + [path for path in (self.inner / f"{name}.swiftinterface" for name in sorted(names)) if path.is_file()]

    def is_app(self, target: Target) -> bool:
        return target.folder.suffix == ".swiftpm"

    def is_library(self, target: Target) -> bool:
        return target.kind == "regular" and target.root / "Sources" in target.folder.parents


def run(jobs: List[Tuple[str, Set[str], Callable[[], bool]]], workers: int) -> List[str]:
    """Runs jobs, each when those it needs have ended well; returns the names of those that were not run."""
    waiting = {name: (set(needs), work) for name, needs, work in jobs}
    order = [name for name, _, _ in jobs]
    running: Dict["Future[bool]", str] = {}
    failed: Set[str] = set()
    skipped: List[str] = []
    with ThreadPoolExecutor(max_workers=workers) as pool:
        while waiting or running:
            for name in [name for name in order if name in waiting]:
                needs, work = waiting[name]
                if needs & failed:
                    failed.add(name)
                    skipped.append(name)
                    del waiting[name]
                elif not needs and len(running) < workers:
                    running[pool.submit(work)] = name
                    del waiting[name]
            if not running:
                if waiting and not any(not needs or needs & failed for needs, _ in waiting.values()):
                    raise LaneError(f"these wait for each other: {sorted(waiting)}")
                continue
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                name = running.pop(future)
                if not future.result():
                    failed.add(name)
                for needs, _ in waiting.values():
                    if name not in failed:
                        needs.discard(name)
    return skipped
