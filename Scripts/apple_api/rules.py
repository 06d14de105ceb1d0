"""What is refused, file by file. Each rule gives lines of text; none changes anything."""
import re
from typing import Dict, Iterator, List, Optional, Set, Tuple

from .reading import Finding, Reading, pattern, type_at
from .swift_text import APPLE, Source, Token, arguments, read
from .table import Entry, Own, Table

#: Modules that tests can build under the name of Apple's, so that `canImport` answers by accident.
NOT_TO_BE_ASKED = {"CoreLocation", "UIKit", "UserNotifications", "BackgroundTasks", "Network"}
OBJECTIVE_C = {"objc", "objcMembers", "NSManaged"}


def conditions(source: Source) -> Iterator[Finding]:
    for line, condition in source.conditions:
        for module in re.findall(r"canImport\(\s*(\w+)\s*\)", condition):
            if module in NOT_TO_BE_ASKED:
                yield Finding(
                    line, f"canImport({module}) chooses code: a stand-in may answer it; ask for the system or a flag")


def objective_c(source: Source) -> Iterator[Finding]:
    for index, token in enumerate(source.tokens):
        if token.text in ("#selector", "#keyPath"):
            yield Finding(token.line, f"{token.text} needs Objective-C")
        if token.text in OBJECTIVE_C and index and source.tokens[index - 1].text == "@":
            yield Finding(token.line, f"@{token.text} needs Objective-C")


def imports_of(source: Source) -> Iterator[Tuple[Token, str]]:
    for index, token in enumerate(source.tokens[:-1]):
        if token.text == "import" and token.kind == "id" and source.tokens[index + 1].kind == "id":
            place = index + 1
            if source.tokens[place].text in ("struct", "class", "func", "enum", "protocol", "typealias", "let", "var"):
                place += 1
            yield token, source.tokens[place].text


def imports(source: Source, table: Table, own_modules: Set[str], is_apple_target: bool, used: Set[int]) -> Iterator[Finding]:
    for token, module in imports_of(source):
        row = table.modules.get(module)
        listed = [number for number, item in enumerate(table.imports)
                  if item["file"] == source.name and item["module"] == module]
        used.update(listed)
        if module in table.stand_ins and not (row and row.get("location")):
            yield Finding(token.line, f"the stand-in {module} is for tests")
        elif row and row.get("location") and not is_apple_target and not listed:
            yield Finding(token.line, f"{module} is imported outside AppleLocation, and the table gives no reason for it")
        for system in sorted(token.systems & APPLE):
            if row is None and module not in own_modules:
                yield Finding(token.line, f"{module} is compiled on {system} and is not a module of the table")
                break
            if row and system not in row["platforms"]:
                yield Finding(token.line, f"{module} does not exist on {system}: wrap the import in a platform condition")


def switches(source: Source, reading: Reading, table: Table, own: Own) -> Iterator[Finding]:
    tokens = source.tokens
    for index, token in enumerate(tokens):
        if token.text != "switch" or token.kind != "id" or not token.systems & APPLE:
            continue
        if index and tokens[index - 1].text in (".", "func", "case", "(") and tokens[index - 1].text != "(":
            continue
        opening = reading.next_brace(index + 1)
        patterns, has_default, has_unknown = [], False, False
        for place in range(opening + 1, source.pairs.get(opening, opening)):
            if source.enclosing[place] != opening:
                continue
            if tokens[place].text == "default" and tokens[place + 1].text == ":":
                has_default = True
                has_unknown = has_unknown or [word.text for word in tokens[place - 2:place]] == ["@", "unknown"]
            is_pattern = tokens[place].text == "case" and tokens[place - 1].text not in ("if", "guard", "while", "for", ",")
            if is_pattern:
                patterns += pattern(source, place + 1)
        subject = subject_type(source, reading, table, index, opening)
        names = {tokens[place].text for place in patterns}
        if subject is None and names:
            fitting = [type_ for type_, cases in table.enums.items() if names <= cases]
            if len(fitting) == 1 and not any(names <= cases for cases in own.enums) and reading.is_apple_target:
                subject = fitting[0]
        if subject not in table.types or not table.types[subject].get("open"):
            continue
        for place in patterns:
            # The switch says more about the case than the name alone.
            reading.member(subject, tokens[place].text, place, None)
        if not has_unknown and not (has_default and table.types[subject].get("partial")):
            yield Finding(token.line, f"a switch over {subject} does not end in @unknown default")


def subject_type(source: Source, reading: Reading, table: Table, index: int, opening: int) -> Optional[str]:
    tokens, place = source.tokens, index + 1
    for cast in range(place, opening):
        if tokens[cast].text == "as":
            skip = 2 if tokens[cast + 1].text in ("?", "!") else 1
            found, after = type_at(source, cast + skip)
            if found in table.types and tokens[after].text == ")":
                return reading.links(found, after + 1)[0]
    while place < opening and tokens[place].text in ("await", "try", "(", "self", "."):
        place += 1
    found, after = reading.chain(place) if place < opening else (None, place)
    return found if after >= opening or tokens[after].text == ")" else None


def delegates(source: Source, table: Table) -> Iterator[Tuple[Optional[Entry], Token, str]]:
    """A delegate's method whose name or types differ is never called, and nothing says so."""
    tokens = source.tokens
    for index, token in enumerate(tokens[:-2]):
        name = tokens[index + 1].text
        is_one = token.text == "func" and re.match(r"locationManager|userNotificationCenter", name)
        if not is_one or tokens[index + 2].text != "(":
            continue
        labels, types = signature(arguments(source, index + 2))
        protocol = "CLLocationManagerDelegate" if name.startswith("location") else "UNUserNotificationCenterDelegate"
        own = {"CLLocationManagerDelegate": "CLLocationManager", "UNUserNotificationCenterDelegate": "UNUserNotificationCenter"}
        if not types or types[0] != own[protocol]:
            continue
        full = f"{name}({''.join(label + ':' for label in labels)})"
        row = next((row for row in table.find(protocol, name) if row["member"] == full), None)
        if row is None:
            yield None, token, f"{full} is no method of {protocol} in the table, so the system would never call it"
            continue
        _, wanted = signature(arguments_of_text(row["swift"]))
        yield row, token, "" if wanted == types else (
            f"{full} takes ({', '.join(types)}), and the table says ({', '.join(wanted)}): the system would never call it")


def signature(parts: List[List[Token]]) -> Tuple[List[str], List[str]]:
    labels, types = [], []
    for part in parts:
        colon = next((place for place, word in enumerate(part) if word.text == ":"), None)
        if colon is None:
            return [], []
        labels.append(part[0].text)
        words = [word.text for word in part[colon + 1:]]
        cut = words.index("=") if "=" in words else len(words)
        text = " ".join(word for word in words[:cut] if word != "@" and word not in IGNORED)
        types.append(re.sub(r"\s*([.?\[\](),:<>])\s*", r"\1", text).replace(",", ", "))
    return labels, types


IGNORED = {"escaping", "Sendable", "MainActor", "preconcurrency"}


def arguments_of_text(text: str) -> List[List[Token]]:
    source = read("", text, set(), set())
    opening = next((place for place, token in enumerate(source.tokens) if token.text == "("), 0)
    return arguments(source, opening)


def newer_language(source: Source, table: Table, own: Own) -> Iterator[Finding]:
    tokens = source.tokens
    for index, token in enumerate(tokens):
        entry = table.newer_language.get(token.text) if token.kind == "id" else None
        if entry is None or token.text in own.types:
            continue
        if index and tokens[index - 1].text in (".", "func", "case", "let", "var", "import"):
            continue
        for system in sorted(token.systems & APPLE):
            problem = entry.problem(system, token.least, table.floor)
            if problem:
                yield Finding(token.line, problem)
                break
    for index, token in enumerate(tokens):
        # `some AsyncSequence<Element, Never>`: the second argument came with iOS 18.
        if token.text == "AsyncSequence" and index + 1 < len(tokens) and tokens[index + 1].text == "<":
            for system in sorted(token.systems & APPLE):
                if token.least.get(system, (0,)) < (18 if system == "iOS" else 15,):
                    yield Finding(token.line, f"AsyncSequence<…> as a type needs iOS 18, macOS 15, and no check says so")
                    break


def twins(source: Source, table: Table) -> Iterator[Finding]:
    tokens = source.tokens
    for_system: Dict[str, Set[str]] = {system: set() for system in APPLE}
    for token, module in imports_of(source):
        for system in token.systems & APPLE:
            for_system[system].add(module)
    for token, module in imports_of(source):
        if module not in ("Glibc", "Musl", "Android", "Bionic"):
            continue
        for system in sorted(APPLE):
            if system in token.systems:
                yield Finding(token.line, f"{module} does not exist on {system}")
            elif not for_system[system] & {"Darwin", "Foundation"}:
                yield Finding(token.line, f"import {module} has no import Darwin for {system} in this file")
    for token in tokens:
        for item in table.linux_only:
            is_text = item.get("text", False)
            if not (token.kind == "str" and item["name"] in token.text if is_text else token.text == item["name"]):
                continue
            if not is_text and token.kind != "id":
                continue
            if token.systems & APPLE:
                yield Finding(token.line, f"{item['name']} is Linux's alone; on Apple systems: {' or '.join(item['twins'])}")
            elif not any(other.text in item["twins"] and other.systems & APPLE for other in tokens):
                yield Finding(
                    token.line, f"{item['name']} has no twin for Apple systems in this file ({' or '.join(item['twins'])})")


def unseen(source: Source, reading: Reading, table: Table, own: Own) -> Iterator[Finding]:
    """Names in code that only Apple systems compile: the build on Linux does not tell whether they exist."""
    tokens = source.tokens
    for index, token in enumerate(tokens):
        if token.kind != "id" or index in reading.seen or "Linux" in token.systems or not token.systems & APPLE:
            continue
        name = token.text
        is_known = (
            name in own.known or name in own.members or name in own.types or name in table.types or name in table.by_name
            or name in table.modules or name in table.apple_only or name in table.twins
            or name.startswith("$") or name in KEYWORDS)
        is_label = index + 1 < len(tokens) and tokens[index + 1].text == ":" or tokens[index - 1].text in ("let", "var", "func")
        if not is_known and not is_label and name not in local_names(source):
            yield Finding(token.line, f"{name} stands in code that only Apple systems compile, and is in no list of the table")


def local_names(source: Source) -> Set[str]:
    """Names that the file declares: variables, and parameters, whose second word is the name."""
    tokens = source.tokens
    return {
        token.text for index, token in enumerate(tokens)
        if token.kind == "id" and index and (
            tokens[index - 1].text in ("let", "var", "func", "for", "case", "class", "struct", "enum", "actor")
            or index + 1 < len(tokens) and tokens[index + 1].text == ":")}


KEYWORDS = set(
    "import public package internal private fileprivate open final static class struct enum actor protocol extension func "
    "var let if else guard return switch case default for in while do catch try throw throws async await self Self super "
    "init deinit nil true false as is where some any inout weak unowned override convenience required mutating nonisolated "
    "lazy get set willSet didSet defer break continue fallthrough repeat typealias associatedtype subscript operator "
    "available unavailable unknown MainActor Sendable preconcurrency unchecked discardableResult escaping iOS macOS rethrows "
    "consuming borrowing sending isolated dynamic indirect _ spi inline inlinable".split())
