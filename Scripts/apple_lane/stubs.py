"""Apple's modules as declarations of ours, in the order in which they can be built."""
import re
from pathlib import Path
from typing import Dict, List

from .problem import LaneError
from .toolchain import header

FOLDER = Path(__file__).resolve().parent / "stubs"
IMPORT = re.compile(r"^(?:@_exported )?(?:public )?import (\w+)", re.M)
ONLY = {"UIKit": ("ios",), "BackgroundTasks": ("ios",)}
"""Built before the language's second part, which imports them."""
EARLY = ("ObjectiveC", "_DarwinTypes", "Darwin", "Dispatch")


def names(platform: str) -> List[str]:
    """The modules that have stubs and exist on a platform."""
    found = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
    return [name for name in found if platform in ONLY.get(name, (platform,))]


def files(module: str) -> List[Path]:
    found = sorted((FOLDER / module).glob("*.swiftinterface"))
    if not found:
        raise LaneError(f"the stub of {module} has no declarations")
    return found


def imports(module: str) -> List[str]:
    return sorted({name for path in files(module) for name in IMPORT.findall(path.read_text(encoding="utf-8"))})


def text(module: str, triple: str) -> str:
    """The whole interface of a stub. Each file's lines keep its name for the compiler's messages."""
    parts = header(module, triple) + [f"import {name}" for name in ("Swift", "_Concurrency", "_StringProcessing")]
    for path in files(module):
        parts += [f"// {path.name}", path.read_text(encoding="utf-8")]
    return "\n".join(parts)


def ordered(platform: str) -> List[str]:
    """The stubs, each behind those it imports."""
    mine = names(platform)
    done: List[str] = []
    needs: Dict[str, List[str]] = {name: [other for other in imports(name) if other in mine] for name in mine}

    def visit(name: str) -> None:
        if name in done:
            return
        for other in needs[name]:
            visit(other)
        done.append(name)

    for name in mine:
        visit(name)
    return done
