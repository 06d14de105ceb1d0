#!/usr/bin/env python3
"""What a trip means for a set of circular fences, from geometry alone.

Reads a GPX track, moves along it in straight lines at the points' own times, and prints as JSON lines where the way
passes the fences' edges. It knows no accuracy, no operating system and no latency: it is the truth that a simulated
or real phone is compared with. Nothing here is derived from the package's own code.

    evaluate_trip.py TRACK.gpx --fences FENCES.json
    evaluate_trip.py TRACK.gpx --cities CITIES.csv --radius 2000
    evaluate_trip.py TRACK.gpx --along-track 20 --radius 150

Lines, in this order:

    {"kind": "crossing", "fence": …, "direction": "ENTER" | "EXIT", "time": …, "overGap": …, "notBefore": …}
        sorted by time, then by the fences' order; time is the milliseconds since 1970 at which the way passes the edge.
        With "overGap" true the way between notBefore and time is unknown: the side changed somewhere there, and
        time is that of the first point after the gap.
    {"kind": "dwell", "fence": …, "time": …}
        for fences that ask for it: the entry plus the delay (300000 ms if none is given), if the stay lasts that long.
    {"kind": "stay", "fence": …, "from": …, "to": …, "milliseconds": …, "fromStart": …, "toEnd": …}
        one for each time spent inside; a gap with both ends inside does not end it.
    {"kind": "fence", "fence": …, "start": "inside" | "outside", "end": …, "insideMilliseconds": …, "stays": …,
     "closestMetres": …}
        for each fence that was inside at some time, or for all of them with --all; closestMetres is the distance from
        the way to the centre, null where the fence is too far away for it to matter.

A fence holds what lies at most its radius away from its centre, along the WGS-84 ellipsoid. `--along-track N` takes as
centres the usable points with the indices floor((i + 0.5) * count / N), named track-000, track-001, …
"""
import argparse
import csv
import json
import math
import re
import sys
import xml.etree.ElementTree as ElementTree
from datetime import datetime, timedelta, timezone
from fractions import Fraction

try:
    from geographiclib.geodesic import Geodesic
except ImportError:
    Geodesic = None

A = 6378137.0
F = 1 / 298.257223563
B = A * (1 - F)
E2 = F * (2 - F)
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
NAMESPACES = ("", "http://www.topografix.com/GPX/1/0", "http://www.topografix.com/GPX/1/1")
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
TIME = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?:([Zz])|([+-])(\d\d):?(\d\d))?")


# Geodesy


def vincenty(lat1, lon1, lat2, lon2):
    """Metres between two positions on WGS-84, by Vincenty's inverse formula (Survey Review XXIII, 1975)."""
    if (lat1, lon1) == (lat2, lon2):
        return 0.0
    difference = math.radians((lon2 - lon1 + 540) % 360 - 180)
    u1 = math.atan((1 - F) * math.tan(math.radians(lat1)))
    u2 = math.atan((1 - F) * math.tan(math.radians(lat2)))
    su1, cu1, su2, cu2 = math.sin(u1), math.cos(u1), math.sin(u2), math.cos(u2)
    lam = difference
    for _ in range(200):
        sl, cl = math.sin(lam), math.cos(lam)
        sin_sigma = math.hypot(cu2 * sl, cu1 * su2 - su1 * cu2 * cl)
        if sin_sigma == 0:
            return 0.0
        cos_sigma = su1 * su2 + cu1 * cu2 * cl
        sigma = math.atan2(sin_sigma, cos_sigma)
        sin_alpha = cu1 * cu2 * sl / sin_sigma
        cos2_alpha = 1 - sin_alpha * sin_alpha
        cos_2m = cos_sigma - 2 * su1 * su2 / cos2_alpha if cos2_alpha > 1e-15 else 0.0
        c = F / 16 * cos2_alpha * (4 + F * (4 - 3 * cos2_alpha))
        before = lam
        lam = difference + (1 - c) * F * sin_alpha * (
            sigma + c * sin_sigma * (cos_2m + c * cos_sigma * (2 * cos_2m * cos_2m - 1)))
        if abs(lam - before) < 1e-13:
            break
    else:
        # Nearly opposite points: further away than any fence is large.
        return math.pi * B
    squared = cos2_alpha * (A * A - B * B) / (B * B)
    big_a = 1 + squared / 16384 * (4096 + squared * (-768 + squared * (320 - 175 * squared)))
    big_b = squared / 1024 * (256 + squared * (-128 + squared * (74 - 47 * squared)))
    delta = big_b * sin_sigma * (cos_2m + big_b / 4 * (
        cos_sigma * (2 * cos_2m ** 2 - 1)
        - big_b / 6 * cos_2m * (4 * sin_sigma ** 2 - 3) * (4 * cos_2m ** 2 - 3)))
    return B * big_a * (sigma - delta)


def distance(lat1, lon1, lat2, lon2):
    """Metres between two positions: GeographicLib where it is installed, Vincenty's formula where it is not."""
    if Geodesic is not None:
        return Geodesic.WGS84.Inverse(lat1, lon1, lat2, lon2, Geodesic.DISTANCE)["s12"]
    return vincenty(lat1, lon1, lat2, lon2)


def cartesian(lat, lon):
    """The position in metres from the centre of the Earth; straight lines there are never longer than the way."""
    phi, lam = math.radians(lat), math.radians(lon)
    normal = A / math.sqrt(1 - E2 * math.sin(phi) ** 2)
    return (normal * math.cos(phi) * math.cos(lam), normal * math.cos(phi) * math.sin(lam),
            normal * (1 - E2) * math.sin(phi))


# Reading a track


class Point:
    __slots__ = ("lat", "lon", "time", "after_gap", "segment", "xyz")

    def __init__(self, lat, lon, time, segment):
        self.lat, self.lon, self.time, self.segment = lat, lon, time, segment
        self.after_gap = False
        self.xyz = cartesian(lat, lon)


def parse_number(text):
    text = (text or "").strip(" \t\r\n")
    if not NUMBER.fullmatch(text):
        return None
    value = float(text)
    return value if math.isfinite(value) else None


def parse_time(text):
    """Milliseconds since 1970; a time without a zone is UTC; None for what is no time."""
    match = TIME.fullmatch(text.strip(" \t\r\n"))
    if not match:
        return None
    year, month, day, hour, minute, second = (int(match[i]) for i in range(1, 7))
    leap = second == 60
    try:
        moment = datetime(year, month, day, hour, minute, 59 if leap else second, tzinfo=timezone.utc)
    except ValueError:
        return None
    offset = 0
    if match[9]:
        if int(match[10]) > 23 or int(match[11]) > 59:
            return None
        offset = (int(match[10]) * 60 + int(match[11])) * (-1 if match[9] == "-" else 1)
    fraction = Fraction(int(match[7]), 10 ** len(match[7])) * 1000 if match[7] else Fraction(0)
    milliseconds = 999 if leap else math.floor(fraction + Fraction(1, 2))
    return (moment - timedelta(minutes=offset) - EPOCH) // timedelta(milliseconds=1) + milliseconds


def split_name(tag):
    if tag.startswith("{"):
        namespace, local = tag[1:].split("}", 1)
        return namespace, local
    return "", tag


def collect_points(data):
    """The raw points by element, each (lat, lon, time, fix, segment), and the error that ended the document early."""
    raw = {"trkpt": [], "rtept": [], "wpt": []}
    parents = {"trk": "gpx", "rte": "gpx", "wpt": "gpx", "trkseg": "trk", "trkpt": "trkseg", "rtept": "rte"}
    parser = ElementTree.XMLPullParser(["start", "end"])
    path, segment, error = [], 0, None

    def handle_events():
        nonlocal segment
        for event, element in parser.read_events():
            namespace, local = split_name(element.tag)
            ours = namespace in NAMESPACES
            if event == "start":
                known = ours and (not path and local == "gpx" or bool(path) and parents.get(local) == path[-1])
                if not path and not known:
                    raise ValueError("the document's root is not gpx")
                path.append(local if known else None)
                segment += known and local in ("trkseg", "rte")
            else:
                role = path.pop()
                if role in raw:
                    raw[role].append(raw_point(element, segment))

    # In pieces, so that what came before an error is kept.
    try:
        for start in range(0, len(data), 256):
            parser.feed(data[start:start + 256])
            handle_events()
        parser.close()
    except ElementTree.ParseError as problem:
        error = str(problem)
    return raw, error


def raw_point(element, segment):
    texts = {}
    for child in element:
        namespace, local = split_name(child.tag)
        text = (child.text or "").strip(" \t\r\n")
        if namespace in NAMESPACES and local in ("time", "fix") and text and not len(child):
            texts.setdefault(local, text)
    return element.get("lat"), element.get("lon"), texts.get("time"), texts.get("fix"), segment


def read_track(data, gap_seconds=30.0, start=None, step=None, speed=None):
    """The usable points of a GPX document, in strictly increasing time, with notes on what was left out."""
    raw, error = collect_points(data)
    chosen = next((points for points in raw.values() if points), [])
    notes = [] if error is None else ["the document broke off: " + error]
    timed = any(time is not None for _, _, time, _, _ in chosen)
    if chosen and not timed and (start is None or (step is None) == (speed is None)):
        raise ValueError("no point has a time: give --start and one of --step, --speed")
    points, paced = [], None
    for number, (lat_text, lon_text, time_text, fix, segment) in enumerate(chosen, 1):
        lat, lon = parse_number(lat_text), parse_number(lon_text)
        if lat is None or lon is None or not -90 <= lat <= 90 or not -180 <= lon <= 180:
            notes.append(f"point {number}: no position")
            continue
        lon = -180.0 if lon == 180 else lon
        if fix == "none":
            continue
        if timed:
            time = parse_time(time_text) if time_text else None
            if time is None:
                notes.append(f"point {number}: no time")
                continue
        else:
            if paced is None:
                passed = 0.0
            elif step is not None:
                passed = paced[2] + step * 1000
            else:
                passed = paced[2] + distance(paced[0], paced[1], lat, lon) / speed * 1000
            paced = (lat, lon, passed)
            time = start + math.floor(passed + 0.5)
        if points and time < points[-1].time:
            notes.append(f"point {number}: earlier than the one before")
            continue
        if points and time == points[-1].time:
            points.pop()
        point = Point(lat, lon, time, segment)
        if points:
            before = points[-1]
            point.after_gap = before.segment != segment or time - before.time > gap_seconds * 1000
        points.append(point)
    if not points:
        raise ValueError("the track has no usable point: " + "; ".join(notes[:3]))
    return points, notes


# Fences


class Fence:
    __slots__ = ("name", "lat", "lon", "radius", "dwell", "xyz")

    def __init__(self, name, lat, lon, radius, dwell=None):
        self.name, self.lat, self.lon, self.radius, self.dwell = name, lat, lon, radius, dwell
        self.xyz = cartesian(lat, lon)

    def distance(self, lat, lon):
        return distance(self.lat, self.lon, lat, lon)


def read_fences(text):
    fences = []
    for item in json.loads(text):
        delay = item.get("loiteringDelay")
        usable = isinstance(delay, (int, float)) and not isinstance(delay, bool) and delay > 0
        dwell = (delay if usable else 300000) if item.get("notifyOnDwell") else None
        fences.append(Fence(item["identifier"], item["latitude"], item["longitude"], item["radius"], dwell))
    return fences


def read_cities(lines, radius):
    return [Fence(row["geonameid"], float(row["latitude"]), float(row["longitude"]), radius)
            for row in csv.DictReader(lines)]


def along_track(points, count, radius):
    fences = []
    for i in range(count):
        point = points[(2 * i + 1) * len(points) // (2 * count)]
        fences.append(Fence(f"track-{i:03d}", point.lat, point.lon, radius))
    return fences


# Crossings


def place(before, after, fraction):
    """Linear in latitude and longitude, the shorter way round."""
    east = (after.lon - before.lon + 540) % 360 - 180
    return before.lat + (after.lat - before.lat) * fraction, before.lon + east * fraction


def bisect(inside, low, high):
    """The fraction at which `inside` changes between two fractions where it differs."""
    first = inside(low)
    for _ in range(60):
        middle = (low + high) / 2
        if inside(middle) == first:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def nearest(function):
    """The fraction in 0…1 at which a function with one valley is smallest, by golden section."""
    ratio = (math.sqrt(5) - 1) / 2
    low, high = 0.0, 1.0
    left, right = high - ratio, low + ratio
    at_left, at_right = function(left), function(right)
    for _ in range(40):
        if at_left < at_right:
            high, right, at_right = right, left, at_left
            left = high - ratio * (high - low)
            at_left = function(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + ratio * (high - low)
            at_right = function(right)
    return (low + high) / 2


class Result:
    def __init__(self, fence, index):
        self.fence, self.index = fence, index
        self.crossings = []  # (time, enters, not_before or None)
        self.stays = []  # (from, to, from_start, to_end)
        self.start = self.end = False
        self.closest = None


def evaluate_fence(fence, index, points, lengths):
    """Everything one fence meets on the way. `lengths` are straight lines between neighbouring points."""
    result = Result(fence, index)
    radius = fence.radius
    # A straight line through the Earth is shorter than the way on it, so what is further than this is outside.
    straight = [math.dist(fence.xyz, point.xyz) for point in points]
    # Where neither end nor anything between can come near, distances are not worth computing.
    near = [False] * len(points)
    for i, gap in enumerate(straight):
        reach = radius * 1.5 + 50
        around = max(lengths[i - 1] if i else 0.0, lengths[i] if i < len(lengths) else 0.0)
        near[i] = gap <= reach + around * 1.05
    far = math.inf
    at = [fence.distance(p.lat, p.lon) if near[i] else far for i, p in enumerate(points)]
    inside_at = [d <= radius for d in at]
    closest = min(at)
    result.start, result.end = inside_at[0], inside_at[-1]

    for i in range(len(points) - 1):
        before, after = points[i], points[i + 1]
        if after.after_gap:
            if inside_at[i] != inside_at[i + 1]:
                result.crossings.append((after.time, inside_at[i + 1], before.time))
            continue
        if not (near[i] or near[i + 1]):
            continue

        def gap_at(fraction):
            return fence.distance(*place(before, after, fraction))

        def inside(fraction):
            return gap_at(fraction) <= radius

        def moment(fraction):
            return before.time + math.floor((after.time - before.time) * fraction + 0.5)

        valley = nearest(gap_at)
        closest = min(closest, gap_at(valley))
        if inside_at[i] != inside_at[i + 1]:
            result.crossings.append((moment(bisect(inside, 0.0, 1.0)), inside_at[i + 1], None))
        elif not inside_at[i] and inside(valley):
            result.crossings.append((moment(bisect(inside, 0.0, valley)), True, None))
            result.crossings.append((moment(bisect(inside, valley, 1.0)), False, None))
    result.closest = None if math.isinf(closest) else closest

    entered, from_start = (points[0].time, True) if result.start else (None, False)
    for time, enters, _ in result.crossings:
        if enters:
            entered, from_start = time, False
        else:
            result.stays.append((entered, time, from_start, False))
            entered = None
    if entered is not None:
        result.stays.append((entered, points[-1].time, from_start, True))
    return result


def evaluate(points, fences):
    lengths = [math.dist(a.xyz, b.xyz) for a, b in zip(points, points[1:])]
    # The box around all points, widened by each fence's radius, excludes most fences of a world-wide list.
    south, north = min(p.lat for p in points), max(p.lat for p in points)
    west, east = min(p.lon for p in points), max(p.lon for p in points)
    results = []
    for index, fence in enumerate(fences):
        margin = (fence.radius * 1.5 + 100) / 110000
        if not south - margin <= fence.lat <= north + margin:
            results.append(Result(fence, index))
            continue
        highest = max(abs(south), abs(north)) + margin
        if east - west < 180 and highest < 89:
            wide = margin / math.cos(math.radians(highest))
            if not any(west - wide <= fence.lon + turn <= east + wide for turn in (-360, 0, 360)):
                results.append(Result(fence, index))
                continue
        results.append(evaluate_fence(fence, index, points, lengths))
    return results


def report(results, everything=False):
    """The lines to print, as dictionaries."""
    side = {True: "inside", False: "outside"}
    crossings = sorted(
        (time, result.index, order, result.fence.name, enters, not_before)
        for result in results for order, (time, enters, not_before) in enumerate(result.crossings))
    for time, _, _, name, enters, not_before in crossings:
        line = {"kind": "crossing", "fence": name, "direction": "ENTER" if enters else "EXIT", "time": time,
                "overGap": not_before is not None}
        if not_before is not None:
            line["notBefore"] = not_before
        yield line
    dwells = sorted(
        (start + result.fence.dwell, result.index, result.fence.name)
        for result in results if result.fence.dwell is not None
        for start, end, _, _ in result.stays if end - start >= result.fence.dwell)
    for time, _, name in dwells:
        yield {"kind": "dwell", "fence": name, "time": time}
    for result in results:
        for start, end, from_start, to_end in result.stays:
            yield {"kind": "stay", "fence": result.fence.name, "from": start, "to": end, "milliseconds": end - start,
                   "fromStart": from_start, "toEnd": to_end}
    for result in results:
        if result.stays or everything:
            closest = None if result.closest is None else round(result.closest, 3)
            yield {"kind": "fence", "fence": result.fence.name, "start": side[result.start],
                   "end": side[result.end], "insideMilliseconds": sum(s[1] - s[0] for s in result.stays),
                   "stays": len(result.stays), "closestMetres": closest}


def main(arguments):
    parser = argparse.ArgumentParser(description="Expected crossings of circular fences on a GPX track.")
    parser.add_argument("track")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--fences", metavar="JSON", help="a list of fences as BGeo writes them")
    source.add_argument("--cities", metavar="CSV", help="places with geonameid, latitude and longitude")
    source.add_argument("--along-track", metavar="N", type=int, help="N fences on the track itself")
    parser.add_argument("--radius", type=float, help="metres, for --cities and --along-track")
    parser.add_argument("--gap-seconds", type=float, default=30.0, help="silence above which the way is unknown")
    parser.add_argument("--start", help="time of the first point of a track without times")
    parser.add_argument("--step", type=float, help="seconds between the points of such a track")
    parser.add_argument("--speed", type=float, help="or metres per second")
    parser.add_argument("--all", action="store_true", help="a line also for fences that were never inside")
    options = parser.parse_args(arguments)
    if options.fences is None and not (options.radius and options.radius > 0):
        parser.error("--cities and --along-track need a --radius above 0")
    start = parse_time(options.start) if options.start else None
    if options.start and start is None:
        parser.error("--start is not a time")
    try:
        with open(options.track, "rb") as file:
            points, notes = read_track(file.read(), options.gap_seconds, start, options.step, options.speed)
    except (OSError, ValueError) as problem:
        print(problem, file=sys.stderr)
        return 1
    if notes:
        print(f"{len(notes)} notes on the track, the first: {notes[0]}", file=sys.stderr)
    if options.fences is not None:
        with open(options.fences, encoding="utf-8") as file:
            fences = read_fences(file.read())
    elif options.cities is not None:
        with open(options.cities, encoding="utf-8", newline="") as file:
            fences = read_cities(file, options.radius)
    else:
        fences = along_track(points, options.along_track, options.radius)
    for line in report(evaluate(points, fences), options.all):
        print(json.dumps(line, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
