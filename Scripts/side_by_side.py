#!/usr/bin/env python3
"""Shows what three vendors' SDKs told about one trip, a line for each transition, and one payload of each.

    side_by_side.py BGEO.jsonl CUSTOMERIO.jsonl BEEKON.jsonl      exit 1 where they disagree about a crossing

Each file holds what the vendor's example wrote with --events. Beekon knows no dwell and tells nothing about a device that is
found inside at the start, so only what is missing there is no disagreement.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path


def lines(path: str) -> list[dict]:
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines() if line]


def bgeo(event: dict) -> tuple[str, str, str]:
    return event["location"]["geofence"]["timestamp"], event["action"].lower(), event["identifier"]


def customerio(event: dict) -> tuple[str, str, str]:
    properties = event["properties"]
    return event["timestamp"], properties["transition"], properties["geofenceId"]


def beekon(event: dict) -> tuple[str, str, str]:
    return event["timestamp"], event["type"], event["geofenceId"]


def second(key: tuple[str, str, str]) -> tuple[str, str, str]:
    """Beekon's events are told to the second here, so all are compared to the second."""
    return key[0][:19], key[1], key[2]


def main(arguments: list[str]) -> int:
    if len(arguments) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    vendors = [
        ("BGeo", lines(arguments[0]), bgeo),
        ("Customer.io", lines(arguments[1]), customerio),
        ("Beekon", [line for line in lines(arguments[2]) if "type" in line], beekon),
    ]
    told = [{second(key(event)) for event in events} for _, events, key in vendors]
    every = sorted(set().union(*told))
    print(f"{'time':<22}{'transition':<12}{'fence':<12}" + "".join(f"{name:<13}" for name, _, _ in vendors).rstrip())
    wrong = 0
    for key in every:
        marks = [key in one for one in told]
        is_beekons_rule = key[1] == "dwell" or key == min(every)
        agrees = marks[0] == marks[1] and (marks[2] == marks[0] or (is_beekons_rule and not marks[2]))
        wrong += not agrees
        cells = "".join(f"{'yes' if mark else '-':<13}" for mark in marks).rstrip()
        print(f"{key[0] + 'Z':<22}{key[1]:<12}{key[2]:<12}{cells}" + ("" if agrees else "   DISAGREE"))
    print()
    for name, events, _ in vendors:
        print(f"{name}: {json.dumps(events[0], ensure_ascii=False, sort_keys=True)}")
    print()
    print(f"{len(every)} transitions, {wrong} disagreements")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
