"""Builds the language's modules and the stubs, and keeps them for the next run."""
import hashlib
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Callable, Dict, List, Tuple

from . import stubs, toolchain
from .problem import LaneError
from .toolchain import Toolchain


@dataclass(frozen=True)
class System:
    """A system whose compiler checks the package."""

    name: str
    platform: str
    version: str

    @property
    def triple(self) -> str:
        return f"arm64-apple-{'macosx' if self.platform == 'macos' else self.platform}{self.version}"


class Modules:
    """The modules that are not the package's, for one platform; those of its least system serve the newer ones."""

    def __init__(self, chain: Toolchain, cache: Path, least: System) -> None:
        self.chain, self.least = chain, least
        self.folder = cache / least.platform
        self.resources = cache / "resources"
        triple = least.triple
        self.language = (
            [(name, chain.text(name, triple)) for name in toolchain.FIRST]
            + [(name, stubs.text(name, triple)) for name in stubs.EARLY]
            + [(name, chain.text(name, triple)) for name in toolchain.SECOND])
        self.stubs = [(name, stubs.text(name, triple)) for name in stubs.ordered(least.platform) if name not in stubs.EARLY]
        first = identity(chain.version, self.language)
        self.stages = [("language", first, self.language), ("stubs", identity(first, self.stubs), self.stubs)]
        self.built: List[str] = []

    @property
    def search(self) -> List[str]:
        """The folders that imports are looked up in."""
        return [f"-I{self.stage_folder(name, key)}" for name, key, _ in self.stages]

    def stage_folder(self, name: str, key: str) -> Path:
        return self.folder / f"{name}-{key[:16]}"

    def common(self, triple: str) -> List[str]:
        """What every call of the compiler is given."""
        return [
            "-target", triple, *self.search, "-resource-dir", str(self.resources), "-disable-objc-interop",
            "-module-cache-path", str(self.folder / "clang"), "-plugin-path",
            str(self.chain.usr / "lib" / "swift" / "host" / "plugins"),
        ]

    def prepare(self, say: Callable[[str], None]) -> None:
        """Builds what is not there. What is there was made from the same texts, or the lane stops."""
        toolchain.resources(self.chain, self.resources)
        for name, key, texts in self.stages:
            folder = self.stage_folder(name, key)
            mark = folder / "identity"
            if mark.exists():
                self.verify(folder, key, texts)
                continue
            folder.mkdir(parents=True, exist_ok=True)
            began = time.monotonic()
            for module, text in texts:
                self.build(module, text, folder)
            mark.write_text(key, encoding="utf-8")
            say(f"{self.least.platform}: built the modules of the {name} in {time.monotonic() - began:.0f} s")

    def verify(self, folder: Path, key: str, texts: List[Tuple[str, str]]) -> None:
        if (folder / "identity").read_text(encoding="utf-8") != key:
            raise LaneError(f"{folder} was made from other texts or by another toolchain; delete it")
        missing = [module for module, _ in texts if not (folder / f"{module}.swiftmodule").is_file()]
        if missing:
            raise LaneError(f"{folder} lacks {', '.join(missing)}; delete it")

    def build(self, module: str, text: str, folder: Path) -> None:
        source = folder / f"{module}.swiftinterface"
        source.write_text(text, encoding="utf-8")
        command = [
            self.chain.frontend, "-compile-module-from-interface", str(source), "-o", str(folder / f"{module}.swiftmodule"),
            "-module-name", module, *self.common(self.least.triple),
        ]
        if " -parse-stdlib " in text[:6000]:
            command.append("-parse-stdlib")
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise LaneError(f"the module {module} cannot be built for {self.least.triple}:\n{done.stdout}{done.stderr}")
        self.built.append(module)


def identity(seed: str, texts: List[Tuple[str, str]]) -> str:
    """What a set of modules is made from."""
    total = hashlib.sha256(seed.encode())
    for name, text in texts:
        total.update(f"\0{name}\0{text}".encode())
    return total.hexdigest()
