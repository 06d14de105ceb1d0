"""Runs the example as a newcomer would, and reads what it wrote."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any, Dict, List, NamedTuple

from evaluate_trip import parse_time

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ROOT / "Examples" / "Samples"
#: The specification folder beside the checkout; tests that need it are skipped without it.
SHARED = Path(os.environ.get("GEOFENCING_SHARED") or ROOT.parent / "shared")
#: Where `swift build` puts it, unless the variable says otherwise.
PROGRAM = Path(os.environ.get("BGEO_EXAMPLE") or ROOT / ".build" / "debug" / "BGeoExample")


class Event(NamedTuple):
    """One transition: whose, which, and its moment in milliseconds since 1970."""

    fence: str
    action: str
    time: int


def run(*arguments: object, timeout: float = 300) -> subprocess.CompletedProcess:
    """The finished process, with its output as text."""
    if not PROGRAM.exists():
        raise AssertionError("the example is not built: run swift build first, or name it in BGEO_EXAMPLE")
    return subprocess.run(
        [str(PROGRAM), *map(str, arguments)], capture_output=True, text=True, timeout=timeout, cwd=ROOT)


def payloads(file: Path) -> List[Dict[str, Any]]:
    """The events' payloads as the example wrote them."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def events(file: Path) -> List[Event]:
    """The events in the order in which they were told."""
    return [
        Event(each["identifier"], each["action"], parse_time(each["location"]["geofence"]["timestamp"]))
        for each in payloads(file)]
