"""Documentation/AppleAPI.md, written from the table and from what the source uses."""
from typing import Dict, List

from .reading import BY_TYPE, Use
from .table import Table

SOURCES = {
    "SI18": "the Swift interface of the iOS 18 SDK", "SI17": "the Swift interface of the iOS 17 SDK",
    "H18": "headers of the iOS 18 SDK", "H17": "headers of the iOS 17 SDK", "H12": "a header of the macOS 12 SDK",
    "H11": "a header of the macOS 11 SDK", "BIND": "the definitions of a binding generator",
    "I17": "the iOS 17 SDK, through the compiler's importer", "M14": "the macOS 14 SDK, through the compiler's importer",
    "DOC": "Apple's documentation", "VCODE": "code of a product that ships", "REM": "memory"}


def document(uses: Dict[str, List[Use]], table: Table, opening: str) -> str:
    lines = [opening.rstrip(), ""]
    rows = {title: found[0].entry for title, found in uses.items()}
    order = {entry.title + entry.get("swift", ""): number for number, entry in enumerate(table.entries)}
    ordered = sorted(rows.values(), key=lambda entry: order[entry.title + entry.get("swift", "")])
    remembered = [entry for entry in ordered if entry["tag"] == "remembered"]
    lines += ["## Remembered, so look at these first", ""]
    if remembered:
        lines += ["| declaration | what is remembered |", "| --- | --- |"]
        lines += [f"| `{escaped(entry)}` | {entry.get('remembered', 'all of it')} |" for entry in remembered]
    else:
        lines.append("None of what is used.")
    modules = []
    for entry in ordered:
        if entry["module"] not in modules:
            modules.append(entry["module"])
    for module in modules:
        lines += ["", f"## {module}", "", "| declaration | iOS | macOS | tag | read in |", "| --- | --- | --- | --- | --- |"]
        for entry in ordered:
            if entry["module"] == module:
                how = "" if any(use.how == BY_TYPE for use in uses[key(entry)]) else " ¹"
                lines.append(
                    f"| `{escaped(entry)}`{how} | {entry['iOS'] or 'none'} | {entry['macOS'] or 'none'} "
                    f"| {entry['tag']} | {', '.join(entry['source'])} |")
    used_sources = [source for source in SOURCES if any(source in entry["source"] for entry in ordered)]
    if any(line.startswith("|") and "` ¹ |" in line for line in lines):
        lines += ["", "¹ Recognised by its name alone."]
    lines.append("")
    lines += ["Read in: " + "; ".join(f"{source}, {SOURCES[source]}" for source in used_sources) + "."] if used_sources else []
    return "\n".join(lines).rstrip() + "\n"


def key(entry: dict) -> str:
    return entry["type"] + "." + entry.get("member", "")


def escaped(entry: dict) -> str:
    text = entry.get("swift", entry["type"]).replace("|", "\\|")
    owner = entry["type"] + ": " if "member" in entry else ""
    return owner + text
