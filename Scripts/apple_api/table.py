"""The table of Apple's declarations, and what the package declares itself."""
import json
import re
from pathlib import Path
from typing import Dict, Iterable, List, NamedTuple, Optional, Set

from .swift_text import APPLE, Source, version

#: What every type of its kind has without the table naming it.
COMMON = {
    "self", "Type", "hash", "description", "debugDescription", "hashValue", "isEqual", "rawValue", "map", "flatMap"}
OF_SEQUENCES = {"filter", "compactMap", "first", "contains", "prefix", "dropFirst", "reduce", "allSatisfy"}
OF_OPTIONS = {"insert", "remove", "contains", "union", "isEmpty", "subtracting", "intersection"}
FRAMEWORK_NAME = re.compile(r"^(?:CL|UN|UI|BG|MK|CM|NW|AV|HK|SC|IO|CT|WK|NE)[A-Z]\w*[a-z]|^kCL[A-Z]")


class Entry(dict):
    """One row of the table."""

    @property
    def title(self) -> str:
        return self["type"] + ("." + self["member"] if "member" in self else "")

    @property
    def base(self) -> str:
        """The member's name without its labels."""
        return self["member"].split("(")[0]

    @property
    def labels(self) -> Optional[List[str]]:
        found = re.search(r"\((.*)\)$", self["member"])
        return found[1].split(":")[:-1] if found else None

    def problem(self, system: str, least: Dict[str, tuple], floor: Dict[str, str]) -> Optional[str]:
        """What is wrong with using it where a check promises `least`."""
        needed = self.get(system)
        if needed is None:
            return f"{self.title} does not exist on {system}: wrap it in a platform condition"
        if version(needed) <= max(version(floor[system]), least.get(system, (0,))):
            return None
        return f"{self.title} needs {system} {needed}, and no #available or @available round it says so"


class Table:
    """The data file."""

    def __init__(self, path: Path) -> None:
        data = json.loads(path.read_text(encoding="utf-8"))
        self.floor: Dict[str, str] = data["floor"]
        self.modules = {module["name"]: module for module in data["modules"]}
        self.imports: List[dict] = data["imports"]
        self.stand_ins: Set[str] = set(data["standIns"])
        self.newer_language = {item["name"]: Entry(item, type=item["name"]) for item in data["newerLanguage"]}
        self.apple_only = {item["name"]: item for item in data["appleOnly"]}
        self.linux_only: List[dict] = data["linuxOnly"]
        self.twins = {name for item in self.linux_only for name in item["twins"]}
        self.entries = [Entry(row) for row in data["declarations"]]
        self.types = {entry["type"]: entry for entry in self.entries if "member" not in entry}
        self.members: Dict[str, Dict[str, List[Entry]]] = {}
        self.by_name: Dict[str, List[Entry]] = {}
        self.enums: Dict[str, Set[str]] = {}
        for entry in self.entries:
            if "member" not in entry:
                continue
            self.members.setdefault(entry["type"], {}).setdefault(entry.base, []).append(entry)
            if entry["kind"] not in ("init", "delegate func"):
                self.by_name.setdefault(entry.base, []).append(entry)
            if entry["kind"] == "case":
                self.enums.setdefault(entry["type"], set()).add(entry["member"])

    def find(self, type_: str, name: str) -> List[Entry]:
        """The rows for a member of a type or of what it inherits."""
        while type_ in self.types:
            found = self.members.get(type_, {}).get(name)
            if found:
                return found
            type_ = self.types[type_].get("inherits", "")
        return []

    def has_in_common(self, type_: str, name: str) -> bool:
        row = self.types.get(type_, {})
        text = row.get("swift", "")
        return name in COMMON or "element" in row and name in OF_SEQUENCES or "OptionSet" in text and name in OF_OPTIONS

    def element(self, type_: str) -> Optional[str]:
        """What a sequence of this type holds."""
        found = re.match(r"^(?:\[|Set<|Array<)(.+?)[\]>]$", type_)
        return found[1] if found else self.types.get(type_, {}).get("element")


class Own(NamedTuple):
    """What the package declares itself, by name."""

    types: Dict[str, frozenset]
    members: Set[str]
    #: Members of extensions of framework types.
    extensions: Dict[str, Set[str]]
    enums: List[Set[str]]
    #: Every name in code that Linux compiles without a stand-in.
    known: Set[str]


def own_declarations(sources: Iterable[Source], stand_in_target: str) -> Own:
    own = Own({}, set(), {}, [], set())
    for source in sources:
        tokens = source.tokens
        for index, token in enumerate(tokens[:-1]):
            after = tokens[index + 1]
            if token.kind == "id" and "Linux" in token.systems and f"/{stand_in_target}/" not in source.name:
                own.known.add(token.text)
            if token.kind != "id" or (index and tokens[index - 1].text == "."):
                continue
            if token.text in ("class", "struct", "enum", "actor", "protocol", "typealias") and after.kind == "id":
                systems = own.types.get(after.text, frozenset()) | token.systems
                own.types[after.text] = systems
            if token.text in ("func", "var", "let", "case", "macro") and after.kind == "id" and after.systems & APPLE:
                own.members.add(after.text)
            if token.text == "enum":
                own.enums.append(cases_of(source, index))
            if token.text == "extension" and after.kind == "id":
                note_extension(source, index, own)
    return own


def cases_of(source: Source, index: int) -> Set[str]:
    tokens, found = source.tokens, set()
    opening = next((place for place in range(index, len(tokens)) if tokens[place].text == "{"), index)
    for place in range(opening + 1, source.pairs.get(opening, opening)):
        if source.enclosing[place] != opening or tokens[place].text != "case":
            continue
        place += 1
        while place < len(tokens) and tokens[place].kind == "id":
            found.add(tokens[place].text)
            place += 1
            place = source.pairs[place] + 1 if place in source.pairs else place
            if place >= len(tokens) or tokens[place].text != ",":
                break
            place += 1
    return found


def note_extension(source: Source, index: int, own: Own) -> None:
    tokens = source.tokens
    name, place = tokens[index + 1].text, index + 2
    while place + 1 < len(tokens) and tokens[place].text == ".":
        name += "." + tokens[place + 1].text
        place += 2
    opening = next((place for place in range(index, len(tokens)) if tokens[place].text == "{"), index)
    members = own.extensions.setdefault(name, set())
    for place in range(opening + 1, source.pairs.get(opening, opening)):
        if source.enclosing[place] == opening and tokens[place].text in ("func", "var", "let", "init", "struct", "enum"):
            members.add(tokens[place + 1].text if tokens[place].text != "init" else "init")
