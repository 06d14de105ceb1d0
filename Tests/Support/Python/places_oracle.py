#!/usr/bin/env python3
"""Which country each place lies in: by rational arithmetic, and by GEOS where no edge passes the antimeridian.

    places_oracle.py SHARED Tests/GeofenceEngineTests/Golden

reads countries-110m.geojson and cities15000.csv from SHARED/data, fails if GEOS and rational arithmetic differ, and
writes places.bin: one byte for each place, the index of the first country that holds it, 255 for none. Needs shapely.
"""
import csv
import json
import os
import sys

import numpy as np
import shapely

from containment_oracle import Shape


def members_of(geometry):
    coordinates = geometry["coordinates"]
    members = [coordinates] if geometry["type"] == "Polygon" else coordinates
    return [[open_ring(r) for r in m] for m in members]


def open_ring(ring):
    """Without the closing vertex and repeats."""
    points = [tuple(p[:2]) for p in ring[:-1]]
    return [p for i, p in enumerate(points) if i == 0 or p != points[i - 1]]


def crosses(members):
    return any(abs(a[0] - b[0]) > 180 for m in members for r in m for a, b in zip(r, r[1:] + r[:1]))


def main(shared, folder):
    with open(os.path.join(shared, "data", "countries-110m.geojson")) as f:
        countries = json.load(f)["features"]
    with open(os.path.join(shared, "data", "cities15000.csv")) as f:
        places = [(float(r["longitude"]), float(r["latitude"])) for r in csv.DictReader(f)]
    lons, lats = np.array([p[0] for p in places]), np.array([p[1] for p in places])
    answers = np.full(len(places), 255, dtype=np.uint8)
    compared = 0
    for index, feature in enumerate(countries):
        members = members_of(feature["geometry"])
        exact = np.zeros(len(places), bool)
        for member in members:
            shape = Shape([member])
            ys = [p[1] for p in member[0]]
            xs = [p[0] for p in member[0]]
            near = (lats >= min(ys)) & (lats <= max(ys)) if shape.members[0][0].pole is None else np.ones(len(places), bool)
            if not crosses([member]):
                near &= (lons >= min(xs)) & (lons <= max(xs)) | (np.abs(lons) == 180)
            for i in np.flatnonzero(near):
                exact[i] |= shape.contains(lons[i], lats[i])
        if not crosses(members):
            geometry = shapely.geometry.shape(feature["geometry"])
            geos = shapely.intersects_xy(geometry, lons, lats)
            differing = np.flatnonzero(geos != exact)
            assert not len(differing), (feature["properties"]["name"], [places[i] for i in differing])
            compared += 1
        else:
            print("not for GEOS:", feature["properties"]["name"])
        answers[exact & (answers == 255)] = index
    with open(os.path.join(folder, "places.bin"), "wb") as out:
        out.write(answers.tobytes())
    print(f"{len(places)} places, {(answers != 255).sum()} in a country; GEOS agrees for {compared} of {len(countries)} countries")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
