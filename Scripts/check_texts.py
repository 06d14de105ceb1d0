#!/usr/bin/env python3
"""Checks the committed texts: samples are the ones that are compiled and run, links lead somewhere, no machine's paths.

A Swift sample in README.md or Documentation/ stands under a mark that names it, `<!-- sample: FILE#NAME -->`, and must be
word for word what stands in Tests/GuideTests/FILE.swift between `// sample: NAME` and `// end`. The guide to the phone has
marks without a file and a test of its own.
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MARKED = re.compile(r"<!-- sample: (\w+)(?:#(\w+))? -->\n```swift\n(.*?)```", re.DOTALL)
BLOCK = re.compile(r"^```swift$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")
MACHINE_PATH = re.compile(r"(?<![\w.:/-])/(?:home|Users|root|work|opt|private|mnt)/\w")


def texts() -> list:
    return sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "Documentation").glob("**/*.md")])


def words(text: str) -> list:
    """The lines without their indentation, and without imports, which a test has at its top."""
    lines = (line.strip() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("import ")]


def compiled(file: str, name: str) -> list:
    source = ROOT / "Tests" / "GuideTests" / f"{file}.swift"
    found = re.search(rf"// sample: {name}\n(.*?)// end\n", source.read_text(encoding="utf-8"), re.DOTALL)
    return words(found[1]) if found else []


def sample_problems(path: Path, text: str) -> list:
    found = []
    marked = MARKED.findall(text)
    if len(marked) != len(BLOCK.findall(text)):
        found.append(f"{path.name}: a Swift sample has no mark, so nothing compiles it")
    for file, name, sample in marked:
        if name and words(sample) != compiled(file, name):
            found.append(f"{path.name}: sample {file}#{name} is not the one in Tests/GuideTests/{file}.swift")
    return found


def link_problems(path: Path, text: str) -> list:
    return [f"{path.name}: {link} leads nowhere" for link in LINK.findall(text) if not (path.parent / link).exists()]


def path_problems() -> list:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--", "*.md", "*.swift", "*.py", "*.json", "Makefile", "Scripts", ".ci"], cwd=ROOT,
        check=True, capture_output=True)
    found = []
    for name in filter(None, listed.stdout.decode().split("\0")):
        for number, line in enumerate((ROOT / name).read_text(encoding="utf-8").splitlines(), 1):
            if MACHINE_PATH.search(line):
                found.append(f"{name}, line {number}: a path of one machine")
    return found


def main() -> int:
    found = path_problems()
    for path in texts():
        text = path.read_text(encoding="utf-8")
        found += sample_problems(path, text) + link_problems(path, text)
    print("\n".join(found) or "samples, links and paths are in order")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
