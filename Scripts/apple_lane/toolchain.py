"""The language's own modules for Apple's systems, made from the toolchain's interface texts."""
import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Tuple

from .problem import LaneError

TRIPLE = "x86_64-unknown-linux-gnu"
HEADER_LINES = 8
"""In the order in which they are built. Darwin, which the later ones import, is one of the stubs."""
FIRST = ("Swift", "SwiftOnoneSupport", "_Concurrency", "_StringProcessing")
SECOND = ("_Builtin_float", "Synchronization", "Observation", "_TestDiscovery", "_TestingInterop", "Testing")

EDITS: Dict[str, Tuple[Tuple[str, str], ...]] = {
    # Float80 is no type of Apple's processors; two bodies call what its C part then lacks.
    "Swift": (
        ("self = _stdlib_remainderl(self, other)", "fatalError()"),
        ("self = _stdlib_squareRootl(self)", "fatalError()"),
    ),
    # Apple's mutex is made of other parts; what stands in its bodies is of no use here.
    "Synchronization": (("import Glibc\n", "import Darwin\n"), ("_swift_stdlib_gettid()", "0 as UInt32")),
    "Observation": (("import Glibc\n", "import Darwin\n"),),
}
NO_EXIT_TESTS = '@available(iOS, unavailable, message: "Exit tests are not available on this platform.")\n'
EXIT_TESTS = re.compile(r"^(?=@freestanding\(expression\) public macro \w+\(processExitsWith)", re.M)


@dataclass(frozen=True)
class Toolchain:
    """One toolchain of Swift's on this machine."""

    swift: str
    frontend: str
    usr: Path
    version: str

    def interface(self, module: str) -> Path:
        folder = self.usr / "lib" / "swift" / "linux" / f"{module}.swiftmodule"
        path = folder / f"{TRIPLE}.swiftinterface"
        if not path.is_file():
            raise LaneError(f"this toolchain has no interface of {module} ({path.name}), so nothing can be checked with it")
        return path

    def text(self, module: str, triple: str) -> str:
        """The interface of a module for another target."""
        text = self.interface(module).read_text(encoding="utf-8")
        lines = text.split("\n")
        flags = [number for number, line in enumerate(lines[:HEADER_LINES]) if line.startswith("// swift-module-flags:")]
        if len(flags) != 1 or TRIPLE not in lines[flags[0]]:
            raise LaneError(f"the interface of {module} does not begin as those of Swift 6.3 do; the lane must be adapted to it")
        line = lines[flags[0]].replace(TRIPLE, triple).replace(" -static ", " ")
        # The modules use each other's newest members; whether ours may is asked where ours are compiled.
        lines[flags[0]] = line.replace(" -module-name ", " -disable-availability-checking -module-name ")
        text = "\n".join(lines)
        text = re.sub(r"@backDeployed\([^)]*\)\s*", "", text)
        for old, new in EDITS.get(module, ()):
            if old not in text:
                raise LaneError(f"the interface of {module} differs from Swift 6.3's: {old.strip()!r} is not in it")
            text = text.replace(old, new)
        if module == "Testing":
            text = without_exit_tests(text, triple)
        return text


def without_exit_tests(text: str, triple: str) -> str:
    """What swift-testing marks as unavailable on iOS, which an interface for Linux cannot show."""
    found = len(EXIT_TESTS.findall(text))
    if found != 2:
        raise LaneError(f"the interface of Testing declares {found} macros for exit tests, not 2; the lane must be adapted to it")
    return EXIT_TESTS.sub(NO_EXIT_TESTS, text) if "-ios" in triple else text


def find(command: str = "swift") -> Toolchain:
    """The toolchain that `command` stands for."""
    program = shutil.which(command)
    if program is None:
        raise LaneError(f"there is no {command} on this machine")
    usr = Path(program).resolve().parent.parent
    frontend = usr / "bin" / "swift-frontend"
    if not frontend.is_file():
        raise LaneError(f"{usr} has no swift-frontend")
    done = subprocess.run([str(frontend), "--version"], capture_output=True, text=True)
    found = re.search(r"Swift version (\S+) \((.*)\)", done.stdout + done.stderr)
    if not found:
        raise LaneError(f"swift-frontend does not say its version: {done.stdout.strip()}")
    if not found.group(1).startswith("6.3"):
        raise LaneError(f"the lane was written for the interfaces of Swift 6.3, and this is Swift {found.group(1)}")
    return Toolchain(program, str(frontend), usr, f"{found.group(1)} ({found.group(2)})")


def resources(toolchain: Toolchain, folder: Path) -> None:
    """A resource folder with what does not depend on the system."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("shims", "clang", "apinotes"):
        source = toolchain.usr / "lib" / "swift" / name
        if not source.exists():
            raise LaneError(f"this toolchain has no {name} beside its modules")
        link = folder / name
        try:
            link.symlink_to(source)
        except FileExistsError:
            # Both systems' modules are prepared at once, and one of them was first; or it is there from before.
            if os.readlink(link) != str(source):
                raise LaneError(f"{link} leads to another toolchain: remove {folder}") from None


def header(module: str, triple: str) -> List[str]:
    """How an interface of a stub begins."""
    # Version 6 refuses to declare what Darwin has: global variables of C.
    language = 5 if module == "Darwin" else 6
    return [
        "// swift-interface-format-version: 1.0",
        "// swift-compiler-version: Swift version 6.3",
        f"// swift-module-flags: -target {triple} -disable-objc-interop -enable-library-evolution -swift-version {language}"
        f" -disable-availability-checking -suppress-warnings -module-name {module}",
    ]
