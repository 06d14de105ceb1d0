"""Writes the reference geodesics that the tests of LocationCore compare with.

Needs the Python package geographiclib (written by the author of the algorithm, right to 15 nanometres):

    python3 -m pip install geographiclib
    python3 Tests/Support/Python/make_geodesic_golden.py > Tests/LocationCoreTests/Golden/geodesic.csv

The output depends on nothing but the seed below and the version of that package.
"""

import random

from geographiclib.geodesic import Geodesic

rng = random.Random(20260706)
print("kind,lat1,lon1,lat2,lon2,metres,azimuth1,azimuth2")


def lat():
    return round(rng.uniform(-90, 90), 9)


def lon():
    return round(rng.uniform(-180, 180), 9)


def row(kind, lat1, lon1, lat2, lon2):
    g = Geodesic.WGS84.Inverse(lat1, lon1, lat2, lon2)
    numbers = [lat1, lon1, lat2, lon2, g["s12"], g["azi1"] % 360, g["azi2"] % 360]
    print(kind + "," + ",".join(repr(float(n)) for n in numbers))


def ahead(kind, lat1, lon1, azimuth, metres):
    g = Geodesic.WGS84.Direct(lat1, lon1, azimuth, metres)
    row(kind, lat1, lon1, round(g["lat2"], 12), round(g["lon2"], 12))


for low, high, kind, count in [
    (0.001, 1, "tiny", 20),
    (1, 1_000, "short", 60),
    (1_000, 50_000, "local", 100),
    (50_000, 1_000_000, "regional", 80),
    (1_000_000, 18_000_000, "long", 80),
]:
    for _ in range(count):
        ahead(kind, lat(), lon(), rng.uniform(0, 360), low * (high / low) ** rng.random())

for _ in range(60):
    row("random", lat(), lon(), lat(), lon())

# Where the curvature differs most between directions, and where formulas like to break.
for start in [0, 1e-7, -0.5, 30, 45, -60, 89.9999, -89.9999999, 90, -90]:
    for azimuth in [0, 45, 90, 135, 180, 270]:
        ahead("local", start, 12, azimuth, 49_999)
        ahead("local", start, 179.99, azimuth, 5_000)
for latitude in [-89.5, -30, 0, 30, 89.5]:
    row("pole", latitude, 10, 90, -120)
    row("pole", -90, 25, latitude, 130)
row("pole", 90, 10, 90, -120)
row("pole", -90, 25, -90, 130)
for latitude in [-80, -15, 0, 15, 80]:
    row("antimeridian", latitude, 179.9999, latitude + 0.001, -179.9999)
    row("antimeridian", latitude, -180, latitude + 0.001, 180)
    row("antimeridian", latitude, -170, latitude - 3, 175)
for degrees in [1e-8, 0.1, 1, 30, 90, 150, 178, 179, 179.3]:
    row("equator", 0, -20, 0, -20 + degrees)
for degrees in [1e-8, 0.1, 1, 30, 90, 120]:
    row("meridian", -30, 50, -30 + degrees, 50)
    row("meridian", -30, 50, -30 + degrees, -130)

# Within the area around the antipode where iterations on the longitude do not converge.
for degrees in [179.3965, 179.4, 179.5, 179.9, 179.9999999, 180]:
    row("antipodal", 0, 0, 0, degrees)
    row("antipodal", 0, 0, 0.5, degrees)
    row("antipodal", -30, 0, 29.9, degrees)
    row("antipodal", 30, 0, -30, degrees)
    row("antipodal", 30, 0, -30.001, degrees)
    row("antipodal", -89.9, 0, 89.8, degrees)
    row("antipodal", 89.99999, 0, -90, degrees)
row("antipodal", -90, 0, 90, 0)
row("antipodal", -90, 10, 90, -120)
for degrees in [175, 177.5, 179, 179.5]:
    for latitude in [0, 1e-300, 1e-12, 1e-9, 1e-6, 0.001]:
        row("antipodal", latitude, 0, 0, degrees)
        row("antipodal", -latitude, 0, latitude / 3, degrees)
row("antipodal", -90, 77, 90, -103)
for _ in range(80):
    first, east = lat(), lon()
    row(
        "antipodal",
        first,
        east,
        round(max(-90, min(90, -first + rng.uniform(-1, 1))), 9),
        round((east + 180 + rng.uniform(-1, 1) + 180) % 360 - 180, 9),
    )
