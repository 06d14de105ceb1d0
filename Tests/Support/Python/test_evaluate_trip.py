"""Tests of evaluate_trip.py and of the sample trip: python3 -m unittest discover -s Tests/Support/Python"""
import contextlib
import importlib.util
import io
import json
import math
import pathlib
import random
import tempfile
import unittest

import evaluate_trip as trip

SAMPLES = pathlib.Path(__file__).resolve().parents[3] / "Examples" / "Samples"
HEAD = '<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>'
TAIL = "</trkseg></trk></gpx>"


def point(lat, lon, time=None, more=""):
    when = f"<time>{time}</time>" if time is not None else ""
    return f'<trkpt lat="{lat}" lon="{lon}">{when}{more}</trkpt>'


def clock(second):
    return f"1970-01-01T{second // 3600:02d}:{second // 60 % 60:02d}:{second % 60:02d}Z"


def document(*points):
    return (HEAD + "".join(points) + TAIL).encode()


def along_equator(*rows):
    """Points (second, longitude) on the equator, where the distance is the difference of longitude times A."""
    return trip.read_track(document(*(point(0, lon, clock(second)) for second, lon in rows)))[0]


def crossings(points, *fences):
    return [(line["fence"], line["direction"], line["time"])
            for line in trip.report(trip.evaluate(points, list(fences))) if line["kind"] == "crossing"]


METRE = math.degrees(1 / trip.A)


class Geodesy(unittest.TestCase):
    def test_published_line(self):
        # Flinders Peak to Buninyong, Geocentric Datum of Australia technical manual, on the GRS 80 ellipsoid.
        peak = (-(37 + 57 / 60 + 3.72030 / 3600), 144 + 25 / 60 + 29.52440 / 3600)
        town = (-(37 + 39 / 60 + 10.15610 / 3600), 143 + 55 / 60 + 35.38390 / 3600)
        self.assertAlmostEqual(trip.vincenty(*peak, *town), 54972.271, places=3)

    def test_equator_and_meridian(self):
        self.assertAlmostEqual(trip.vincenty(0, 10, 0, 11), trip.A * math.radians(1), places=6)
        # The quarter of a meridian on WGS-84.
        self.assertAlmostEqual(trip.vincenty(0, 10, 90, 10), 10001965.729, places=3)

    def test_antimeridian_and_same_place(self):
        self.assertAlmostEqual(trip.vincenty(0, 179.5, 0, -179.5), trip.A * math.radians(1), places=6)
        self.assertEqual(trip.vincenty(52, 21, 52, 21), 0)
        self.assertGreater(trip.vincenty(0, 0, 0.1, 179.9), 19_900_000)

    def test_straight_lines_are_never_longer(self):
        source = random.Random(1)
        for _ in range(500):
            a = (source.uniform(-90, 90), source.uniform(-180, 180))
            b = (a[0] * source.random(), a[1] + source.uniform(-60, 60))
            self.assertLessEqual(math.dist(trip.cartesian(*a), trip.cartesian(*b)), trip.vincenty(*a, *b) + 1e-6)


class Reading(unittest.TestCase):
    def test_times(self):
        for text, expected in [
                ("1970-01-01T00:00:01Z", 1000), ("1970-01-01T00:00:01", 1000), ("1970-01-01T02:00:01+02:00", 1000),
                ("1970-01-01T00:00:01.2345Z", 1235), ("1970-01-01T00:00:01.2344999Z", 1234),
                ("1970-01-01T00:00:60Z", 59999), ("1970-02-30T00:00:00Z", None), ("noon", None)]:
            self.assertEqual(trip.parse_time(text), expected, text)

    def test_useless_points_are_left_out(self):
        points, notes = trip.read_track(document(
            point(1, 1, clock(0)), point("1,5", 1, clock(1)), point(91, 1, clock(2)), point(1, "", clock(3)),
            point(1, 1), point(1, 1, "x"), point(1, 1, clock(4), "<fix>none</fix>"), point(1, 2, clock(5)),
            point(1, 3, clock(5)), point(1, 4, clock(4)), point(1, 180, clock(6))))
        self.assertEqual([(p.time, p.lon) for p in points], [(0, 1), (5000, 3), (6000, -180)])
        self.assertEqual(len(notes), 6)

    def test_track_points_go_before_routes_and_way_points(self):
        way = '<wpt lat="1" lon="1"><time>1970-01-01T00:00:01Z</time></wpt>'
        route = '<rte><rtept lat="1" lon="1"><time>1970-01-01T00:00:02Z</time></rtept></rte>'
        track = f"<trk><trkseg>{point(1, 1, clock(3))}</trkseg></trk>"
        for inside, expected in [(way + route + track, 3000), (way + route, 2000), (way, 1000)]:
            self.assertEqual(trip.read_track(f"<gpx>{inside}</gpx>".encode())[0][0].time, expected)

    def test_a_document_that_broke_off_keeps_its_points(self):
        data = document(*(point(1, i, clock(i)) for i in range(20)))
        points, notes = trip.read_track(data[:-len(TAIL) - 10])
        self.assertEqual(len(points), 19)
        self.assertIn("broke off", notes[0])

    def test_points_without_any_time_need_a_start(self):
        data = document(point(0, 0), point("x", 0), point(0, 1), point(0, 3))
        with self.assertRaises(ValueError):
            trip.read_track(data)
        stepped, _ = trip.read_track(data, start=1000, step=2.5)
        self.assertEqual([p.time for p in stepped], [1000, 3500, 6000])
        paced, _ = trip.read_track(data, start=0, speed=trip.A * math.radians(1))
        self.assertEqual([p.time for p in paced], [0, 1000, 3000])

    def test_gaps_are_borders_and_silences_above_the_limit(self):
        data = (HEAD + point(1, 1, clock(0)) + point(1, 1, clock(30)) + point(1, 1, clock(61)) + "</trkseg><trkseg>"
                + point(1, 1, clock(62)) + TAIL).encode()
        self.assertEqual([p.after_gap for p in trip.read_track(data)[0]], [False, False, True, True])
        self.assertEqual([p.after_gap for p in trip.read_track(data, 31)[0]], [False, False, False, True])

    def test_another_document_is_refused(self):
        with self.assertRaises(ValueError):
            trip.read_track(b"<kml/>")


class Crossings(unittest.TestCase):
    def test_the_edge_is_met_when_arithmetic_says_so(self):
        # 10 m/s towards the centre 1000 m away, which has a radius of 200 m.
        points = along_equator(*((s, 10 * s * METRE) for s in range(0, 201, 5)))
        fence = trip.Fence("f", 0, 1000 * METRE, 200)
        self.assertEqual(crossings(points, fence), [("f", "ENTER", 80000), ("f", "EXIT", 120000)])

    def test_a_fence_between_two_points_is_met(self):
        points = along_equator((0, 0), (20, 400 * METRE))
        fence = trip.Fence("f", 0, 200 * METRE, 50)
        self.assertEqual(crossings(points, fence), [("f", "ENTER", 7500), ("f", "EXIT", 12500)])

    def test_a_fence_beside_the_way_is_met_from_its_radius_on(self):
        points = along_equator((0, -400 * METRE), (20, 400 * METRE))
        north = trip.vincenty(0, 0, 0.001, 0)
        self.assertEqual(crossings(points, trip.Fence("f", 0.001, 0, north - 0.01)), [])
        self.assertEqual(len(crossings(points, trip.Fence("f", 0.001, 0, north + 0.01))), 2)

    def test_starting_inside_is_no_crossing(self):
        points = along_equator((0, 0), (10, 100 * METRE), (20, 200 * METRE))
        result = trip.evaluate(points, [trip.Fence("f", 0, 0, 150)])[0]
        self.assertTrue(result.start)
        self.assertFalse(result.end)
        self.assertEqual(result.stays, [(0, 15000, True, False)])

    def test_over_a_gap_the_time_is_not_known(self):
        points = along_equator((0, 0), (10, 100 * METRE), (100, 1000 * METRE), (110, 1100 * METRE))
        lines = list(trip.report(trip.evaluate(points, [
            trip.Fence("left", 0, 0, 300), trip.Fence("missed", 0, 500 * METRE, 100),
            trip.Fence("both", 0, 0, 5000)])))
        self.assertEqual([line for line in lines if line["kind"] == "crossing"], [
            {"kind": "crossing", "fence": "left", "direction": "EXIT", "time": 100000, "overGap": True,
             "notBefore": 10000}])
        self.assertEqual([(line["fence"], line["milliseconds"]) for line in lines if line["kind"] == "stay"],
                         [("left", 100000), ("both", 110000)])

    def test_crossings_are_sorted_by_time_and_then_by_fence(self):
        points = along_equator((0, 0), (20, 400 * METRE))
        late, early = trip.Fence("late", 0, 300 * METRE, 50), trip.Fence("early", 0, 100 * METRE, 50)
        same = trip.Fence("same", 0, 100 * METRE, 50)
        self.assertEqual([name for name, _, _ in crossings(points, late, same, early)],
                         ["same", "early", "same", "early", "late", "late"])

    def test_a_dwell_is_due_when_the_stay_is_long_enough(self):
        points = along_equator((0, 0), (10, 100 * METRE), (20, 200 * METRE))
        for delay, expected in [(20000, [20000]), (20001, []), (0.5, [0.5])]:
            lines = trip.report(trip.evaluate(points, [trip.Fence("f", 0, 0, 500, delay)]))
            self.assertEqual([line["time"] for line in lines if line["kind"] == "dwell"], expected)

    def test_no_fence_is_lost_for_being_far_away(self):
        source = random.Random(7)
        for lat, lon in [(52, 21), (0, 179.99), (84, -179.995), (-70, 0)]:
            points, _ = trip.read_track(document(*(
                point(lat + i * 0.001, (lon + i * 0.004 + 180) % 360 - 180, clock(10 * i)) for i in range(12))))
            fences = [trip.Fence(str(i), lat + source.uniform(-0.05, 0.05),
                                 (lon + source.uniform(-0.08, 0.08) + 180) % 360 - 180, source.uniform(10, 6000))
                      for i in range(40)]
            met = set()
            for i in range(0, 331):
                a, b = points[min(i // 30, 10)], points[min(i // 30, 10) + 1]
                place = trip.place(a, b, i % 30 / 30 if i < 330 else 1)
                met |= {f.name for f in fences if f.distance(*place) <= f.radius}
            found = {result.fence.name for result in trip.evaluate(points, fences) if result.stays}
            self.assertTrue(met <= found)
            self.assertLess(len(found - met), 3)
            self.assertGreater(len(found), 5)


class Fences(unittest.TestCase):
    def test_centres_along_the_track(self):
        points = along_equator(*((i, i) for i in range(10)))
        self.assertEqual([(f.name, f.lon) for f in trip.along_track(points, 3, 50)],
                         [("track-000", 1), ("track-001", 5), ("track-002", 8)])

    def test_dwell_delays(self):
        base = {"identifier": "a", "radius": 1, "latitude": 2, "longitude": 3}
        for more, expected in [
                ({}, None), ({"notifyOnDwell": True}, 300000), ({"notifyOnDwell": True, "loiteringDelay": 5}, 5),
                ({"notifyOnDwell": True, "loiteringDelay": -1}, 300000), ({"loiteringDelay": 5}, None)]:
            self.assertEqual(trip.read_fences(json.dumps([base | more]))[0].dwell, expected)

    def test_cities(self):
        fence = trip.read_cities(["geonameid,name,latitude,longitude,countrycode,population", "7,Łódź,51.5,19.5,PL,9"],
                                 2000)[0]
        self.assertEqual((fence.name, fence.lat, fence.lon, fence.radius), ("7", 51.5, 19.5, 2000))


class Command(unittest.TestCase):
    def run_main(self, *arguments):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = trip.main(list(arguments))
        return code, [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()

    def test_fences_on_the_sample_itself(self):
        code, lines, _ = self.run_main(str(SAMPLES / "trip.gpx"), "--along-track", "3", "--radius", "50")
        self.assertEqual(code, 0)
        self.assertEqual({line["fence"] for line in lines}, {"track-000", "track-001", "track-002"})

    def test_a_bad_file_is_said_and_not_thrown(self):
        with tempfile.NamedTemporaryFile(suffix=".gpx") as file:
            file.write(b"<gpx/>")
            file.flush()
            code, lines, error = self.run_main(file.name, "--along-track", "3", "--radius", "50")
        self.assertEqual((code, lines), (1, []))
        self.assertIn("no usable point", error)


class SampleTrip(unittest.TestCase):
    def test_the_files_are_what_the_script_writes(self):
        spec = importlib.util.spec_from_file_location("make_trip", SAMPLES / "make_trip.py")
        script = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(script)
        with tempfile.TemporaryDirectory() as folder:
            script.main(pathlib.Path(folder))
            for name in ("trip.gpx", "fences.json"):
                self.assertEqual((pathlib.Path(folder) / name).read_bytes(), (SAMPLES / name).read_bytes(), name)
        self.assertLess((SAMPLES / "trip.gpx").stat().st_size, 200_000)

    def test_it_causes_what_it_was_made_for(self):
        points, notes = trip.read_track((SAMPLES / "trip.gpx").read_bytes())
        fences = trip.read_fences((SAMPLES / "fences.json").read_text(encoding="utf-8"))
        results = trip.evaluate(points, fences)
        lines = list(trip.report(results, everything=True))
        self.assertEqual(notes, [])
        self.assertEqual([p.time - q.time for q, p in zip(points, points[1:]) if p.after_gap], [90000])
        self.assertEqual(
            [(line["fence"], line["direction"]) for line in lines if line["kind"] == "crossing"],
            [("home", "EXIT"), ("campus", "ENTER"), ("office", "ENTER"), ("office", "EXIT"), ("campus", "EXIT"),
             ("park", "ENTER"), ("park", "EXIT"), ("shop", "ENTER"), ("shop", "EXIT"), ("kiosk", "ENTER"),
             ("kiosk", "EXIT"), ("home", "ENTER")])
        self.assertEqual([line["fence"] for line in lines if line["kind"] == "dwell"], ["office", "campus"])
        self.assertFalse(any(line.get("overGap") for line in lines))
        closest = {line["fence"]: line["closestMetres"] for line in lines if line["kind"] == "fence"}
        self.assertAlmostEqual(closest["school"], 130, delta=2)
        self.assertLess(closest["kiosk"], 20)
        self.assertIsNone(closest["airport"])


if __name__ == "__main__":
    unittest.main()
