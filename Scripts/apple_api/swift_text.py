"""Swift source as tokens: each with the systems that compile it and the least version that a check around it promises.

No parser of the language. Strings, comments, conditions (`#if`) and availability (`#available`, `#unavailable`,
`@available`) are understood; types are not.
"""
import re
from typing import Dict, List, NamedTuple, Optional, Set, Tuple

SYSTEMS = ("iOS", "macOS", "Linux")
APPLE = frozenset({"iOS", "macOS"})
APPLE_MODULES = {
    "Darwin", "SQLite3", "CoreLocation", "UserNotifications", "os", "OSLog", "CryptoKit", "Network", "Security", "CoreMotion"}
IMPORTABLE = {
    "iOS": APPLE_MODULES | {"UIKit", "BackgroundTasks"}, "macOS": APPLE_MODULES | {"AppKit", "IOKit"},
    "Linux": {"Glibc", "FoundationNetworking", "FoundationXML", "CSQLite"}}
EVERYWHERE = {"Swift", "Foundation", "Dispatch", "Synchronization", "Observation"}

TOKEN = re.compile(
    r"(?P<space>\s+|//[^\n]*)|(?P<block>/\*)|(?P<string>#*\"\"\"|#*\")"
    r"|(?P<hash>\#[A-Za-z]+)|(?P<id>`[^`]+`|\$?[A-Za-z_]\w*|\$\d+)|(?P<num>\d[\w.]*\d|\d\w*)"
    r"|(?P<op>->|\.\.\.|\.\.<|&&|\|\||==|!=|[{}()\[\];:,.?!@=<>&|+\-*/%^~\\])|(?P<other>.)", re.DOTALL)
CONDITION = re.compile(r"\|\||&&|!|\(|\)|[A-Za-z_]\w*|[<>=]+|[\d.]+|,")
OPENING, CLOSING = {"{": "}", "(": ")", "[": "]"}, {"}", ")", "]"}
Version = Tuple[int, ...]


class Token:
    """One token; `systems` compile it, `least` is what a check around it promises."""

    __slots__ = ("kind", "text", "line", "systems", "least")

    def __init__(self, kind: str, text: str, line: int, systems: frozenset) -> None:
        self.kind, self.text, self.line, self.systems = kind, text, line, systems
        self.least: Dict[str, Version] = {}

    def __repr__(self) -> str:
        return f"{self.text}@{self.line}"


class Source(NamedTuple):
    """A file that has been read."""

    name: str
    tokens: List[Token]
    #: From each opening bracket to the closing one.
    pairs: Dict[int, int]
    #: The opening brace round each token, -1 outside all.
    enclosing: List[int]
    #: The `#if` and `#elseif` conditions as they stand, with their lines.
    conditions: List[Tuple[int, str]]


def version(text: str) -> Version:
    parts = [int(part) for part in text.split(".")]
    return tuple(parts + [0] * (3 - len(parts)))


def is_true(condition: str, system: str, flags: Set[str], own_modules: Set[str]) -> Optional[bool]:
    """Whether a condition holds on a system; `None` when the text alone does not say."""
    words = CONDITION.findall(condition.split("//")[0])
    place = 0

    def following() -> str:
        return words[place] if place < len(words) else ""

    def take() -> str:
        nonlocal place
        place += 1
        return words[place - 1] if place <= len(words) else ""

    def either() -> Optional[bool]:
        value = both()
        while following() == "||":
            take()
            other = both()
            value = True if True in (value, other) else None if None in (value, other) else False
        return value

    def both() -> Optional[bool]:
        value = one()
        while following() == "&&":
            take()
            other = one()
            value = False if False in (value, other) else None if None in (value, other) else True
        return value

    def one() -> Optional[bool]:
        word = take()
        if word == "!":
            value = one()
            return None if value is None else not value
        if word == "(":
            value = either()
            take()
            return value
        if following() == "(":
            take()
            argument = take()
            while following() not in (")", ""):
                take()
            take()
            return answer(word, argument)
        if word in ("true", "false"):
            return word == "true"
        return True if word in flags and system == "Linux" else False if word.startswith("APPLE_") else None

    def answer(question: str, argument: str) -> Optional[bool]:
        if question == "os":
            return argument == system
        if question == "canImport":
            if argument in IMPORTABLE[system] or argument in EVERYWHERE or argument in own_modules:
                return True
            return False if any(argument in modules for modules in IMPORTABLE.values()) else None
        return None

    return either()


class Reader:
    """Turns text into tokens, and keeps which systems compile the line it is at."""

    def __init__(self, text: str, flags: Set[str], own_modules: Set[str]) -> None:
        self.text, self.flags, self.own_modules = text, flags, own_modules
        self.systems = frozenset(SYSTEMS)
        self.outer: List[Tuple[frozenset, frozenset]] = []
        self.tokens: List[Token] = []
        self.conditions: List[Tuple[int, str]] = []
        self.line = 1

    def read(self, start: int = 0, end: Optional[int] = None) -> int:
        """Reads up to `end`, or up to the `)` that closes an interpolation when `end` is -1."""
        place, depth = start, 0
        while place < (len(self.text) if end in (None, -1) else end):
            found = TOKEN.match(self.text, place)
            kind, word = found.lastgroup, found[0]
            place = found.end()
            if kind == "block":
                place = self.skip_comment(place)
            elif kind == "string":
                place = self.string(word, place)
            elif kind == "hash" and word in ("#if", "#elseif", "#else", "#endif"):
                place = self.directive(word, place)
            elif kind != "space":
                if end == -1 and word == "(":
                    depth += 1
                elif end == -1 and word == ")":
                    if depth == 0:
                        return place
                    depth -= 1
                self.tokens.append(Token(kind, word.strip("`"), self.line, self.systems))
            self.line += word.count("\n") if kind == "space" else 0
        return place

    def skip_comment(self, place: int) -> int:
        depth = 1
        while depth and place < len(self.text):
            pair = self.text[place:place + 2]
            step = 2 if pair in ("/*", "*/") else 1
            depth += {"/*": 1, "*/": -1}.get(pair, 0)
            self.line += self.text[place] == "\n"
            place += step
        return place

    def string(self, quote: str, place: int) -> int:
        hashes = quote.count("#")
        end, escape = quote[hashes:] + "#" * hashes, "\\" + "#" * hashes
        token = Token("str", "", self.line, self.systems)
        self.tokens.append(token)
        begin = place
        while place < len(self.text) and not self.text.startswith(end, place):
            if self.text.startswith(escape + "(", place):
                self.tokens.append(Token("op", ";", self.line, self.systems))
                place = self.read(place + len(escape) + 1, -1)
                self.tokens.append(Token("op", ";", self.line, self.systems))
            elif self.text.startswith(escape, place):
                place += len(escape) + 1
            else:
                self.line += self.text[place] == "\n"
                place += 1
        token.text = self.text[begin:place]
        return place + len(end)

    def directive(self, word: str, place: int) -> int:
        end = self.text.find("\n", place)
        end = len(self.text) if end < 0 else end
        condition = self.text[place:end].strip()
        if word in ("#if", "#elseif"):
            self.conditions.append((self.line, condition))
        if word == "#if":
            self.outer.append((self.systems, self.systems))
        left, rest = self.outer[-1][1], frozenset()
        if word in ("#if", "#elseif"):
            answers = {system: is_true(condition, system, self.flags, self.own_modules) for system in left}
            self.systems = frozenset(system for system in left if answers[system] is not False)
            rest = frozenset(system for system in left if answers[system] is not True)
        elif word == "#else":
            self.systems = left
        else:
            self.systems = self.outer.pop()[0]
            return end
        self.outer[-1] = (self.outer[-1][0], rest)
        return end


def read(name: str, text: str, flags: Set[str], own_modules: Set[str]) -> Source:
    reader = Reader(text, flags, own_modules)
    reader.read()
    tokens = reader.tokens
    pairs: Dict[int, int] = {}
    enclosing: List[int] = []
    open_brackets: List[int] = []
    braces = [-1]
    for index, token in enumerate(tokens):
        if token.text == "}" and token.kind == "op" and len(braces) > 1:
            braces.pop()
        enclosing.append(braces[-1])
        if token.kind != "op":
            continue
        if token.text in OPENING:
            open_brackets.append(index)
            if token.text == "{":
                braces.append(index)
        elif token.text in CLOSING:
            # Branches of a condition may each hold one half of a pair; what does not fit is left alone.
            if open_brackets and OPENING[tokens[open_brackets[-1]].text] == token.text:
                pairs[open_brackets.pop()] = index
    source = Source(name, tokens, pairs, enclosing, reader.conditions)
    promise(source)
    return source


def arguments(source: Source, opening: int) -> List[List[Token]]:
    """What stands between brackets, split at the commas of that level."""
    end = source.pairs.get(opening, len(source.tokens))
    parts: List[List[Token]] = [[]]
    place = opening + 1
    while place < end:
        token = source.tokens[place]
        if token.kind == "op" and token.text == ",":
            parts.append([])
        elif token.kind == "op" and token.text in OPENING:
            last = source.pairs.get(place, end)
            parts[-1] += source.tokens[place:last + 1]
            place = last
        else:
            parts[-1].append(token)
        place += 1
    return [part for part in parts if part]


def promise(source: Source) -> None:
    """Fills in `least`, and takes systems away where `@available` says that a declaration does not exist on them."""
    tokens = source.tokens
    for index, token in enumerate(tokens):
        is_attribute = token.text == "available" and index and tokens[index - 1].text == "@"
        if not (is_attribute or token.text in ("#available", "#unavailable")):
            continue
        if index + 1 >= len(tokens) or tokens[index + 1].text != "(":
            continue
        least, absent = {}, set()
        parts = [[word.text for word in part] for part in arguments(source, index + 1)]
        for part in parts:
            if len(part) == 2 and part[0] in APPLE:
                least[part[0]] = version(part[1])
        if len(parts) > 1 and parts[0][0] in APPLE and ["unavailable"] in parts:
            absent = {parts[0][0]}
        end = source.pairs.get(index + 1, index + 1)
        ranges = [(end, declaration_end(source, end + 1))] if is_attribute else checked(source, index, end)
        for first, last in ranges:
            for place in range(first, min(last + 1, len(tokens))):
                for system, value in least.items():
                    tokens[place].least[system] = max(value, tokens[place].least.get(system, (0,)))
                tokens[place].systems = tokens[place].systems - absent


def checked(source: Source, index: int, end: int) -> List[Tuple[int, int]]:
    """Where the answer of `#available` at `index` is known to be yes."""
    tokens = source.tokens
    block_end = source.pairs.get(source.enclosing[index], len(tokens) - 1)
    keyword = next(
        (tokens[place].text for place in range(index - 1, -1, -1) if tokens[place].text in ("if", "guard", "while")), "if")
    place = end + 1
    while place < block_end and tokens[place].text not in ("{", "else"):
        place = source.pairs.get(place, place) + 1
    brace = place + 1 if tokens[place].text == "else" else place
    close = source.pairs.get(brace, brace)
    otherwise = []
    if close + 2 < len(tokens) and tokens[close + 1].text == "else" and tokens[close + 2].text == "{":
        otherwise = [(close + 2, source.pairs.get(close + 2, close + 2))]
    if tokens[index].text == "#available":
        return [(end, place), (close + 1, block_end)] if keyword == "guard" else [(end, close)]
    return [(brace, close)] if keyword == "guard" else otherwise


GOES_ON = {"{", "where", "->", ":", "=", ".", "throws", "async", ",", "&&", "||", "?", "("}
HANGS = {",", "=", "->", ":", ".", "(", "&&", "||", "where", "@"}


def declaration_end(source: Source, start: int) -> int:
    """The last token of the declaration that begins at `start`, attributes included."""
    tokens, place = source.tokens, start
    has_begun = False
    while place < len(tokens):
        token = tokens[place]
        if token.text == "{" and token.kind == "op":
            return source.pairs.get(place, len(tokens) - 1)
        if token.text in DECLARING:
            has_begun = True
        last = source.pairs.get(place, place)
        if last + 1 >= len(tokens) or tokens[last + 1].text in CLOSING:
            return last
        after = tokens[last + 1]
        is_new_line = after.line > tokens[last].line
        if has_begun and is_new_line and after.text not in GOES_ON and tokens[last].text not in HANGS:
            return last
        place = last + 1
    return len(tokens) - 1


DECLARING = {
    "func", "var", "let", "init", "class", "struct", "enum", "actor", "protocol", "typealias", "extension", "case",
    "subscript", "deinit", "import", "associatedtype"}
