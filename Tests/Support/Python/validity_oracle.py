#!/usr/bin/env python3
"""Random rings on a small grid, where vertices meet edges and edges cover one another, and what GEOS says of them.

    validity_oracle.py FOLDER [COUNT]

writes FOLDER/validity.json: for each polygon its rings as [longitude, latitude] pairs, and
  simple  whether every ring meets itself nowhere (a linear ring that is simple, with an area), and no ring another
  valid   whether the polygon is valid by the OGC's rules, which let rings touch one another
  uncrossed   for a lone ring: whether it crosses itself nowhere, though it may touch itself. Then no stretch is covered
          twice, and all faces into which it divides the plane have the winding number 0, or all others 1 or all -1
  reduced the same three of the polygon without the ways that lead out and back along themselves and without flat holes:
          every ring is cut at all vertices of the polygon that lie on it, and steps that undo their neighbor are struck
          out of the closed word until none is left (in which order does not matter: free reduction is unique). A null
          for a polygon whose outer ring has nothing left
Needs shapely.
"""
import json
import os
import random
import sys

import shapely


def ring(rng):
    size = rng.choice([3, 4, 5, 9])
    points = [(rng.randint(0, size), rng.randint(0, size)) for _ in range(rng.randint(3, 8))]
    return points


def hole_in(rng):
    """A hole near the middle of a shell that leaves room for it, sometimes too little."""
    shell = [(0, 0), (8, 0), (8, 8), (0, 8)]
    if rng.random() < 0.5:
        shell.insert(rng.randint(1, 4), (rng.randint(2, 6), rng.randint(2, 6)))
    rings = [shell]
    for _ in range(rng.randint(1, 2)):
        x, y = rng.randint(0, 5), rng.randint(0, 5)
        rings.append([(x + rng.randint(0, 3), y + rng.randint(0, 3)) for _ in range(rng.randint(3, 4))])
    return rings


def without_repeats(points):
    points = [p for i, p in enumerate(points) if i == 0 or p != points[i - 1]]
    while len(points) > 1 and points[0] == points[-1]:
        points.pop()
    return points


def is_simple(points):
    points = without_repeats(points)
    if len(set(points)) < 3:
        return False
    return bool(shapely.LinearRing(points).is_simple) and shapely.Polygon(points).is_valid


def winding(points, x, y):
    total = 0
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1]):
        if (y1 <= y) != (y2 <= y):
            side = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
            total += 1 if side > 0 and y2 > y1 else -1 if side < 0 and y2 < y1 else 0
    return total


def crosses(first, second):
    """Whether two edges cross within both."""
    def side(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    (a, b), (c, d) = first, second
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def is_uncrossed(points):
    points = without_repeats(points)
    if len(set(points)) < 3:
        return False
    line = shapely.LineString(points + points[:1])
    noded = shapely.unary_union(line)
    if abs(noded.length - line.length) > 1e-9:
        return False
    faces = shapely.get_parts(shapely.polygonize(list(shapely.get_parts(noded))))
    # Three ways that cross in one point can leave all winding numbers as they should be.
    edges = list(zip(points, points[1:] + points[:1]))
    if any(crosses(a, b) for i, a in enumerate(edges) for b in edges[:i]):
        return False
    numbers = {winding(points, p.x, p.y) for p in (f.representative_point() for f in faces)}
    return numbers in ({1}, {-1}, {0, 1}, {0, -1})


def pieces(points, places):
    """The closed way as unit steps: each edge cut at all places on it."""
    steps = []
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1]):
        on = {(x1, y1), (x2, y2)} | {
            (x, y) for x, y in places
            if (x2 - x1) * (y - y1) == (y2 - y1) * (x - x1)
            and min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2)}
        way = sorted(on, key=lambda p: (p[0] - x1) ** 2 + (p[1] - y1) ** 2)
        steps += list(zip(way, way[1:]))
    return steps


def freely_reduced(points):
    """The vertices of the ring without ways out and back; empty where nothing is left."""
    points = without_repeats(points)
    if len(set(points)) < 3:
        return []
    word = []
    for a, b in pieces(points, set(points)):
        if word and word[-1] == (b, a):
            word.pop()
        else:
            word.append((a, b))
    while len(word) > 1 and word[0] == word[-1][::-1]:
        word = word[1:-1]
    # Where a step goes straight on, the cut is mended: crossings within whole edges are looked for later.
    return [a for (before, a), (_, after) in zip(word[-1:] + word[:-1], word)
            if (a[0] - before[0]) * (after[1] - a[1]) != (a[1] - before[1]) * (after[0] - a[0])]


def reduced(rings):
    shell = freely_reduced(rings[0])
    if not shell:
        return None
    kept = [shell] + [hole for hole in map(freely_reduced, rings[1:]) if hole]
    simple, valid = judge(kept)
    return {"simple": simple, "valid": valid, "uncrossed": is_uncrossed(shell) if len(rings) == 1 else None,
            "holes": len(kept) - 1}


def judge(rings):
    simple = all(is_simple(r) for r in rings)
    if not simple:
        return False, False
    polygon = shapely.Polygon(rings[0], rings[1:])
    valid = bool(polygon.is_valid)
    lines = [shapely.LinearRing(r) for r in rings]
    apart = not any(a.intersects(b) for i, a in enumerate(lines) for b in lines[:i])
    return valid and apart, valid


def main(folder, count):
    rng = random.Random(21)
    result = []
    while len(result) < count:
        rings = [ring(rng)] if rng.random() < 0.6 else hole_in(rng)
        simple, valid = judge(rings)
        if not valid and rng.random() < 0.6:             # most random rings cross themselves
            continue
        result.append({"rings": rings, "simple": simple, "valid": valid,
                       "uncrossed": is_uncrossed(rings[0]) if len(rings) == 1 else None, "reduced": reduced(rings)})
    with open(os.path.join(folder, "validity.json"), "w") as out:
        json.dump(result, out, separators=(",", ":"))
        out.write("\n")
    print(len(result), "polygons,", sum(r["simple"] for r in result), "simple,", sum(r["valid"] for r in result), "valid,",
          sum(r["reduced"] is not None and r["reduced"]["valid"] and not r["valid"] for r in result),
          "valid once reduced")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 600)
