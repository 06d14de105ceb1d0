#!/usr/bin/env python3
"""Writes BGeo's fences in the shapes of the other two vendors, so that all three can be shown on one trip.

    vendor_fences.py FENCES.json FOLDER      writes FOLDER/beekon.json and FOLDER/customerio.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path


def beekon(fence: dict) -> dict:
    """Beekon knows no dwell, so a fence that tells only that is silent there."""
    return {
        "id": fence["identifier"],
        "latitude": fence["latitude"],
        "longitude": fence["longitude"],
        "radiusMeters": fence["radius"],
        "notifyOnEntry": fence.get("notifyOnEntry", False),
        "notifyOnExit": fence.get("notifyOnExit", False),
    }


def customerio(fence: dict) -> dict:
    """Customer.io's wire shape. Without a word in the list both directions are told, so a dwell-only fence says `dwell`."""
    words = [word for word, key in (("enter", "notifyOnEntry"), ("exit", "notifyOnExit")) if fence.get(key)]
    entry: dict = {
        "id": fence["identifier"],
        "name": fence["identifier"].title(),
        "latitude": fence["latitude"],
        "longitude": fence["longitude"],
        "radius": fence["radius"],
        "transition_types": words or ["dwell"],
        "geoset_ids": ["sample"],
    }
    if fence.get("notifyOnDwell"):
        delay = fence.get("loiteringDelay")
        entry["dwell_threshold_seconds"] = int(delay / 1000) if delay and delay > 0 else 300
    return entry


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    fences = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
    folder = Path(arguments[1])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "beekon.json").write_text(json.dumps([beekon(f) for f in fences]), encoding="utf-8")
    (folder / "customerio.json").write_text(json.dumps({"geofences": [customerio(f) for f in fences]}), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
