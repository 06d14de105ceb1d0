"""Whether the stand-in modules of the tests declare only what the table has.

The build on Linux type-checks AppleLocation against them. Together the two say that it uses nothing else.
"""
import re
from typing import Iterator, List, Optional, Tuple

from .reading import Finding, fits, type_at
from .rules import arguments_of_text, signature
from .swift_text import Source, arguments, declaration_end
from .table import Table

TYPES = {"class", "struct", "enum", "actor", "protocol", "extension"}
#: What conformances bring with them, or a stand-in needs to be one.
FREE = {
    "==", "<", "hash(into:)", "encode(with:)", "init(coder:)", "copy(with:)", "supportsSecureCoding", "isEqual(_:)", "hash",
    "description", "debugDescription", "rawValue", "init(rawValue:)", "Element", "AsyncIterator", "Failure", "Iterator",
    "RawValue", "makeAsyncIterator()", "next()", "next(isolation:)", "hashValue", "errorDomain", "errorCode",
    "==(left:right:)", "ofNewerSystem", "errorUserInfo", "unownedExecutor", "encode(to:)", "init(from:)", "Code", "init(_nsError:)", "_nsError", "allCases"}


#: A name of Apple's own behind the one that the table has.
ALIASES = {"__CLMonitoringState": "CLMonitor.Event.State"}
DOUBLES = {"CLLocationDegrees", "CLLocationDistance", "CLLocationAccuracy", "CLLocationSpeed", "CLLocationSpeedAccuracy",
           "CLLocationDirection", "CLLocationDirectionAccuracy", "TimeInterval"}


def is_same(types: List[str], wanted: List[str]) -> bool:
    """Whether parameters have the same types, nested ones with or without the outer names."""
    def plain(text: str) -> str:
        return re.sub(r"(?:\w+\.)*(\w+)", lambda found: "Double" if found[1] in DOUBLES else found[1], text)

    return [plain(text) for text in types] == [plain(text) for text in wanted]


def check(source: Source, module: str, table: Table) -> Tuple[List[Finding], int]:
    found: List[Finding] = []
    count = 0
    for line, name, kind, types, index in public(source):
        count += 1
        owner, _, member = name.rpartition("|")
        owner = ALIASES.get(owner, owner)
        if not owner and member in ALIASES:
            continue
        if kind in TYPES or kind == "typealias" and not owner:
            title = f"{owner}.{member}" if owner else member
            is_listed = title in table.types and table.types[title]["module"] == module or member in FREE
            if not is_listed and f"{owner}.{member}" not in table.types:
                found.append(Finding(line, f"{title} is not in the table of {module}"))
            continue
        if not owner:
            if member.split("(")[0] not in table.types:
                found.append(Finding(line, f"{member} is not in the table of {module}"))
            continue
        rows = table.find(owner, member.split("(")[0])
        exact = [row for row in rows if row["member"] == member]
        if member in FREE or f"{owner}.{member}" in table.types:
            continue
        labels = re.findall(r"(\w+):", member)
        if not exact and "(" in member and any(fits(row.labels, labels) and " = " in row["swift"] for row in rows):
            continue  # An argument with a default is left out.
        if not exact:
            found.append(Finding(line, f"{owner}.{member} is not in the table"))
        elif types is not None and exact[0].labels is not None:
            _, wanted = signature(arguments_of_text(exact[0]["swift"]))
            if not is_same(types, wanted):
                found.append(Finding(line, f"{owner}.{member} takes ({', '.join(types)}); the table: ({', '.join(wanted)})"))
    return found, count


def public(source: Source) -> Iterator[Tuple[int, str, str, Optional[List[str]], int]]:
    """Each public declaration: line, `Owner|name`, keyword, types of parameters."""
    tokens = source.tokens
    #: From an opening brace to the type it belongs to, and whether members are public without saying so.
    owners = {-1: ("", False)}
    for index, token in enumerate(tokens):
        is_keyword = token.kind == "id" and token.text in TYPES | {"func", "var", "let", "init", "case", "typealias"}
        if not is_keyword or source.enclosing[index] not in owners or tokens[index - 1].text in (".", "import") and index:
            continue
        if token.text == "class" and tokens[index + 1].text in ("func", "var", "let"):
            continue
        owner, members_are_public = owners[source.enclosing[index]]
        words = modifiers(source, index)
        is_public = "public" in words or "open" in words or members_are_public and not words & {
            "private", "package", "fileprivate", "internal"}
        if "_spi" in words:
            continue
        if token.text in TYPES:
            name, place = type_at(source, index + 1)
            brace = next((place for place in range(index, len(tokens)) if tokens[place].text == "{"), index)
            full = name if token.text == "extension" else f"{owner}.{name}" if owner else name
            inherits = token.text in ("protocol", "enum") and is_public or token.text == "extension" and "public" in words
            owners[brace] = (full or "", inherits)
            if is_public and token.text != "extension":
                yield token.line, f"{owner}|{name}" if owner else name or "", token.text, None, index
            continue
        if not is_public:
            continue
        if token.text == "case":
            for part in cases(source, index):
                yield token.line, f"{owner}|{part}", "case", None, index
            continue
        place = index + 1
        name = "init" if token.text == "init" else tokens[place].text
        if token.text == "init":
            place = index
        while place < len(tokens) and tokens[place].text != "(" and token.text in ("func", "init") and place < index + 30:
            place += 1
        types = None
        if token.text in ("func", "init") and tokens[place].text == "(":
            labels, types = signature(arguments(source, place))
            name += f"({''.join(label + ':' for label in labels)})"
        yield token.line, f"{owner}|{name}" if owner else name, token.text, types, index


def modifiers(source: Source, index: int) -> set:
    tokens, place, words = source.tokens, index - 1, set()
    while place >= 0 and (tokens[place].kind == "id" and tokens[place].text not in ("return", "in") or tokens[place].text in "@()"):
        if tokens[place].kind == "id" and tokens[place].text in DECLARING_WORDS:
            break
        words.add(tokens[place].text)
        place -= 1
        if tokens[place + 1].line - tokens[place].line > 1:
            break
    return words


DECLARING_WORDS = {"var", "let", "func", "case", "import"}


def cases(source: Source, index: int) -> List[str]:
    tokens, place, found = source.tokens, index + 1, []
    end = declaration_end(source, index)
    while place <= end and tokens[place].kind == "id":
        found.append(tokens[place].text)
        place += 1
        while place <= end and tokens[place].text != ",":
            place = source.pairs.get(place, place) + 1
        place += 1
    return found
