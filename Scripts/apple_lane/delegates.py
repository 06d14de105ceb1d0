"""What the compiler cannot say here of a delegate's methods.

Apple's are optional, and the compiler warns of one that nearly matches. Swift alone has no optional methods: the stand-in has
default ones, and one with a wrong name or type goes unnoticed. So they are compared with the table of declarations.
"""
import re
from functools import lru_cache
from pathlib import Path
from typing import List

from apple_api import rules
from apple_api.swift_text import read
from apple_api.table import Table

DELEGATES = re.compile(r"\b(?:CLLocationManager|UNUserNotificationCenter)Delegate\b")


@lru_cache(maxsize=None)
def table(root: Path) -> Table:
    return Table(root / "Scripts" / "apple_api.json")


def problems(root: Path, files: List[str]) -> List[str]:
    """A line for each such method, as the compiler writes them."""
    found = []
    for name in files:
        text = Path(name).read_text(encoding="utf-8")
        if DELEGATES.search(text):
            source = read(name, text, set(), set())
            found += [f"{name}:{token.line}:1: error: nearly matches an optional method: {problem}"
                      for _, token, problem in rules.delegates(source, table(root)) if problem]
    return found
