#!/usr/bin/env python3
"""Prints our figures beside those of other engines: the faster of their two runs of a round, median over the rounds.

Usage: compare_peers.py FOLDER, with the files that Scripts/bench-peers writes.
"""

import json
import pathlib
import statistics
import sys

S2, FLANN, BOOST = "s2-closest-point", "nanoflann-3d", "boost-rtree-3d"


def rows():
    """What is compared: label, our line, our key, and for each peer its name, fields and key, and the goal."""
    for world, goals in (("uniform", ((300, 40), (100, 40))), ("clustered", ((40, 4), (20, 5)))):
        for k, (s2, flann) in zip((19, 99), goals):
            ours = f"slice-walk-{world}-1000000-points-{k}"
            where = {"dist": world, "what": "walk", "k": k}
            yield f"slice update, {world}, k = {k}, mean", ours, "meanOfWhole", 1, [
                (S2, where, "mean_ns", s2), (FLANN, where, "mean_ns", flann),
                ("s2-closest-point+bound", where, "mean_ns", None)]
            if world == "clustered":
                yield f"slice update, {world}, k = {k}, p99", ours, "p99", 1, [(S2, where, "p99_ns", 15)]
    for world in ("uniform", "clustered"):
        for k in (19, 99):
            where = {"dist": world, "what": "jump", "k": k}
            yield f"first fix or jump, {world}, k = {k}, median", f"slice-jump-{world}-1000000-points-{k}", "median", 1, [
                (S2, where, "median_ns", 10), (BOOST, where, "median_ns", 1.8)]
    for world in ("uniform", "clustered"):
        where = {"dist": world, "what": "cold", "k": 19}
        yield f"cold caches, {world}, k = 19, median", f"slice-cold-{world}-1000000-points-19", "median", 1, [
            (S2, where, "median_ns", 15), (BOOST, where, "median_ns", 2)]
    for world in ("uniform", "clustered"):
        where = {"dist": world, "what": "build"}
        yield f"build of 1,000,000, {world} (S2's begins with degrees)", f"index-build-{world}-1000000", "median", 1e6, [
            (BOOST, where, "build_ms", 2.5)]
        yield f"the same from degrees, {world}", f"index-build-{world}-1000000", "medianFromDegrees", 1e6, [
            (S2, where, "build_ms", 6)]
    where = {"dist": "clustered", "what": "build"}
    yield "cold start of 1,000,000, clustered (S2's is building alone, without rows)", "cold-start-1000000", "median", 1e6, [
        (S2, where, "build_ms", 100)]
    for way in ("walk", "jump"):
        where = {"dist": "clustered", "what": f"circles-{way}"}
        yield f"circles that contain the fix, clustered, {way}, median", f"contains-{way}-clustered-1000000", "median", 1, [
            ("boost-rtree-boxes+filter", where, "median_ns", 2), ("s2-within-1km+filter", where, "median_ns", 25)]
    for vertices, goal in ((10, 5), (100, 5), (1000, 8), (10000, 20)):
        where = {"what": "star", "vertices": vertices}
        yield f"point in a polygon of {vertices} vertices", f"polygon-{vertices}", "median", 1, [
            ("geos-prepared-capi", where, "ns", goal), ("s2-contains-point", where, "ns", None)]
    where = {"what": "zones"}
    yield "which of 10,000 zones, median", "zones-10000", "median", 1, [
        ("geos-strtree+prepared", where, "median_ns", 7), ("s2-contains-point", where, "median_ns", 9)]
    for kind in ("fence", "local", "regional", "global", "antipodal"):
        yield f"geodesic from coordinates, {kind}", f"geodesic-{kind}", "median", 1, [
            ("geographiclib-inverse", {"what": kind}, "ns", 1)]
    for kind in ("fence", "local"):
        yield f"distance between surface points, {kind}", f"geodesic-{kind}", "medianOfPoints", 1, [
            ("geographiclib-inverse", {"what": kind}, "ns", 20)]


def read(path):
    return [json.loads(line) for line in path.read_text().splitlines() if line.startswith("{")]


def find(lines, name, where, key):
    for line in lines:
        if line.get("peer") == name and all(line.get(field) == value for field, value in where.items()) and key in line:
            return line[key] * (1e6 if key == "build_ms" else 1)
    return None


def text(nanoseconds):
    if nanoseconds >= 1e6:
        return f"{nanoseconds / 1e6:.0f} ms"
    return f"{nanoseconds / 1e3:.1f} µs" if nanoseconds >= 1e3 else f"{nanoseconds:.3g} ns"


def main(folder):
    rounds = []
    for path in sorted(folder.glob("ours-*.jsonl")):
        ours = {line["name"]: line for line in read(path)}
        others = [read(folder / f"{side}-{path.stem.split('-')[1]}.jsonl") for side in ("before", "after")]
        rounds.append((ours, others))
    if not rounds:
        sys.exit(f"no results in {folder}")
    print("| what | ours | against | theirs | ratio | goal |")
    print("| --- | --- | --- | --- | --- | --- |")
    for label, name, key, scale, peers in rows():
        for peer, where, field, goal in peers:
            pairs = []
            for ours, others in rounds:
                theirs = [value for lines in others if (value := find(lines, peer, where, field)) is not None]
                if name in ours and theirs:
                    pairs.append((ours[name][key] * scale, min(theirs)))
            if not pairs:
                continue
            mine, best = (statistics.median(side) for side in zip(*pairs))
            ratio = statistics.median(theirs / own for own, theirs in pairs)
            wanted = "" if goal is None else f"{goal}× {'met' if ratio >= goal else 'not met'}"
            print(f"| {label} | {text(mine)} | {peer} | {text(best)} | {ratio:.3g} | {wanted} |")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
