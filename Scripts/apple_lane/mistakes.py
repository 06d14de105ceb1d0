"""Mistakes that must be found: each is put into a copy of one file, found, and is gone with the copy."""
import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Optional, Set, Tuple

from .checks import MESSAGE, Check
from .lane import SYSTEMS, Lane
from .modules import System
from .planted import MISTAKES
from .problem import LaneError


@dataclass(frozen=True)
class Mistake:
    """One row of the table."""

    name: str
    target: str
    system: str
    file: str
    message: str
    add: str = ""
    old: str = ""
    new: str = ""

    def text(self, original: str) -> str:
        """The file with the mistake in it."""
        if not self.old:
            return original + "\n" + self.add + "\n"
        if original.count(self.old) < 1:
            raise LaneError(f"{self.name}: {self.file} no longer has {self.old!r}; mend the row in Scripts/apple_lane/planted.py")
        return original.replace(self.old, self.new, 1) + (f"\n{self.add}\n" if self.add else "")


def rows() -> List[Mistake]:
    found = [Mistake(**row) for row in MISTAKES]
    names = [row.name for row in found]
    if len(set(names)) != len(names) or len(names) < 30:
        raise LaneError(f"the table has {len(set(names))} mistakes of different names; it must have at least 30")
    return found


def is_found(mistake: Mistake, check: Check, copy: Path) -> bool:
    """Whether the compiler says what is expected, of the file with the mistake."""
    return not check.is_right and any(
        found["kind"] == "error" and Path(found["file"]).name == copy.name and re.search(mistake.message, found["text"])
        for found in MESSAGE.finditer(check.output))


def prove(lane: Lane) -> bool:
    """Finds every mistake, and nothing where there is none."""
    began = time.monotonic()
    mistakes = rows()
    systems = {system.name: system for system in SYSTEMS}
    places: Set[Tuple[str, str]] = {(mistake.target, mistake.system) for mistake in mistakes}
    right = True
    for system in SYSTEMS:
        names = {target for target, name in places if name == system.name}
        if names and not lane.check([system], names):
            right = False
    if not right:
        lane.say("without a mistake these must be right; nothing was proved")
        return False

    def work(mistake: Mistake) -> Tuple[Mistake, bool, str]:
        system = systems[mistake.system]
        package = lane.packages[system.platform]
        target = next(target for target in lane.targets(system.platform) if target.name == mistake.target)
        path = lane.root / mistake.file
        if path not in target.files:
            raise LaneError(f"{mistake.name}: {mistake.file} is no file of {mistake.target}")
        copy = package.folder / "generated" / re.sub(r"\W+", "-", mistake.name) / path.name
        copy.parent.mkdir(parents=True)
        copy.write_text(mistake.text(path.read_text(encoding="utf-8")), encoding="utf-8")
        check = package.check(target, system, {path: copy})
        return mistake, is_found(mistake, check, copy), check.output

    found = 0
    with ThreadPoolExecutor(max_workers=lane.workers) as pool:
        for mistake, is_there, output in pool.map(work, mistakes):
            found += is_there
            if is_there:
                lane.say(f"found: {mistake.name} ({mistake.system})")
            else:
                said = "\n".join(output.rstrip().splitlines()[:12]) or "the compiler said nothing"
                lane.say(f"NOT FOUND: {mistake.name} ({mistake.target}, {mistake.system}), {mistake.message!r}; instead:\n{said}")
    lane.say(f"{found} of {len(mistakes)} mistakes found, {time.monotonic() - began:.0f} s")
    return found == len(mistakes)
