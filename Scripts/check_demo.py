#!/usr/bin/env python3
"""Checks what `make demo` printed: the sample trip's transitions, the server's count and the reasons for silence.

    make demo | tee demo.txt && Scripts/check_demo.py demo.txt
"""
import re
import sys
from pathlib import Path

EXPECTED = [
    ("06:40:00", "ENTER", "home"), ("06:42:38", "EXIT", "home"), ("06:59:20", "ENTER", "office"),
    ("07:04:20", "DWELL", "office"), ("07:06:31", "DWELL", "campus"), ("07:22:05", "EXIT", "office"),
    ("07:27:43", "ENTER", "park"), ("07:31:12", "EXIT", "park"), ("07:34:13", "ENTER", "shop"),
    ("07:38:04", "EXIT", "shop"), ("07:41:43", "ENTER", "kiosk"), ("07:41:48", "EXIT", "kiosk"),
    ("07:52:54", "ENTER", "home"),
]
LINES = (
    "13 transitions", "13 transitions, 0 disagreements", r"the server holds 13 transitions and \d+ positions", "the queue holds 0 records",
    r"  school +it reports enter, exit; it has a region of 100 m; .*outside.*",
    r"  airport +it reports enter, exit; it has no region: too far away to be a candidate; .*",
)


def problems(text: str) -> list:
    told = re.findall(r"^2026-04-14T(\d\d:\d\d:\d\d)\.\d{3}Z +(ENTER|EXIT|DWELL) +(\w+) ", text, re.MULTILINE)
    found = [] if told == EXPECTED else [f"the transitions are {told}"]
    return found + [f"no line is: {line}" for line in LINES if not re.search(f"^{line}$", text, re.MULTILINE)]


if __name__ == "__main__":
    found = problems(Path(sys.argv[1]).read_text(encoding="utf-8"))
    print("\n".join(found) or "the demo shows what it should")
    sys.exit(bool(found))
