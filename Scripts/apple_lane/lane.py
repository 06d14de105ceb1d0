"""The lane: what it checks, and what it says."""
import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Callable, Dict, List, Optional, Sequence, Set, Tuple

from . import manifest, toolchain
from .apps import apps, stubs
from .checks import Check, Package, run
from .kept import Kept
from .manifest import Manifest, Target
from .modules import Modules, System
from .problem import LaneError

SYSTEMS = (System("iOS 17.0", "ios", "17.0"), System("macOS 14.0", "macos", "14.0"), System("iOS 26.0", "ios", "26.0"))
#: Systems that are not supported, which must be told so at once.
REFUSED = {"Mac Catalyst": "arm64-apple-ios17.0-macabi", "tvOS": "arm64-apple-tvos17.0", "watchOS": "arm64-apple-watchos10.0",
           "visionOS": "arm64-apple-xros1.0"}
REFUSAL = "this package supports iOS, macOS and Linux, but not Mac Catalyst, tvOS, watchOS or visionOS"
NAMES = {"ios": "iOS", "macos": "macOS"}


@dataclass
class Lane:
    """One checkout, and everything that is needed to check it."""

    root: Path
    cache: Path
    workers: int
    say: Callable[[str], None] = print
    keeps: bool = True

    def open(self) -> None:
        self.chain = toolchain.find()
        self.mac = manifest.read(self.root, self.chain.swift, is_mac=True)
        linux = manifest.read(self.root, self.chain.swift, is_mac=False)
        for system in SYSTEMS[:2]:
            if self.mac.floors.get(system.platform) != system.version:
                raise LaneError(
                    f"the manifest begins at {system.platform} {self.mac.floors.get(system.platform)} and the lane checks "
                    f"{system.version}; change Scripts/apple_lane/lane.py")
        self.frameworks = frameworks(self.root, linux, self.mac)
        self.stand_ins = closure(linux, self.frameworks) - set(self.mac.targets)
        self.linux = linux
        self.apps = apps(self.root, self.mac)
        self.app_stubs = stubs(self.root, self.frameworks) if self.apps else []
        self.packages: Dict[str, Package] = {}
        self.folder = Path(tempfile.mkdtemp(prefix="run-", dir=self.make_cache()))

    def make_cache(self) -> Path:
        self.cache.mkdir(parents=True, exist_ok=True)
        return self.cache

    def close(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def targets(self, platform: str) -> List[Target]:
        """What is checked for a platform."""
        found = [target for target in self.mac.ordered(platform) if target.is_swift]
        return found + [app for app in self.apps if platform == "ios"]

    def prepare(self, platforms: Sequence[str]) -> None:
        """The modules that are not the package's."""
        least = [system for system in SYSTEMS[:2] if system.platform in platforms]
        all_modules = [Modules(self.chain, self.cache, system) for system in least]
        failures: List[BaseException] = []

        def work(modules: Modules) -> None:
            try:
                modules.prepare(self.say)
            except BaseException as error:  # handed to the thread that waits
                failures.append(error)

        threads = [threading.Thread(target=work, args=(modules,)) for modules in all_modules]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failures:
            raise failures[0]
        for modules in all_modules:
            platform = modules.least.platform
            kept = self.kept(modules) if self.keeps else None
            for_apps = {stub.name for stub in self.app_stubs}
            self.packages[platform] = Package(
                self.mac, modules, self.folder / platform, self.stand_ins | for_apps, kept,
                closure(self.linux, self.stand_ins) - self.stand_ins, for_apps)

    def kept(self, modules: Modules) -> Kept:
        """The checks of a platform that were right before."""
        here = Path(__file__).resolve().parent
        scripts = [*here.glob("*.py"), *here.parent.glob("apple_api/*.py"), self.root / "Scripts" / "apple_api.json"]
        seed = "".join(key for _, key, _ in modules.stages)
        return Kept(self.cache / "right" / modules.least.platform, seed, scripts)

    def emissions(self, platform: str, report: Callable[[str, str], None], only: Optional[Set[str]] = None) -> List[
            Tuple[str, Set[str], Callable[[], bool]]]:
        """The jobs that make the modules which others import."""
        package = self.packages[platform]
        exist = {name for name, where in self.frameworks.items() if NAMES[platform] in where}
        frames = [self.linux.targets[name] for name in sorted(self.stand_ins) if name not in self.frameworks or name in exist]
        below = closure(self.linux, {target.name for target in frames}) - self.stand_ins
        imported = {name for target in self.targets(platform) for name in target.needs(platform)}
        jobs: List[Tuple[str, Set[str], Callable[[], bool]]] = []

        def job(target: Target, needs: Set[str]) -> None:
            def work() -> bool:
                is_right, output = package.emit(target)
                if not is_right:
                    report(f"{target.name} as a module for {NAMES[platform]}", output)
                return is_right
            jobs.append((f"{platform}/{target.name}", {f"{platform}/{name}" for name in needs}, work))

        for target in self.mac.ordered(platform):
            if not target.is_swift or target.name not in imported | below or only is not None and target.name not in only | below:
                continue
            needs = {name for name in target.needs(platform) if self.mac.targets[name].is_swift}
            job(target, needs if target.name in below else needs | {target.name for target in frames})
        for target in frames:
            # A framework that a platform lacks is no dependency there.
            job(target, {name for name in target.needs(platform) if name not in self.frameworks or name in exist})
        for stub in self.app_stubs if platform == "ios" else ():
            job(stub, {target.name for target in frames} | set(stub.dependencies))
        return jobs

    def check(self, systems: Sequence[System], names: Optional[Set[str]] = None) -> bool:
        """Checks targets for systems and says what was found. True if all are right and all were checked."""
        began = time.monotonic()
        self.prepare(sorted({system.platform for system in systems}))
        reported: Set[str] = set()
        results: List[Check] = []
        lock = threading.Lock()

        def report(what: str, output: str) -> None:
            with lock:
                if output not in reported:
                    reported.add(output)
                    self.say(f"-- {what}\n{output.rstrip()}")

        jobs: List[Tuple[str, Set[str], Callable[[], bool]]] = []
        expected: Set[Tuple[str, str]] = set()
        platforms = {system.platform for system in systems}
        for platform in sorted(platforms):
            chosen = [target for target in self.targets(platform) if names is None or target.name in names]
            below = {name for target in chosen for name in (target.name, *target.dependencies)} & set(self.mac.targets)
            needed = None if names is None else closure(self.mac, below)
            jobs += self.emissions(platform, report, needed)
            emitted = {name for name, _, _ in jobs}
            frames = {f"{platform}/{name}" for name in self.stand_ins} & emitted
            for_apps = {f"{platform}/{stub.name}" for stub in self.app_stubs} & emitted
            for system in systems:
                if system.platform != platform:
                    continue
                for target in chosen:
                    def work(target: Target = target, system: System = system) -> bool:
                        result = self.packages[system.platform].check(target, system)
                        results.append(result)
                        if not result.is_right:
                            report(f"{target.name}, {system.name}", result.output)
                        return result.is_right
                    needs = {f"{platform}/{name}" for name in target.needs(platform)} & emitted
                    if target in self.apps:
                        needs |= for_apps
                    alone = target.name in self.packages[platform].below
                    jobs.append((f"{target.name}, {system.name}", needs if alone else needs | frames, work))
                    expected.add((target.name, system.name))
        skipped = run(jobs, self.workers)
        if names is None and not self.refuses():
            results.append(Check("LocationCore", "a system that is not supported", 0, False, ""))
        if names is None and len(systems) == len(SYSTEMS):
            for package in self.packages.values():
                if package.kept:
                    package.kept.forget_others()
        return self.conclude(systems, expected, results, skipped, time.monotonic() - began)

    def conclude(self, systems: Sequence[System], expected: Set[Tuple[str, str]], results: List[Check], skipped: List[str],
                 seconds: float) -> bool:
        wrong = [result for result in results if not result.is_right]
        unchecked = expected - {(result.target, result.system) for result in results}
        for name in skipped:
            self.say(f"not checked, because something that it imports is wrong: {name}")
        if not expected or unchecked and not skipped:
            raise LaneError(f"{len(unchecked)} checks were not made")
        for system in systems:
            mine = [result for result in results if result.system == system.name and result.is_right]
            self.say(f"{system.name}: {sum(result.files for result in mine)} files of {len(mine)} targets are right")
        kept = sum(1 for result in results if result.is_kept)
        if kept:
            self.say(f"{kept} of {len(results)} checks were right before, and nothing that they read has changed since")
        self.say(f"{len(wrong)} wrong, {len(unchecked)} not checked, {seconds:.0f} s, {self.chain.version}")
        return not wrong and not unchecked and not skipped

    def refuses(self) -> bool:
        """Whether the other systems of Apple's are refused with a sentence, and these are not."""
        source = self.root / "Sources" / "LocationCore" / "SupportedSystems.swift"
        if source not in self.mac.targets["LocationCore"].files:
            self.say(f"{source.name} is not in LocationCore")
            return False
        right = True
        for name, triple in {**REFUSED, **{system.name: system.triple for system in SYSTEMS}}.items():
            # Without the standard library, of which there is none for them here.
            done = subprocess.run(
                [self.chain.frontend, "-typecheck", "-parse-stdlib", "-target", triple, "-module-name", "LocationCore",
                 "-resource-dir", str(self.cache / "resources"), str(source)], capture_output=True, text=True)
            is_refused = f"error: {REFUSAL}" in done.stdout + done.stderr
            if is_refused != (name in REFUSED) or not is_refused and done.returncode:
                self.say(f"{name}: {'refused' if is_refused else 'not refused'}\n{done.stdout}{done.stderr}")
                right = False
        self.say(f"refused at once: {', '.join(REFUSED)}" if right else "systems that are not supported are not refused")
        return right

    def count(self) -> List[str]:
        """What a whole run must have checked, from the manifest alone."""
        lines = []
        for system in SYSTEMS:
            targets = self.targets(system.platform)
            files = sum(1 for target in targets for path in target.files if path.suffix == ".swift")
            lines.append(f"{system.name}: {files} files of {len(targets)} targets are right")
        return lines


def frameworks(root: Path, linux: Manifest, mac: Manifest) -> Dict[str, Tuple[str, ...]]:
    """The frameworks of Apple's that have a stand-in, and where they exist."""
    table = json.loads((root / "Scripts" / "apple_api.json").read_text(encoding="utf-8"))
    return {module["name"]: tuple(module["platforms"]) for module in table["modules"]
            if module["name"] in linux.targets and module["name"] not in mac.targets}


def closure(whole: Manifest, names: Sequence[str]) -> Set[str]:
    """Targets with everything below them."""
    found: Set[str] = set()
    rest = list(names)
    while rest:
        name = rest.pop()
        if name not in found:
            found.add(name)
            rest += whole.targets[name].dependencies
    return found


def workers() -> int:
    return max(1, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1)
