"""Whether a stand-in's declarations say the same of systems, actors and Sendable as the table.

The lane compiles the stand-in as Apple's frameworks, so what it says here is what the package is checked against.
"""
import re
from typing import Dict, Iterable, List, Optional, Tuple

from . import standin
from .reading import Finding
from .swift_text import Source, version
from .table import Table

Row = Dict[str, object]
ATTRIBUTE = re.compile(r"^\s*@(?:available\(|MainActor|preconcurrency)")


def wanted(row: Optional[Row], table: Table, module: str) -> Tuple[str, ...]:
    """The availability that the table asks for, as far as the package's floor does not promise it."""
    if row is None:
        return ()
    found: List[str] = []
    platforms = table.modules[module]["platforms"]
    newer = {system: str(row[system]) for system in ("iOS", "macOS")
             if row.get(system) and system in platforms and version(str(row[system])) > version(table.floor[system])}
    if "macOS" in platforms and row.get("macOS") is None:
        found.append("@available(macOS, unavailable)")
        newer.pop("macOS", None)
    if newer:
        found.append(f"@available({', '.join(f'{system} {number}' for system, number in newer.items())}, *)")
    return tuple(found)


def owners(owner: str) -> Iterable[str]:
    """A type and those it is in, from the inside."""
    while owner:
        yield owner
        owner = owner.rpartition(".")[0]


def inherited(owner: str, table: Table, module: str) -> Tuple[str, ...]:
    """What the types round a declaration say already."""
    for name in owners(owner):
        found = wanted(table.types.get(name), table, module)
        if found:
            return found
    return ()


def written(lines: List[str], line: int) -> List[str]:
    """The attributes of the declaration in a line, those above it included."""
    found = re.findall(r"@available\([^)]*\)|@MainActor|@preconcurrency", lines[line - 1])
    place = line - 2
    while place >= 0 and ATTRIBUTE.match(lines[place]):
        found += re.findall(r"@available\([^)]*\)|@MainActor|@preconcurrency", lines[place])
        place -= 1
    return found


def problems(row: Row, owner: str, lines: List[str], line: int, table: Table, module: str) -> List[str]:
    """What a stand-in's declaration says otherwise than the table."""
    title = f"{row['type']}.{row['member']}" if "member" in row else str(row["type"])
    has = written(lines, line)
    found = []
    asked = wanted(row, table, module)
    above = inherited(owner, table, module)
    said = [text for text in has if text.startswith("@available") and "deprecated" not in text]
    if asked != above and sorted(said) != sorted(asked) or asked == above and said and sorted(said) != sorted(asked):
        found.append(f"{title} says {' '.join(said) or 'nothing of systems'}; the table: {' '.join(asked) or 'nothing'}")
    text = str(row["swift"])
    if "member" not in row:
        if ("@MainActor" in text) != ("@MainActor" in has):
            found.append(f"{title} and the table do not agree about the main actor")
        if "@MainActor" in has and "class" in text and "@preconcurrency" not in has:
            found.append(f"{title} is imported as @preconcurrency @MainActor")
        if row.get("kind") == "class":
            header = " ".join(lines[line - 1:line + 2]).split("{")[0]
            is_listed = "Sendable" in text or "Sendable" in (row.get("conforms") or [])
            if ("Sendable" in header) != is_listed:
                found.append(f"{title} and the table do not agree whether it is Sendable")
    elif "nonisolated" in text and "nonisolated" not in lines[line - 1]:
        found.append(f"{title} is nonisolated in the table")
    return found


def check(source: Source, text: str, module: str, table: Table) -> List[Finding]:
    """Everything in a file of a stand-in that says otherwise than the table."""
    lines = text.split("\n")
    found: List[Finding] = []
    for line, name, kind, _, _ in standin.public(source):
        owner, _, member = name.rpartition("|")
        owner = standin.ALIASES.get(owner, owner)
        base = member.split("(")[0]
        row: Optional[Row] = table.types.get(standin.ALIASES.get(member, base) if not owner else f"{owner}.{member}")
        if owner and kind not in standin.TYPES:
            rows = table.find(owner, base)
            row = next((row for row in rows if row["member"] == member), rows[0] if rows else None)
        if row is not None:
            found += [Finding(line, problem) for problem in problems(row, owner, lines, line, table, module)]
    return found
