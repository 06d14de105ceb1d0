#!/usr/bin/env python3
"""Write trip.gpx and fences.json: an invented working morning in a town laid over the centre of Warsaw.

    06:40  at home, then on foot to the bus          -> leaves "home"
           the bus passes 30 m beside "school"       -> nothing
           on foot to the office, 20 minutes there   -> enters "office" and, after 5 minutes, dwells;
                                                        dwells in "campus", which tells nothing else
           on foot through a park without stopping   -> enters and leaves "park", no dwell
           2 minutes at a shop                       -> enters and leaves "shop"
           a tram between high houses, poor accuracy -> passes through "kiosk", 20 m small: cannot be told
           90 s in a tunnel without any position     -> a new segment
           on foot the last part, at home again      -> enters "home"
           "airport" is 8 km away                    -> nothing

One point every 5 s, with hdop and height. There is no input, and the wobble of the positions comes from a generator of
whole numbers, so the output is the same byte for byte each time.
"""
import json
import math
import pathlib
import sys
from datetime import datetime, timedelta, timezone

ORIGIN = (52.2297, 21.0122)
START = datetime(2026, 4, 14, 6, 40, 0, tzinfo=timezone.utc)
STEP = 5
WALK, BUS, TRAM = 1.45, 8.5, 7.0
GOOD, POOR = (0.7, 1.1), (4.8, 7.2)

# Metres east and north of the origin.
HOME, BUS_STOP, OFFICE, SHOP = (0, 0), (420, 300), (3700, 1350), (3000, 2260)
TUNNEL_IN, TUNNEL_OUT = (1700, 1700), (1250, 1200)

# What happens, in order: ("stay", seconds), ("go", metres per second, places…), ("sky", hdop), ("tunnel", seconds, to).
# The tunnel takes 85 s, so that 90 s lie between the points on its two sides.
PLAN = [
    ("stay", 90),
    ("go", WALK, (180, 40), (210, 260), BUS_STOP),
    ("stay", 60),
    ("go", BUS, (1200, 420)),
    ("stay", 20),
    ("go", BUS, (2100, 380), (2900, 900)),
    ("stay", 20),
    ("go", BUS, (3500, 1100)),
    ("go", WALK, (3650, 1180), OFFICE),
    ("stay", 1200),
    ("go", WALK, (3500, 1650), (3330, 1850), (3320, 2000), (3270, 2200), SHOP),
    ("stay", 120),
    ("go", WALK, (2850, 2230)),
    ("stay", 40),
    ("sky", POOR),
    ("go", TRAM, (2300, 2050), TUNNEL_IN),
    ("sky", GOOD),
    ("tunnel", 85, TUNNEL_OUT),
    ("go", TRAM, BUS_STOP),
    ("go", WALK, (210, 260), (180, 40), HOME),
    ("stay", 150),
]

FENCES = [
    ("home", 100, HOME, ("entry", "exit"), None, {"label": "Home", "quiet": False}),
    ("office", 120, OFFICE, ("entry", "exit", "dwell"), 300_000, {"label": "Office", "floor": 3, "rooms": ["3.01", "3.14"]}),
    ("campus", 400, (3720, 1320), ("dwell",), 600_000, {"label": "Campus", "parent": None}),
    ("park", 150, (3320, 1990), ("entry", "exit", "dwell"), 300_000, {"label": "Park"}),
    ("shop", 80, SHOP, ("entry", "exit"), None, {"label": "Shop", "discount": 0.15}),
    ("school", 100, (830, 231), ("entry", "exit"), None, {"label": "School"}),
    ("airport", 1000, (-3080, -7120), ("entry", "exit"), None, {"label": "Airport"}),
    ("kiosk", 20, (2006, 1879), ("entry", "exit"), None, {"label": "Kiosk"}),
]


class Wobble:
    """Slowly changing errors of a few metres, from a 32-bit linear congruential generator."""

    def __init__(self):
        self.state = 20260414
        self.east = self.north = 0.0

    def fraction(self):
        self.state = (self.state * 1664525 + 1013904223) % 2 ** 32
        return (self.state >> 8) / 2 ** 24

    def step(self, metres):
        self.east = 0.8 * self.east + 0.4 * metres * (2 * self.fraction() - 1)
        self.north = 0.8 * self.north + 0.4 * metres * (2 * self.fraction() - 1)
        return self.east, self.north


def degrees(east, north):
    """The position so many metres from the origin, in the plane that touches WGS-84 there."""
    phi = math.radians(ORIGIN[0])
    reduction = 1 - 0.00669437999014 * math.sin(phi) ** 2
    along_meridian = 6378137.0 * (1 - 0.00669437999014) / (reduction * math.sqrt(reduction))
    along_parallel = 6378137.0 / math.sqrt(reduction) * math.cos(phi)
    return (ORIGIN[0] + math.degrees(north / along_meridian), ORIGIN[1] + math.degrees(east / along_parallel))


def schedule():
    """Pieces of the way: (from second, to second, from place, to place, hdop), with None for a tunnel's hdop."""
    now, here, sky = 0.0, HOME, GOOD
    for what, *values in PLAN:
        if what == "sky":
            sky = values[0]
        elif what == "stay":
            yield now, now + values[0], here, here, sky
            now += values[0]
        elif what == "tunnel":
            yield now, now + values[0], here, values[1], None
            now, here = now + values[0], values[1]
        else:
            for there in values[1:]:
                seconds = math.dist(here, there) / values[0]
                yield now, now + seconds, here, there, sky
                now, here = now + seconds, there


def segments():
    """Lists of (second, east, north, hdop), broken at the tunnel."""
    pieces = list(schedule())
    wobble = Wobble()
    result, current = [], []
    for second in range(0, int(pieces[-1][1]) + 1, STEP):
        start, end, here, there, sky = next(piece for piece in pieces if second <= piece[1])
        if sky is None:
            if current:
                result.append(current)
                current = []
            continue
        part = (second - start) / (end - start)
        hdop = sky[0] + (sky[1] - sky[0]) * wobble.fraction()
        east, north = wobble.step(2.0 if sky is GOOD else 6.0)
        current.append((second, here[0] + (there[0] - here[0]) * part + east,
                        here[1] + (there[1] - here[1]) * part + north, hdop))
    return result + [current]


def gpx():
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<gpx version="1.1" creator="make_trip.py" xmlns="http://www.topografix.com/GPX/1/1">',
        "<metadata><name>A working morning</name><desc>Invented; see make_trip.py</desc></metadata>",
        "<trk><name>A working morning</name>",
    ]
    for segment in segments():
        lines.append("<trkseg>")
        for second, east, north, hdop in segment:
            lat, lon = degrees(east, north)
            time = (START + timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%SZ")
            height = 110 + 6 * math.sin(east / 700)
            lines.append(f'<trkpt lat="{lat:.7f}" lon="{lon:.7f}"><ele>{height:.1f}</ele>'
                         f"<time>{time}</time><hdop>{hdop:.1f}</hdop></trkpt>")
        lines.append("</trkseg>")
    return "\n".join(lines + ["</trk>", "</gpx>", ""])


def fences():
    result = []
    for identifier, radius, place, tells, delay, extras in FENCES:
        lat, lon = degrees(*place)
        fence = {
            "identifier": identifier, "radius": radius, "latitude": round(lat, 6), "longitude": round(lon, 6),
            "notifyOnEntry": "entry" in tells, "notifyOnExit": "exit" in tells, "notifyOnDwell": "dwell" in tells,
        }
        if delay is not None:
            fence["loiteringDelay"] = delay
        fence["extras"] = extras
        result.append(fence)
    return json.dumps(result, indent=2, ensure_ascii=False) + "\n"


def main(folder):
    (folder / "trip.gpx").write_bytes(gpx().encode())
    (folder / "fences.json").write_bytes(fences().encode())


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent)
