"""Which of Apple's declarations a source uses, as far as names and written types tell."""
from typing import Dict, Iterator, List, NamedTuple, Optional, Set, Tuple

from .swift_text import APPLE, Source, Token, arguments, declaration_end
from .table import Entry, FRAMEWORK_NAME, Own, Table

#: How a use was recognised.
BY_TYPE, BY_NAME = "its type is known", "by its name"


DECLARED_BY = {"import", "class", "struct", "enum", "actor", "protocol", "typealias", "func", "case", "extension"}
#: What stands before a type that is written and not called.
HEADS = {":", "->"}


class Use(NamedTuple):
    entry: Entry
    token: Token
    how: str
    #: Whether it is a case that is matched against: the compiler lets a pattern name what may not be there.
    is_pattern: bool = False


class Name(NamedTuple):
    """A variable whose type is known from what is written, or known not to be one of Apple's."""

    name: str
    type: Optional[str]
    first: int
    last: int


class Finding(NamedTuple):
    line: int
    text: str


def type_at(source: Source, place: int) -> Tuple[Optional[str], int]:
    """The type written at a place: its name without optionality, and where the next token is."""
    tokens = source.tokens
    while place < len(tokens):
        if tokens[place].text == "@":
            place += 2
            if tokens[place].text == "(" and tokens[place - 1].text in ("convention", "isolated"):
                place = source.pairs[place] + 1
        elif tokens[place].text in ("any", "some", "inout", "borrowing", "consuming", "sending", "isolated"):
            place += 1
        else:
            break
    if place >= len(tokens):
        return None, place
    if tokens[place].text == "[" and place in source.pairs:
        inner, after = type_at(source, place + 1)
        end = source.pairs[place]
        return (f"[{inner}]" if inner and after == end else None), end + 1
    if tokens[place].text == "(" and place in source.pairs:
        inner, after = type_at(source, place + 1)
        end = source.pairs[place]
        return (inner if after == end else None), end + 1
    if tokens[place].kind != "id":
        return None, place
    name = tokens[place].text
    place += 1
    while place + 1 < len(tokens) and tokens[place].text == "." and tokens[place + 1].kind == "id":
        name += "." + tokens[place + 1].text
        place += 2
    if name in ("Set", "Array") and place < len(tokens) and tokens[place].text == "<":
        inner, place = type_at(source, place + 1)
        name = f"{name}<{inner}>"
        place += 1
    if place < len(tokens) and tokens[place].text in ("?", "!"):
        place += 1
    return name, place


class Reading:
    """One file, read against the table."""

    def __init__(
        self, source: Source, table: Table, own: Own, properties: Dict[str, Optional[str]], is_apple_target: bool
    ) -> None:
        self.source, self.table, self.own, self.is_apple_target = source, table, own, is_apple_target
        self.tokens = source.tokens
        self.uses: List[Use] = []
        self.findings: List[Finding] = []
        self.seen: Set[int] = set()
        self.names: List[Name] = []
        self.properties = properties
        self.patterns = set(patterns(source))
        self.quiet = True
        # Three times: what a name stands for may hang on another name.
        for _ in range(3):
            self.names = list(self.declared())
        self.seen.clear()
        self.quiet = False

    # What is known of names

    def declared(self) -> Iterator[Name]:
        tokens, source = self.tokens, self.source
        for index, token in enumerate(tokens[:-1]):
            after = tokens[index + 1]
            if token.text in ("func", "init", "subscript") and (not index or tokens[index - 1].text != "."):
                yield from self.parameters(index)
            elif token.text in ("let", "var") and after.kind == "id":
                yield self.variable(index)
            elif token.text == "for" and token.kind == "id":
                place = index + 1
                while tokens[place].text in ("try", "await", "let", "case"):
                    place += 1
                if place + 1 < len(tokens) and tokens[place + 1].text == "in":
                    found = self.value(place + 2)
                    brace = self.next_brace(place + 2)
                    yield Name(
                        tokens[place].text, self.table.element(found) if found else None, place,
                        source.pairs.get(brace, brace))

    def parameters(self, index: int) -> Iterator[Name]:
        tokens, source = self.tokens, self.source
        opening = next((place for place in range(index, min(index + 40, len(tokens))) if tokens[place].text == "("), None)
        if opening is None or opening not in source.pairs:
            return
        end = declaration_end(source, index)
        place = opening + 1
        while place < source.pairs[opening]:
            if tokens[place].text == ":" and tokens[place - 1].kind == "id":
                found, place = type_at(source, place + 1)
                name = next(
                    (tokens[back].text for back in range(place - 1, opening, -1)
                     if back + 1 < len(tokens) and tokens[back + 1].text == ":" and tokens[back].kind == "id"), "")
                yield Name(name, found, opening, end)
                continue
            place = source.pairs.get(place, place) + 1

    def variable(self, index: int) -> Name:
        tokens, source = self.tokens, self.source
        name, place = tokens[index + 1].text, index + 2
        found: Optional[str] = None
        if place < len(tokens) and tokens[place].text == ":":
            found, _ = type_at(source, place + 1)
        elif place < len(tokens) and tokens[place].text == "=":
            found = self.value(place + 1)
        elif index and tokens[index - 1].text in ("if", "guard", ",", "while") and place < len(tokens):
            found = self.type_of(name, index)
        keyword = tokens[index - 1].text if index else ""
        start = index
        while start and keyword == "," and tokens[start].text not in ("if", "guard", "while", "{", "}"):
            start -= 1
        keyword = tokens[start].text if keyword == "," else keyword
        block = source.enclosing[index]
        end = source.pairs.get(block, len(tokens) - 1)
        if keyword in ("if", "while", "catch"):
            brace = self.next_brace(index)
            return Name(name, found, index, source.pairs.get(brace, brace))
        is_local = keyword == "guard" or self.is_in_function(block)
        return Name(name, found, index if is_local else max(block, 0), end)

    def is_in_function(self, block: int) -> bool:
        """Whether a brace opens a body rather than a type."""
        place = block - 1
        while place >= 0 and self.tokens[place].text not in ("{", "}", ";"):
            if self.tokens[place].text in ("class", "struct", "enum", "actor", "extension", "protocol"):
                return False
            place -= 1
        return block >= 0

    def next_brace(self, place: int) -> int:
        while place < len(self.tokens) and self.tokens[place].text != "{":
            place = self.source.pairs.get(place, place) + 1
        return place

    def type_of(self, name: str, place: int) -> Optional[str]:
        best: Optional[Name] = None
        for known in self.names:
            if known.name == name and known.first < place <= known.last:
                if best is None or (known.last - known.first, -known.first) < (best.last - best.first, -best.first):
                    best = known
        return best.type if best else self.properties.get(name)

    def value(self, place: int) -> Optional[str]:
        """The type of the expression that begins at a place."""
        tokens = self.tokens
        while place < len(tokens) and tokens[place].text in ("await", "try", "!", "?", "("):
            place += 1
        if place >= len(tokens):
            return None
        end, line = place, tokens[place].line
        while end < len(tokens) and tokens[end].line == line and tokens[end].text not in ("{", ",", "else"):
            if tokens[end].text == "as":
                skip = 2 if end + 1 < len(tokens) and tokens[end + 1].text in ("?", "!") else 1
                return type_at(self.source, end + skip)[0]
            end = self.source.pairs.get(end, end) + 1
        found, after = self.chain(place)
        if after < len(tokens) and tokens[after].line == tokens[after - 1].line and tokens[after].text in "+-*/%=<>&|":
            return None
        return found

    # Chains of members

    def chain(self, place: int) -> Tuple[Optional[str], int]:
        """Follows `a.b(c).d` from its first token: the type at its end, and the place after it."""
        tokens, source, table = self.tokens, self.source, self.table
        token = tokens[place]
        if token.kind != "id":
            return None, place + 1
        if token.text == "self" and place + 2 < len(tokens) and tokens[place + 1].text == ".":
            place += 2
            token = tokens[place]
        is_type, current = False, None
        name, after = token.text, place + 1
        while (after + 1 < len(tokens) and tokens[after].text == "."
               and f"{name}.{tokens[after + 1].text}" in table.types):
            name += "." + tokens[after + 1].text
            after += 2
        if name in table.types and self.is_apples(name, place):
            entry = table.types[name]
            self.use(entry, place, BY_TYPE)
            self.seen.update(range(place, after))
            current = entry.get("result") if entry["kind"] in ("func", "let") else name
            is_type = entry["kind"] not in ("func", "let")
            if entry["kind"] == "func" and after < len(tokens) and tokens[after].text == "(":
                after = source.pairs.get(after, after) + 1
            elif is_type and after < len(tokens) and tokens[after].text == "(" and tokens[place - 1].text not in HEADS:
                self.member(name, "init", place, self.labels(after))
                after = source.pairs.get(after, after) + 1
                is_type = False
        else:
            current = self.type_of(token.text, place)
        return self.links(current, after)

    def links(self, current: Optional[str], after: int) -> Tuple[Optional[str], int]:
        tokens, source, table = self.tokens, self.source, self.table
        while after < len(tokens):
            while after < len(tokens) and tokens[after].text in ("?", "!") and tokens[after].line == tokens[after - 1].line:
                after += 1
            if after + 1 >= len(tokens) or tokens[after].text != "." or tokens[after + 1].kind != "id":
                break
            member, place = tokens[after + 1].text, after + 1
            after += 2
            is_call = after < len(tokens) and tokens[after].text == "("
            labels = self.labels(after) if is_call else None
            if current in table.types:
                current = self.member(current, member, place, labels)
            else:
                current = table.element(current) if current and member == "first" else None
            if is_call:
                after = source.pairs.get(after, after) + 1
        return current, after

    def member(self, type_: str, name: str, place: int, labels: Optional[List[str]]) -> Optional[str]:
        """Notes a member that is used, or that it is not in the table; the type that it has."""
        table = self.table
        self.seen.add(place)
        rows = table.find(type_, name)
        if not rows:
            kind = table.types[type_]["kind"]
            own = set().union(*(self.own.extensions.get(base, set()) for base in (type_, type_.split(".")[-1])))
            is_own = name in own or name == "init" and (kind == "typealias" or "init" in own)
            if not is_own and not table.has_in_common(type_, name) and kind != "typealias":
                self.find(place, f"{type_}.{name} is not in the table")
            return type_ if name in ("init", "self", "intersection", "union") else None
        fitting = [row for row in rows if fits(row.labels, labels)]
        if not fitting:
            if "init" in self.own.extensions.get(type_, set()) and name == "init":
                return type_
            called = "".join(label + ":" for label in labels or [])
            self.find(place, f"{type_}.{name}({called}) has other labels in the table")
            fitting = rows
        exact = [row for row in fitting if row.labels == labels] or fitting
        self.use(exact[0], place, BY_TYPE)
        return type_ if name == "init" else exact[0].get("result")

    def labels(self, opening: int) -> List[str]:
        parts = arguments(self.source, opening)
        found = [
            part[0].text if len(part) > 1 and part[0].kind == "id" and part[1].text == ":" else "_" for part in parts]
        end = self.source.pairs.get(opening, opening)
        after = self.tokens[end + 1] if end + 1 < len(self.tokens) else None
        if after and after.text == "{" and after.line == self.tokens[end].line:
            found.append("{}")
        return found

    def is_apples(self, name: str, place: int) -> bool:
        """Whether the name is Apple's on some Apple system that compiles this token, and not our own there."""
        systems = self.tokens[place].systems & APPLE
        first = name.split(".")[0]
        return bool(systems) and not (self.own.types.get(first, frozenset()) & systems)

    # Results

    def use(self, entry: Entry, place: int, how: str) -> None:
        if not self.quiet:
            self.uses.append(Use(entry, self.tokens[place], how, place in self.patterns))

    def find(self, place: int, text: str) -> None:
        if not self.quiet and self.tokens[place].systems & APPLE:
            self.findings.append(Finding(self.tokens[place].line, text))

    def read(self) -> None:
        """Goes through the file once."""
        tokens = self.tokens
        for index, token in enumerate(tokens):
            if token.kind != "id" or index in self.seen or not token.systems & APPLE:
                continue
            before = tokens[index - 1].text if index else ""
            if before == "." and index > 1 and tokens[index - 2].text != "self":
                continue
            if before in DECLARED_BY:
                self.extended(index, before)
                continue
            self.names_of_frameworks(index)
            if token.text == "as":
                self.cast(index)
            elif index + 1 < len(tokens) and tokens[index + 1].text == ":" and before in ("(", ",") and self.is_label(index):
                continue
            else:
                self.chain(index)
        self.by_name()

    def is_label(self, index: int) -> bool:
        """`(name: value)`: a label of a call is no variable."""
        return not any(known.name == self.tokens[index].text and known.first == index for known in self.names)

    def extended(self, index: int, keyword: str) -> None:
        if keyword == "extension":
            found, _ = type_at(self.source, index)
            if found in self.table.types and self.is_apples(found, index):
                self.use(self.table.types[found], index, BY_TYPE)
        if keyword == "extension":
            self.names_of_frameworks(index)

    def names_of_frameworks(self, index: int) -> None:
        name = self.tokens[index].text
        if FRAMEWORK_NAME.match(name) and name not in self.table.types and self.is_apples(name, index):
            if name not in self.table.modules:
                self.find(index, f"{name} is not in the table")

    def cast(self, index: int) -> None:
        """`(x as? T)?.member`"""
        skip = 2 if self.tokens[index + 1].text in ("?", "!") else 1
        found, after = type_at(self.source, index + skip)
        if found in self.table.types and after < len(self.tokens) and self.tokens[after].text == ")":
            self.links(found, after + 1)

    def by_name(self) -> None:
        """Members behind a receiver whose type the text does not tell."""
        for index, token in enumerate(self.tokens):
            if index == 0 or index in self.seen or token.kind != "id" or self.tokens[index - 1].text != ".":
                continue
            rows = self.table.by_name.get(token.text)
            is_apple_code = self.is_apple_target or "Linux" not in token.systems
            if not rows or not is_apple_code or not token.systems & APPLE or token.text in self.own.members:
                continue
            floor = self.table.floor
            for system in sorted(token.systems & APPLE if index not in self.patterns else ()):
                problems = [row.problem(system, token.least, floor) for row in rows]
                if all(problems):
                    self.find(index, problems[0])
            for row in rows if len({row["type"] for row in rows}) == 1 else []:
                self.use(row, index, BY_NAME)


def pattern(source: Source, place: int) -> List[int]:
    """The places of the case names in `case .a, .b(let c) where …:` after its first word."""
    tokens, found = source.tokens, []
    is_start = True
    while place < len(tokens) and tokens[place].text not in (":", "where", "=", "in", "{"):
        if is_start and tokens[place].text == "." and tokens[place + 1].kind == "id":
            found.append(place + 1)
        is_start = tokens[place].text == "," or is_start and tokens[place].text in ("let", "var")
        place = source.pairs.get(place, place) + 1
    return found


def patterns(source: Source) -> Iterator[int]:
    for index, token in enumerate(source.tokens):
        if token.text == "case" and token.kind == "id":
            yield from pattern(source, index + 1)


def fits(listed: Optional[List[str]], called: Optional[List[str]]) -> bool:
    """Whether a call with these labels can mean this row; arguments with defaults and trailing closures may be missing."""
    if called is None:
        return True
    if listed is None:
        return called in ([], ["{}"])
    wanted = [label for label in called if label != "{}"]
    rest = iter(listed)
    if not all(label in rest for label in wanted):
        return False
    return listed[:1] == wanted[:1] or not wanted or listed[0] != "_" or len(listed) > len(wanted) + 1


def properties_of(readings: List[Reading]) -> Dict[str, Optional[str]]:
    """Names of a target's properties that have one type wherever they are declared."""
    found: Dict[str, Set[Optional[str]]] = {}
    for reading in readings:
        for name in reading.names:
            found.setdefault(name.name, set()).add(name.type)
    return {name: next(iter(types)) for name, types in found.items() if len(types) == 1}
