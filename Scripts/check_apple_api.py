#!/usr/bin/env python3
"""Checks the code that Apple systems compile, on a machine that has none of Apple's SDKs.

    Scripts/check_apple_api.py                         check; exits 1 and says file, line and reason
    Scripts/check_apple_api.py --write-documentation   write Documentation/AppleAPI.md anew as well
    Scripts/check_apple_api.py --root OTHER            check another checkout

What it refuses, in Sources:

- a declaration of Apple's that Scripts/apple_api.json does not list, or with other labels;
- one that needs more than the floor (iOS 17, macOS 14) without #available or @available round it, or that macOS lacks
  without a platform condition; also what is newer than the floor in Swift's own library;
- a switch over an imported enumeration that does not end in @unknown default;
- a delegate's method with a name or types that the system would not call;
- canImport(CoreLocation), (UIKit), (UserNotifications), (BackgroundTasks) or (Network); @objc, #selector, #keyPath;
- an import of Glibc without one of Darwin, and a call that only Linux has without its twin in the same file;
- an import of Apple's location frameworks outside AppleLocation but for the lines the table lists with a reason, and any
  import of a stand-in;
- in code that only Apple systems compile: a name that stands in no list and nowhere else in the package.

In Tests/Support it refuses public declarations of the stand-in modules that the table does not have, or has with other
parameters, or with another availability, actor or sendability. The build on Linux type-checks AppleLocation against those modules, so both together say more than either.

It refuses a stale Documentation/AppleAPI.md, and a reason in its table for an import that is not there.

It takes a case in a pattern, `case .unmonitored:`, wherever it stands: Swift 6.3 lets a pattern name a case that is newer
than the floor or absent on a system (tried with -parse-stdlib and Apple's targets), and refuses `== .unmonitored`.

What it cannot see. It reads text and infers no types. A member is matched by the written or followed type of what stands
before it: annotations, initialisers, casts, parameters, results that the table names, elements of for loops. Behind
anything else (closures' parameters, results of our own functions, keys) only a name that nothing in the package declares
is recognised, and then only its availability is checked. `.case` written alone is such a name, unless a switch shows
what it is. Labels are compared, types of arguments are not, nor isolation, sendability and errors. Of Foundation it knows
nothing but names; of Darwin, Mac Catalyst, tvOS, watchOS and visionOS nothing at all. The first build with Xcode is what
counts: Documentation/AppleAPI.md says how to do it.
"""
import argparse
import sys
from pathlib import Path
from typing import Dict, List, Set

sys.path.insert(0, str(Path(__file__).resolve().parent))

from apple_api import attributes, documentation, rules, standin  # noqa: E402
from apple_api.reading import BY_TYPE, Finding, Reading, Use, properties_of  # noqa: E402
from apple_api.swift_text import APPLE, Source, read  # noqa: E402
from apple_api.table import Table, own_declarations  # noqa: E402

TARGET = "AppleLocation"
STAND_INS = ("CoreLocation", "UserNotifications", "UIKit", "Network")
FLAG = "APPLE_STANDIN"


class Check:
    """One run over one checkout."""

    def __init__(self, root: Path, table: Table) -> None:
        self.root, self.table = root, table
        self.problems: List[str] = []
        self.uses: Dict[str, List[Use]] = {}
        self.counts = dict.fromkeys(("files", "uses of Apple's declarations", "in AppleLocation", "stand-in declarations"), 0)
        folders = root / "Sources"
        self.modules = {path.name for path in folders.iterdir() if path.is_dir()} | table.stand_ins
        self.own_modules = {path.name for path in folders.iterdir() if path.is_dir()}
        self.sources = [self.source(path) for path in sorted(folders.glob("**/*.swift"))]

    def source(self, path: Path) -> Source:
        name = path.relative_to(self.root).as_posix()
        flags = {FLAG} if f"/{TARGET}/" in name or name.startswith("Tests/Support/") else set()
        return read(name, path.read_text(encoding="utf-8"), flags, self.own_modules)

    def run(self) -> None:
        own = own_declarations(self.sources, TARGET)
        used_imports: Set[int] = set()
        targets: Dict[str, List[Source]] = {}
        for source in self.sources:
            targets.setdefault(source.name.split("/")[1], []).append(source)
        for target, sources in targets.items():
            is_apple = target == TARGET
            properties: Dict[str, object] = {}
            for _ in range(2 if is_apple else 1):
                readings = [Reading(source, self.table, own, properties, is_apple) for source in sources]
                properties = properties_of(readings)
            for reading in readings:
                self.file(reading, own, used_imports)
        for number, item in enumerate(self.table.imports):
            if number not in used_imports:
                self.problems.append(f"the table excuses an import that is not there: {item['file']}, {item['module']}")
        self.stand_ins()

    def file(self, reading: Reading, own, used_imports: Set[int]) -> None:
        source, table = reading.source, self.table
        found: List[Finding] = []
        found += rules.conditions(source)
        found += rules.objective_c(source)
        found += rules.imports(source, table, self.own_modules, reading.is_apple_target, used_imports)
        found += rules.twins(source, table)
        found += rules.newer_language(source, table, own)
        found += rules.switches(source, reading, table, own)
        for row, token, problem in rules.delegates(source, table):
            if row is not None:
                reading.uses.append(Use(row, token, BY_TYPE))
            if problem:
                found.append(Finding(token.line, problem))
        reading.read()
        found += rules.unseen(source, reading, table, own)
        for use in reading.uses:
            for system in sorted(use.token.systems & APPLE if not use.is_pattern else ()):
                whole = table.types[use.entry["type"]]
                problem = whole.problem(system, use.token.least, table.floor) or use.entry.problem(
                    system, use.token.least, table.floor)
                if problem:
                    found.append(Finding(use.token.line, problem))
            if reading.is_apple_target:
                self.uses.setdefault(documentation.key(use.entry), []).append(use)
        found += reading.findings
        self.counts["files"] += 1
        self.counts["uses of Apple's declarations"] += len(reading.uses)
        self.counts["in AppleLocation"] += len(reading.uses) if reading.is_apple_target else 0
        for finding in sorted(set(found)):
            self.problems.append(f"{source.name}:{finding.line}: {finding.text}")

    def stand_ins(self) -> None:
        for module in STAND_INS:
            for path in sorted((self.root / "Tests" / "Support" / module).glob("**/*.swift")):
                source = self.source(path)
                found, count = standin.check(source, module, self.table)
                found += attributes.check(source, path.read_text(encoding="utf-8"), module, self.table)
                self.counts["stand-in declarations"] += count
                self.problems += [f"{source.name}:{finding.line}: {finding.text}" for finding in found]


def main(arguments: List[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write-documentation", action="store_true", help="write Documentation/AppleAPI.md anew")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[1], help="the checkout to check")
    options = parser.parse_args(arguments)
    table = Table(Path(__file__).resolve().parent / "apple_api.json")
    check = Check(options.root.resolve(), table)
    check.run()
    document = options.root / "Documentation" / "AppleAPI.md"
    opening = Path(__file__).resolve().parent / "apple_api" / "opening.md"
    text = documentation.document(check.uses, table, opening.read_text(encoding="utf-8"))
    if options.write_documentation:
        document.write_text(text, encoding="utf-8")
    elif not document.exists() or document.read_text(encoding="utf-8") != text:
        check.problems.append("Documentation/AppleAPI.md is stale: run Scripts/check_apple_api.py --write-documentation")
    for problem in check.problems:
        print(problem)
    print("; ".join(f"{count} {what}" for what, count in check.counts.items()) + f"; {len(table.entries)} rows in the table")
    print(f"{len(check.problems)} problems" if check.problems else "as far as text tells, Apple systems can compile this")
    return 1 if check.problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
