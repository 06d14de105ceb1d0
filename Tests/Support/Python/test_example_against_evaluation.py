"""BGeoExample on recorded trips, compared with evaluate_trip.py, which knows nothing but geometry.

The same fences, the same actions of each, in the same order, and each within the latency of the simulated system:

    ios       0 ms from the edge to the event; 1 s (one fix) where a fence is only registered once the phone is inside,
              as at the start and after a gap
    android   the same stamps; the events reach the application up to 150 s later
    software  fixes decide: not before the whole accuracy circle has crossed, so up to 2 × 19 m × HDOP and the 10 m
              between two fixes later; on foot, under an open sky, that is at most 30 s

Differences by design, which the comparison expects:

- A fence inside of which the trip begins tells an entry at the start. (BGEO 7)
- android: the 20 m of "kiosk" are passed in 6 s on a tram. When the report comes, 150 s later, the fence is more than
  1000 m behind, so its region is gone, and the report with it. (BGEO 6.1)
- software: fixes of 91 to 137 m accuracy cannot tell a fence of 20 m, and those above 100 m are refused. (BGEO 10.3)
- In a gap the phone stands still. What lies there is neither crossed here nor there.
"""

from __future__ import annotations

import json
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Dict, List, Sequence

import evaluate_trip
from example_process import SAMPLES, SHARED, Event, events, run

CITIES = SHARED / "data" / "cities15000.csv"
CAR = SHARED / "data" / "tracks" / "around-visnjan-with-car.gpx"
HIKE = SHARED / "data" / "tracks" / "korita-zbevnica.gpx"
WITHOUT_TIMES = SHARED / "data" / "tracks" / "track-with-extremes.gpx"
TRIP, FENCES = SAMPLES / "trip.gpx", SAMPLES / "fences.json"
NEEDS_SHARED = unittest.skipUnless(CITIES.exists(), "needs the shared folder beside the checkout")

#: One fix.
FIX_MS = 1000
#: Half a millisecond is rounded up by one side and the next whole one is taken by the other.
ROUNDING_MS = 2


class Way:
    """A track and its fences, as both sides read them."""

    def __init__(self, track: Path, fences: Sequence[evaluate_trip.Fence], points: List[evaluate_trip.Point]):
        self.points = points
        self.fences = {fence.name: fence for fence in fences}
        self.results = evaluate_trip.evaluate(points, fences)

    @staticmethod
    def read(track: Path, along: int = 0, radius: float = 0, cities: bool = False, **timing: float) -> "Way":
        points, _ = evaluate_trip.read_track(track.read_bytes(), **timing)
        if along:
            fences = evaluate_trip.along_track(points, along, radius)
        elif cities:
            with open(CITIES, encoding="utf-8", newline="") as file:
                fences = evaluate_trip.read_cities(file, radius)
        else:
            fences = evaluate_trip.read_fences(FENCES.read_text(encoding="utf-8"))
        return Way(track, fences, points)

    def expected(self, tells: Dict[str, set]) -> List[Event]:
        """What must be told, by time and then in the fences' order. `tells` says what each fence reports."""
        found = []
        for order, result in enumerate(self.results):
            name = result.fence.name
            if result.start:
                found.append((self.points[0].time, order, Event(name, "ENTER", self.points[0].time)))
            for time, enters, _ in result.crossings:
                found.append((time, order, Event(name, "ENTER" if enters else "EXIT", time)))
            for start, end, _, _ in result.stays:
                if result.fence.dwell is not None and end - start >= result.fence.dwell:
                    found.append((start + result.fence.dwell, order, Event(name, "DWELL", start + result.fence.dwell)))
        found.sort(key=lambda each: each[:2])
        return [event for _, _, event in found if event.action in tells.get(event.fence, {"ENTER", "EXIT"})]


def reports() -> Dict[str, set]:
    """What each fence of the sample reports."""
    flags = {"notifyOnEntry": "ENTER", "notifyOnExit": "EXIT", "notifyOnDwell": "DWELL"}
    return {
        fence["identifier"]: {action for flag, action in flags.items() if fence[flag]}
        for fence in json.loads(FENCES.read_text(encoding="utf-8"))}


class Comparison(unittest.TestCase):
    def compare(self, way: Way, arguments: Sequence[object], latency: int, missing: Sequence[str] = ()) -> List[Event]:
        expected = [each for each in way.expected(reports()) if each.fence not in missing]
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "events.jsonl"
            done = run(*arguments, "--events", file)
            self.assertEqual(done.returncode, 0, done.stderr)
            told = events(file)
        fences = sorted({each.fence for each in expected} | {each.fence for each in told})
        for fence in fences:
            ours = [each for each in told if each.fence == fence]
            theirs = [each for each in expected if each.fence == fence]
            self.assertEqual([each.action for each in ours], [each.action for each in theirs], fence)
            for mine, other in zip(ours, theirs):
                self.assertLessEqual(other.time - ROUNDING_MS, mine.time, (mine, other))
                self.assertLessEqual(mine.time, other.time + latency + ROUNDING_MS, (mine, other))
        self.assert_order(told, expected, latency)
        late = max((m - o for m, o in zip(sorted(e.time for e in told), sorted(e.time for e in expected))), default=0)
        print(f"{self.id().split('.')[-1]}: {len(told)} transitions of {len(fences)} fences agree, the latest by "
              f"{late} ms", file=sys.stderr)
        return told

    def assert_order(self, told: List[Event], expected: List[Event], latency: int) -> None:
        """Two events may only have changed places where they lie closer together than the latency."""
        counts: Dict[tuple, int] = {}
        place = {}
        for event in expected:
            nth = counts[event[:2]] = counts.get(event[:2], 0) + 1
            place[event[:2] + (nth,)] = event.time
        counts.clear()
        newest = 0
        for event in told:
            nth = counts[event[:2]] = counts.get(event[:2], 0) + 1
            time = place[event[:2] + (nth,)]
            self.assertGreaterEqual(time, newest - latency - ROUNDING_MS, event)
            newest = max(newest, time)

    def test_sample_trip(self) -> None:
        told = self.compare(Way.read(TRIP), [], latency=FIX_MS)
        self.assertEqual(len(told), 13)

    def test_sample_trip_on_android(self) -> None:
        told = self.compare(Way.read(TRIP), ["--profile", "android"], latency=FIX_MS, missing=["kiosk"])
        self.assertEqual(len(told), 11)

    def test_sample_trip_without_region_monitoring(self) -> None:
        told = self.compare(Way.read(TRIP), ["--profile", "software"], latency=30_000, missing=["kiosk"])
        self.assertEqual(len(told), 11)

    def along(self, track: Path, count: int, radius: int) -> List[Event]:
        arguments = ["--track", track, "--fences-along-track", count, "--radius", radius]
        return self.compare(Way.read(track, along=count, radius=radius), arguments, latency=FIX_MS)

    def test_sample_trip_along_track(self) -> None:
        self.assertGreater(len(self.along(TRIP, 18, 100)), 18)

    @NEEDS_SHARED
    def test_car_along_track(self) -> None:
        self.assertEqual(len(self.along(CAR, 10, 150)), 24)

    @NEEDS_SHARED
    def test_car_along_track_small(self) -> None:
        self.assertGreater(len(self.along(CAR, 19, 60)), 30)

    @NEEDS_SHARED
    def test_hike_along_track(self) -> None:
        self.assertEqual(len(self.along(HIKE, 10, 150)), 20)

    @NEEDS_SHARED
    def test_hike_along_track_small(self) -> None:
        self.assertGreater(len(self.along(HIKE, 40, 50)), 60)

    @NEEDS_SHARED
    def test_track_without_times(self) -> None:
        arguments = ["--track", WITHOUT_TIMES, "--fences-along-track", 5, "--radius", 100]
        timing = ["--start", "2026-07-06T12:00:00Z", "--step-ms", 20_000]
        way = Way.read(
            WITHOUT_TIMES, along=5, radius=100, start=evaluate_trip.parse_time("2026-07-06T12:00:00Z"), step=20)
        self.assertGreater(len(self.compare(way, [*arguments, *timing], latency=FIX_MS)), 5)

    def cities(self, track: Path, radius: int) -> List[Event]:
        arguments = ["--track", track, "--cities", CITIES, "--radius", radius]
        return self.compare(Way.read(track, cities=True, radius=radius), arguments, latency=FIX_MS)

    @NEEDS_SHARED
    def test_sample_trip_through_cities(self) -> None:
        self.assertEqual(len(self.cities(TRIP, 2000)), 10)

    @NEEDS_SHARED
    def test_car_through_cities(self) -> None:
        # No place of the list is within 2 km of either recording; that nothing is told is what has to agree.
        self.assertEqual(self.cities(CAR, 2000), [])

    @NEEDS_SHARED
    def test_hike_through_cities(self) -> None:
        self.assertEqual(self.cities(HIKE, 2000), [])

    @NEEDS_SHARED
    def test_car_through_wide_cities(self) -> None:
        self.assertGreater(len(self.cities(CAR, 30_000)), 1)

    @NEEDS_SHARED
    def test_hike_through_wide_cities(self) -> None:
        self.assertGreater(len(self.cities(HIKE, 28_000)), 1)


if __name__ == "__main__":
    unittest.main()
