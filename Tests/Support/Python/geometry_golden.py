#!/usr/bin/env python3
"""Distances, enclosing circles, areas and perimeters of shapes whose edges are straight in degrees.

Every number follows from geodesics of GeographicLib (through pyproj) and from dense points along the edges; nothing is
taken from the package. Needs numpy and pyproj.

    geometry_golden.py Tests/GeofenceEngineTests/Golden [SEED [POINTS]]

writes measures.json there; other seeds give other shapes and points.
"""
import json
import math
import os
import random
import sys

import numpy as np
from pyproj import Geod

from containment_oracle import Shape, cap, star, wrap

GEOD = Geod(ellps="WGS84")


def distance(lon, lat, lons, lats):
    n = len(lons)
    return GEOD.inv(np.full(n, lon), np.full(n, lat), lons, lats)[2]


def edges(members, holes=True):
    for member in members:
        for ring in member if holes else member[:1]:
            for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1]):
                d = x2 - x1
                d = d - 360 if d > 180 else d + 360 if d < -180 else d
                yield x1, y1, d, y2 - y1


def on_edge(edge, t):
    x1, y1, dx, dy = edge
    return (x1 + t * dx + 180) % 360 - 180, y1 + t * dy


def to_boundary(lon, lat, members):
    """Metres to the nearest place on an edge: a grid on each edge, refined around its five best places."""
    best = math.inf
    for edge in edges(members):
        t = np.linspace(0, 1, 2001)
        d = distance(lon, lat, *on_edge(edge, t))
        if d.min() > best + 1e5:
            continue
        step = 1 / 2000
        for i in np.argsort(d)[:5]:
            low, high = max(0, t[i] - step), min(1, t[i] + step)
            while True:
                s = np.linspace(low, high, 41)
                e = distance(lon, lat, *on_edge(edge, s))
                k = int(e.argmin())
                best = min(best, float(e[k]))
                if high - low < 1e-13:
                    break
                low, high = s[max(0, k - 1)], s[min(40, k + 1)]
    return best


def smallest_circle(members):
    """The radius of the smallest circle around dense points of the outer edges, by golden sections in two directions."""
    lons, lats = [], []
    for edge in edges(members, holes=False):
        x, y = on_edge(edge, np.linspace(0, 1, 1001))
        lons.append(x)
        lats.append(y)
    lons, lats = np.concatenate(lons), np.concatenate(lats)
    # A frame of metres around the first point: bearings and distances, good enough to move a centre in.
    lon0, lat0 = lons[0], lats[0]
    if max(distance(lon0, lat0, lons, lats)) > 3e6 or abs(lat0) > 85:
        lat0 = math.copysign(90, lat0)
    reach = float(max(distance(lon0, lat0, lons, lats)))
    d = distance(lon0, lat0, lons, lats)

    def farthest(x, y):
        lon, lat, _ = GEOD.fwd(lon0, lat0, math.degrees(math.atan2(x, y)), math.hypot(x, y))
        return float(distance(lon, lat, lons, lats).max())

    def golden(f, low, high, accuracy):
        ratio = (math.sqrt(5) - 1) / 2
        a, b = high - ratio * (high - low), low + ratio * (high - low)
        fa, fb = f(a), f(b)
        while high - low > accuracy:
            if fa < fb:
                high, b, fb = b, a, fa
                a = high - ratio * (high - low)
                fa = f(a)
            else:
                low, a, fa = a, b, fb
                b = low + ratio * (high - low)
                fb = f(b)
        return (low + high) / 2, min(fa, fb)

    # Only points near the convex hull matter; keep the farthest in each of many directions.
    angles = np.linspace(0, 2 * math.pi, 721)
    az = np.radians(GEOD.inv(np.full(len(lons), lon0), np.full(len(lons), lat0), lons, lats)[0])
    px, py = d * np.sin(az), d * np.cos(az)
    keep = {int(np.argmax(px * math.cos(a) + py * math.sin(a))) for a in angles}
    all_lons, all_lats = lons, lats
    kept = sorted(keep)
    while True:
        lons, lats = all_lons[kept], all_lats[kept]
        x, _ = golden(lambda x: golden(lambda y: farthest(x, y), -reach, reach, 2e-4)[1], -reach, reach, 2e-4)
        y, radius = golden(lambda y: farthest(x, y), -reach, reach, 2e-4)
        lon, lat, _ = GEOD.fwd(lon0, lat0, math.degrees(math.atan2(x, y)), math.hypot(x, y))
        every = distance(lon, lat, all_lons, all_lats)
        if every.max() <= radius + 1e-4:
            return radius
        kept = sorted(set(kept) | {int(every.argmax())})


def area_and_perimeter(members):
    area = perimeter = 0.0
    for member in members:
        for i, ring in enumerate(member):
            lons, lats = [], []
            for edge in edges([[ring]]):
                x, y = on_edge(edge, np.linspace(0, 1, 2000, endpoint=False))
                lons.append(x)
                lats.append(y)
            a, p = GEOD.polygon_area_perimeter(np.concatenate(lons), np.concatenate(lats))
            a = abs(a)
            a = min(a, 510065621724088.5 - a)
            area += -a if i else a
            perimeter += p
    return area, perimeter


def shapes(seed):
    rng = random.Random(seed)
    yield "square of 200 m at 52 N", [[[(21.0, 52.0), (21.003, 52.0), (21.003, 52.0018), (21.0, 52.0018)]]], True
    yield "concave ring of 9 vertices", [[star(rng, 9, 16.37, 48.2, 0.004, 0.02)]], True
    yield "thirty vertices, 60 km", [[star(rng, 30, -70.5, -33.4, 0.1, 0.3)]], True
    yield "ring with a hole", [[star(rng, 8, 100, 10, 0.08, 0.1), star(rng, 5, 100, 10, 0.02, 0.04)]], True
    yield "across the antimeridian", [[star(rng, 7, 180, -17, 0.1, 0.2)]], True
    yield "two members", [[star(rng, 6, 5, 45, 0.05, 0.1)], [star(rng, 6, 5.4, 45.1, 0.05, 0.1)]], True
    yield "box at 80 N, long parallels", [[[(10, 80), (14, 80), (14, 80.2), (10, 80.2)]]], True
    yield "box at 89.5 N, bulging", [[[(0, 89.5), (100, 89.5), (100, 89.6), (0, 89.6)]]], True
    yield "cap of 30 km around the north pole", [[[(x, 89.7 + 0.05 * (i % 2)) for i, x in enumerate(range(-180, 180, 40))]]], True
    yield "triangle touching the south pole", [[[(30.0, -90.0), (70.0, -89.5), (40.0, -89.4)]]], True
    yield "cap of 3000 km around the south pole", [[[(x, -63.0 - (i % 3)) for i, x in enumerate(range(-180, 180, 12))]]], False
    yield "box of 40 by 20 degrees", [[[(-20, 30), (20, 30), (20, 50), (-20, 50)]]], False
    yield "slanted edge of 130 degrees", [[[(-60, -10), (70, 55), (60, -20)]]], False


def main(folder, seed=11, count=24):
    rng = random.Random(seed + 1)
    result = []
    for name, members, small in shapes(seed):
        shape = Shape(members)
        vertices = [p for m in members for r in m for p in r]
        points = []
        for i in range(count):
            x0, y0 = rng.choice(vertices)
            metres = 10 ** rng.uniform(0, 4.9)
            if i < 4:                                    # inside, or anywhere in the box
                x1, y1 = rng.choice(vertices)
                lon, lat = wrap(x0 + ((x1 - x0 + 540) % 360 - 180) * 0.37), y0 + (y1 - y0) * 0.42
            else:
                lon, lat, _ = GEOD.fwd(x0, y0, rng.uniform(0, 360), metres)
            d = to_boundary(lon, lat, members)
            points.append([lat, lon, round(-d if shape.contains(lon, lat) else d, 5)])
        area, perimeter = area_and_perimeter(members)
        entry = {"name": name, "points": points, "area": area, "perimeter": round(perimeter, 3), "geometry": {
            "type": "MultiPolygon", "coordinates": [[[list(p) for p in r + r[:1]] for r in m] for m in members]}}
        if small:
            entry["radius"] = round(smallest_circle(members), 5)
        result.append(entry)
        print(name, entry.get("radius"), area, perimeter, flush=True)
    with open(os.path.join(folder, "measures.json"), "w") as out:
        json.dump(result, out, separators=(",", ":"))
        out.write("\n")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
