#!/usr/bin/env python3
"""Shapes, points and the exact answer whether each point lies in its shape.

The answers come from rational arithmetic (fractions) on the given doubles, by another method than the package's: rings
are unrolled to a plane, one that runs around the Earth is closed over the pole it encloses, and a ray is sent east
along the point's parallel. A point on an edge or a vertex is inside.

    containment_oracle.py FOLDER [--random 1000000] [--adversarial 100000] [--seed 3]

writes FOLDER/containment.json (the shapes, as GeoJSON geometries, with a count of points each) and
FOLDER/containment.bin (for each point: latitude, longitude as little-endian doubles, and one byte, 1 for inside).
To run the package against them:

    GEOFENCING_CONTAINMENT=FOLDER swift test --filter 'every point of the oracle'
"""
import argparse
import json
import math
import os
import random
import struct
from fractions import Fraction as F


class Ring:
    """A ring of (longitude, latitude) pairs, unrolled with exact longitudes."""

    def __init__(self, vertices):
        xs, ys = [F(vertices[0][0])], [F(vertices[0][1])]
        n = len(vertices)
        for i in range(n):
            (a, _), (b, y) = vertices[i], vertices[(i + 1) % n]
            d = F(b) - F(a)
            if d > 180:
                d -= 360
            elif d < -180:
                d += 360
            xs.append(xs[-1] + d)
            ys.append(F(y))
        self.turns = (xs[-1] - xs[0]) / 360          # 0, 1 or -1
        self.touches = {y for _, y in vertices if abs(y) == 90}
        self.real = list(zip(zip(xs, ys), zip(xs[1:], ys[1:])))
        self.pole = None
        plane = list(zip(xs, ys))
        if self.turns:
            mean = sum((b[0] - a[0]) * (a[1] + b[1]) for a, b in self.real) * self.turns
            self.pole = 90 if mean >= 0 else -90
            plane += [(xs[-1], F(self.pole)), (xs[0], F(self.pole))]
        self.closed = [(plane[i], plane[(i + 1) % len(plane)]) for i in range(len(plane))]
        if not self.turns:
            self.closed = self.real
        # Doubles that are certainly beyond the exact bounds, to look at few edges.
        self.west, self.east = float(min(xs)) - 1e-6, float(max(xs)) + 1e-6
        self.fast = [self._bounds(e) for e in self.closed]
        self.is_real = [i < len(self.real) for i in range(len(self.closed))]

    @staticmethod
    def _bounds(edge):
        (x1, y1), (x2, y2) = edge
        return (float(min(y1, y2)), float(max(y1, y2)), float(min(x1, x2)) - 1e-6, float(max(x1, x2)) + 1e-6)

    def look(self, x, y):
        """(on the ring, number of crossings east of the point, all images of it together)."""
        crossings = 0
        fy = None
        for k in range(-3, 4):
            xk = x + 360 * k
            if not self.west <= xk <= self.east:
                continue
            exact = F(x) + 360 * k
            fy = F(y)
            for (low, high, west, east), edge, real in zip(self.fast, self.closed, self.is_real):
                if y < low or y > high or xk > east:     # latitudes are the given doubles: exact comparisons
                    continue
                (x1, y1), (x2, y2) = edge
                if xk < west:
                    crossings += (y1 > fy) != (y2 > fy)
                    continue
                cross = (x2 - x1) * (fy - y1) - (y2 - y1) * (exact - x1)
                if real and cross == 0 and min(x1, x2) <= exact <= max(x1, x2):
                    return True, 0
                if (y1 > fy) != (y2 > fy):
                    # The crossing lies east of the point: the point is left of an edge that leads up.
                    crossings += (cross > 0) == (y2 > y1) and cross != 0
        return False, crossings


class Shape:
    def __init__(self, members):
        self.members = [[Ring(r) for r in member] for member in members]

    def contains(self, x, y):
        for rings in self.members:
            if abs(y) == 90:
                if any(y in r.touches for r in rings) or sum(r.pole == y for r in rings) % 2:
                    return True
                continue
            total = 0
            for ring in rings:
                on, crossings = ring.look(x, y)
                if on:
                    return True
                total += crossings
            if total % 2:
                return True
        return False


def wrap(x):
    return x - 360 if x > 180 else x + 360 if x < -180 else x


def star(rng, n, x, y, low, high, stretch=1.0):
    angles = [2 * math.pi * (i + 0.7 * rng.random()) / n for i in range(n)]
    return [(wrap(x + stretch * r * math.cos(t)), y + r * math.sin(t))
            for t in angles for r in [rng.uniform(low, high)]]


def grid_star(rng, n, x, y, size, step):
    """A star whose vertices lie on a dyadic grid, so that middles of edges are doubles."""
    points = star(rng, n, x, y, size * 0.5, size)
    return [(wrap(round(a / step) * step), round(b / step) * step) for a, b in points]


def cap(rng, n, pole):
    xs = sorted(rng.uniform(-180, 180) for _ in range(n))
    if any((b - a) > 170 for a, b in zip(xs, xs[1:] + [xs[0] + 360])):
        return cap(rng, n, pole)
    return [(x, pole * rng.uniform(55, 88)) for x in xs]


def random_shapes(rng, count):
    for i in range(count):
        kind = i % 10
        x, y = rng.uniform(-180, 180), rng.uniform(-70, 70)
        size = 10 ** rng.uniform(-4, 1)
        n = rng.choice([3, 4, 5, 7, 12, 30])
        if kind == 7:
            yield [[cap(rng, max(n, 5), rng.choice([-1, 1]))]]
        elif kind == 8:
            x = wrap(180 + rng.uniform(-0.5, 0.5) * size)
            yield [[star(rng, max(n, 5), x, y, 0.6 * size, size), star(rng, 6, x, y, 0.1 * size, 0.3 * size)]]
        elif kind == 9:
            yield [[star(rng, max(n, 5), wrap(x + k * 3 * size), y, 0.6 * size, size)] for k in range(3)]
        elif kind == 6:
            yield [[star(rng, max(n, 5), x, y, 0.6 * size, size, stretch=2), star(rng, 5, x, y, 0.1 * size, 0.3 * size)]]
        else:
            yield [[star(rng, max(n, 5) if n > 4 else 5, x, y, 0.3 * size, size)]]


def adversarial_shapes(rng, count):
    up, down = (lambda v: math.nextafter(v, math.inf)), (lambda v: math.nextafter(v, -math.inf))
    for i in range(count):
        kind = i % 9
        x, y = rng.uniform(-170, 170), rng.uniform(-70, 70)
        if kind == 0:                                   # a sliver a few units in the last place wide
            x2, y2 = x + rng.uniform(-5, 5), y + rng.uniform(-5, 5)
            yield [[[(x, y), (x2, y2), (x, up(up(up(y))))]]]
        elif kind == 1:                                 # vertices on a coarse grid, off 180
            yield [[grid_star(rng, 9, round(x), round(y), 4, 0.25)]]
        elif kind == 2:                                 # the same across 180
            yield [[grid_star(rng, 9, 180, round(y), 4, 0.25)]]
        elif kind == 3:                                 # across 180 with every bit in use
            yield [[star(rng, 8, 180, y, 0.5, 1)]]
        elif kind == 4:                                 # around zero, where doubles are finest
            yield [[[(5e-324, 0.0), (1.0, 5e-324), (1.0, 1.0), (-1e-310, 1.0)]]]
        elif kind == 5:                                 # around a pole, with one vertex of every longitude kept
            yield [[cap(rng, 12, 1 if i % 2 else -1)]]
        elif kind == 6:                                 # touching a pole
            pole = rng.choice([-90.0, 90.0])
            yield [[[(x - 8, pole), (x + 8, pole), (x + 6, pole * 0.9), (x - 7, pole * 0.9)]]]
        elif kind == 7:                                 # a sliver across 180
            yield [[[(179.0, y), (-179.0, y + 1e-9), (179.0, up(up(up(y))))]]]
        else:                                           # a long slanted edge over more than a quarter of the globe
            yield [[[(-100.1, -3.3), (61.7, 4.4), (55.5, 44.4), (-91.9, 33.1)]]]


def around(rng, member):
    """A point that is likely to be hard: on or beside a vertex or an edge of the member, or anywhere near."""
    ring = rng.choice(member)
    i = rng.randrange(len(ring))
    (x1, y1), (x2, y2) = ring[i], ring[(i + 1) % len(ring)]
    d = x2 - x1
    d = d - 360 if d > 180 else d + 360 if d < -180 else d
    t = rng.choice([0, 0, 0.5, 0.25, 0.75, rng.random(), rng.random()])
    x, y = wrap(x1 + t * d), y1 + t * (y2 - y1)
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
        if rng.random() < 0.5:
            x = math.nextafter(x, rng.choice([-1000, 1000]))
        else:
            y = math.nextafter(y, rng.choice([-1000, 1000]))
    if rng.random() < 0.05:
        x = rng.choice([180.0, -180.0, ring[0][0]])
    if rng.random() < 0.02:
        y = rng.choice([90.0, -90.0])
    return min(max(x, -180.0), 180.0), min(max(y, -90.0), 90.0)


def anywhere(rng, member):
    ring = member[0]
    if rng.random() < 0.1:
        return rng.uniform(-180, 180), math.degrees(math.asin(rng.uniform(-1, 1)))
    x0 = ring[0][0]
    offsets = [(x - x0 + 540) % 360 - 180 for x, _ in ring]
    ys = [y for _, y in ring]
    x = wrap(wrap(x0 + rng.uniform(min(offsets), max(offsets)) * 1.1))
    y = rng.uniform(min(ys), max(ys)) if rng.random() < 0.8 else rng.uniform(min(ys) - 1, max(ys) + 1)
    return min(max(x, -180.0), 180.0), min(max(y, -90.0), 90.0)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("folder")
    arguments.add_argument("--random", type=int, default=1_000_000)
    arguments.add_argument("--adversarial", type=int, default=100_000)
    arguments.add_argument("--seed", type=int, default=3)
    arguments.add_argument("--points-per-shape", type=int, default=500)
    options = arguments.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    listing, inside = [], 0
    with open(os.path.join(options.folder, "containment.bin"), "wb") as out:
        for total, make, pick in [(options.random, random_shapes, anywhere), (options.adversarial, adversarial_shapes, around)]:
            rng = random.Random(options.seed)
            per = options.points_per_shape
            for members in make(rng, total // per):
                shape = Shape(members)
                listing.append({"points": per, "geometry": {"type": "MultiPolygon", "coordinates": [
                    [[list(p) for p in ring + ring[:1]] for ring in member] for member in members]}})
                for _ in range(per):
                    x, y = pick(rng, rng.choice(members))
                    answer = shape.contains(x, y)
                    inside += answer
                    out.write(struct.pack("<ddB", y, x, answer))
    with open(os.path.join(options.folder, "containment.json"), "w") as out:
        json.dump(listing, out, separators=(",", ":"))
        out.write("\n")
    points = sum(s["points"] for s in listing)
    print(f"{len(listing)} shapes, {points} points, {inside} inside")


if __name__ == "__main__":
    main()
