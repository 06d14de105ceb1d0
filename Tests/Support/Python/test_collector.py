"""The collector over real HTTP: what it stores, how it drops repeats, and each way in which it misbehaves."""

from __future__ import annotations

import http.client
import json
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, Dict, List

from collector_process import PROGRAM, CollectorProcess


def bgeo(identifier: str, action: str = "ENTER", fence: str = "home") -> Dict[str, Any]:
    return {
        "uuid": identifier, "timestamp": "2026-03-02T07:15:04.000Z", "event": "geofence",
        "coords": {"latitude": 52.229, "longitude": 21.012, "accuracy": 8.0},
        "geofence": {"identifier": fence, "action": action, "timestamp": "2026-03-02T07:15:05.000Z"},
    }


def cio(transition: str, geoset: Any = "25678", user: str = "u1") -> Dict[str, Any]:
    properties = {"transition": "enter", "geofenceId": "48122", "transitionId": transition, "metadata": {"priority": 2}}
    if geoset is not None:
        properties["geosetId"] = geoset
    return {
        "event": "Geofence Transition", "userId": user, "timestamp": "2026-07-06T17:42:10.482Z",
        "properties": properties,
    }


def beekon(locations: List[str], events: List[str], **more: Any) -> Dict[str, Any]:
    return {
        "schema_version": 1, "session_id": None,
        "locations": [
            {"id": name, "latitude": 12.97, "longitude": 77.59, "timestamp": "2026-03-01T08:03:05.000Z",
             "trigger": "geofence"} for name in locations],
        "geofence_events": [
            {"id": name, "geofence_id": "home", "type": "enter", "timestamp": "2026-03-01T08:03:05.000Z"}
            for name in events],
        **more,
    }


class CollectorTest(unittest.TestCase):
    """Starts a collector of its own per test, with `arguments` of the class."""

    arguments: List[str] = []

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.collector = CollectorProcess(self.folder, *self.more_arguments(), *self.arguments)
        self.addCleanup(self.collector.stop)

    def more_arguments(self) -> List[str]:
        return []

    def post(self, path: str, body: Any, **headers: str) -> int:
        return self.collector.request("POST", path, body, headers)[0]

    def keys(self, **filters: str) -> List[str]:
        query = "&".join(f"{name}={value}" for name, value in filters.items())
        return [record["key"] for record in self.collector.json("GET", f"/records?{query}")["records"]]

    def stats(self) -> Dict[str, Any]:
        return self.collector.json("GET", "/stats")

    def faults(self, **kinds: Any) -> None:
        self.collector.json("POST", "/faults", kinds)

    def assert_cut(self, path: str, body: Any) -> None:
        with self.assertRaises((ConnectionError, http.client.HTTPException)):
            self.post(path, body)


class StoringTest(CollectorTest):
    def test_bgeo_single_custom_root_batch_and_root_records(self) -> None:
        self.assertEqual(self.post("/bgeo", {"device": "d-17", "location": bgeo("a")}), 200)
        self.assertEqual(self.collector.request("PUT", "/bgeo/deep/er", {"data": bgeo("b")})[0], 200)
        self.assertEqual(self.collector.request("PATCH", "/bgeo", {"device": "d-17", **bgeo("c")})[0], 200)
        self.assertEqual(self.post("/bgeo", {"p": {"x": 1}, "location": [bgeo("d"), {"uuid": "e"}]}), 200)
        self.assertEqual(self.keys(vendor="bgeo"), ["a", "b", "c", "d", "e"])
        self.assertEqual(self.keys(kind="geofence"), ["a", "b", "c", "d"])
        record = self.collector.json("GET", "/records?key=a")["records"][0]
        self.assertEqual((record["fence"], record["action"]), ("home", "ENTER"))
        self.assertEqual(record["record_time"], "2026-03-02T07:15:05.000Z")
        self.assertEqual(record["record"], bgeo("a"))

    def test_bgeo_repeats_are_dropped_by_uuid_and_differing_ones_counted(self) -> None:
        for action in ("ENTER", "ENTER", "EXIT"):
            self.post("/bgeo", {"location": bgeo("a", action)})
        self.post("/bgeo", {"location": [bgeo("b"), bgeo("b")]})
        stats = self.stats()
        self.assertEqual((stats["unique"], stats["repeats"], stats["differing"]), (2, 3, 1))
        self.assertEqual(self.collector.json("GET", "/records?key=a")["records"][0]["action"], "ENTER")

    def test_bgeo_refuses_the_whole_upload_for_one_record_without_uuid(self) -> None:
        for body in ({"location": [bgeo("a"), {"event": "geofence"}]}, {"location": []}, [], {"uuid": ""},
                     {"one": bgeo("a"), "two": bgeo("b")}, {"location": {"uuid": 7}},
                     {"location": {"uuid": "a", "event": "geofence"}}):
            self.assertEqual(self.post("/bgeo", body), 422, body)
        stats = self.stats()
        self.assertEqual((stats["unique"], stats["refused"], stats["batches"]), (0, 7, 0))

    def test_customerio_track_is_unique_by_transition_and_geoset(self) -> None:
        for event in (cio("t1"), cio("t1"), cio("t1", "30011"), cio("t1", None), cio("t1", None), cio("t2")):
            self.assertEqual(self.post("/v1/track", event), 200)
        self.assertEqual(self.keys(vendor="customerio"), ["t1/25678", "t1/30011", "t1/", "t2/25678"])
        self.assertEqual(self.stats()["repeats"], 2)
        self.assertEqual(self.stats()["differing"], 0)

    def test_customerio_batch_and_track_share_the_transitions(self) -> None:
        self.post("/edge/v1/track", cio("t1"))
        batch = [
            {"type": "track", "messageId": "m1", **cio("t1")},
            {"type": "identify", "messageId": "m2", "userId": "u1", "traits": {}},
            {"type": "track", "messageId": "m3", "event": "Opened", "userId": "u1"},
            {"type": "track", "messageId": "m3", "event": "Opened", "userId": "u1"},
            {"type": "track", "event": "Without id"}, {"type": "track", "event": "Without id"},
        ]
        self.assertEqual(self.post("/b", {"batch": batch, "sentAt": "x", "writeKey": "k"}), 200)
        self.assertEqual(self.keys(), ["t1/25678", "m2", "m3", None, None])
        stats = self.stats()
        self.assertEqual((stats["repeats"], stats["differing"]), (2, 0))
        self.assertEqual(self.keys(kind="identify"), ["m2"])

    def test_customerio_refuses_what_could_not_be_recognised_again(self) -> None:
        without = cio("t1")
        del without["properties"]["transitionId"]
        for path, body in (("/track", without), ("/track", {"userId": "u"}), ("/b", {}), ("/b", {"batch": [1]})):
            self.assertEqual(self.post(path, body), 422, body)
        self.assertEqual(self.stats()["unique"], 0)

    def test_beekon_ids_are_unique_per_array_and_remember_their_batch(self) -> None:
        self.assertEqual(self.post("/beekon", beekon(["x"], ["x"])), 200)
        self.assertEqual(self.post("/beekon", beekon(["x", "y"], ["x", "z"])), 200)
        found = self.collector.json("GET", "/records?vendor=beekon")["records"]
        self.assertEqual(
            [(item["scope"], item["key"], item["batch"], item["last_batch"], item["repeats"]) for item in found],
            [("locations", "x", 1, 2, 1), ("geofence_events", "x", 1, 2, 1), ("locations", "y", 2, 2, 0),
             ("geofence_events", "z", 2, 2, 0)])
        self.assertEqual(self.post("/beekon", {"locations": []}), 422)
        self.assertEqual(self.collector.request("PUT", "/beekon", beekon([], []))[0], 405)

    def test_a_record_is_in_the_file_before_the_answer(self) -> None:
        self.post("/bgeo", {"location": bgeo("a")})
        self.collector.process.kill()
        self.collector.process.wait()
        with sqlite3.connect(self.collector.database) as database:
            self.assertEqual(database.execute("SELECT key FROM records").fetchall(), [("a",)])
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchone(), ("ok",))
        database.close()

    def test_a_restart_on_the_same_file_still_drops_repeats(self) -> None:
        self.post("/bgeo", {"location": bgeo("a")})
        self.assertEqual(self.collector.stop(), 0)
        self.assertFalse((self.folder / "port").exists())
        self.collector = CollectorProcess(self.folder)
        self.addCleanup(self.collector.stop)
        self.post("/bgeo", {"location": bgeo("a")})
        self.assertEqual((self.stats()["unique"], self.stats()["repeats"]), (1, 1))

    def test_twenty_threads_lose_and_double_nothing(self) -> None:
        problems: List[str] = []

        def work(number: int) -> None:
            connection = self.collector.connection()
            for index in range(20):
                # Every record is sent by two threads.
                body = json.dumps({"location": bgeo(f"{number // 2}-{index}")})
                connection.request("POST", "/bgeo", body)
                response = connection.getresponse()
                response.read()
                if response.status != 200:
                    problems.append(f"{number}-{index}: {response.status}")
            connection.close()

        threads = [threading.Thread(target=work, args=(number,)) for number in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(problems, [])
        stats = self.stats()
        self.assertEqual((stats["requests"], stats["unique"], stats["repeats"]), (400, 200, 200))
        self.assertEqual(len(set(self.keys())), 200)


class ReadingTest(CollectorTest):
    def test_records_are_filtered_and_unknown_filters_named(self) -> None:
        self.post("/bgeo", {"location": [bgeo("a"), bgeo("b", "EXIT"), bgeo("c", "EXIT", "work")]})
        self.post("/track", cio("t"))
        self.assertEqual(self.keys(action="EXIT", fence="home"), ["b"])
        self.assertEqual(self.keys(batch="2"), ["t/25678"])
        self.assertEqual(self.keys(after="2", limit="1"), ["c"])
        for query in ("color=red", "limit=x", "after=-1"):
            status, _, body = self.collector.request("GET", f"/records?{query}")
            self.assertEqual(status, 400)
            self.assertIn(query.split("=")[0], json.loads(body)["error"])

    def test_the_page_shows_every_column_and_escapes_what_came(self) -> None:
        self.post("/bgeo", {"location": bgeo("a", "EXIT", "<script>alert(1)</script>")})
        self.post("/bgeo", {"location": bgeo("a", "EXIT", "<script>alert(1)</script>")})
        status, headers, body = self.collector.request("GET", "/?vendor=bgeo")
        text = body.decode("utf-8")
        self.assertEqual((status, headers["Content-Type"]), (200, "text/html; charset=utf-8"))
        self.assertIn("&lt;script&gt;", text)
        self.assertNotIn("<script>", text)
        for title in ("received", "vendor", "kind", "fence", "action", "record time", "repeats", "batch"):
            self.assertIn(f">{title}</th>", text)
        self.assertIn('<td class="exit">EXIT</td>', text)
        self.assertIn('<td class="time">2026-03-02T07:15:05.000Z</td>', text)
        self.assertIn('<td class="number">1</td>', text)
        self.assertNotIn("EXIT</td>", self.collector.request("GET", "/?vendor=beekon")[2].decode("utf-8"))

    def test_health_head_and_unknown_paths(self) -> None:
        self.assertEqual(self.collector.json("GET", "/health"), {"ok": True})
        self.assertEqual(self.collector.request("HEAD", "/records")[::2], (200, b""))
        self.assertEqual(self.collector.request("GET", "/nothing")[0], 404)
        self.assertEqual(self.post("/nothing", {}), 404)

    def test_a_lone_surrogate_and_a_long_integer_survive(self) -> None:
        record = {**bgeo("a"), "note": 9007199254740993, "deep": {"text": "\ud800 \U0001F600"}}
        record["geofence"]["identifier"] = "\ud800"
        self.assertEqual(self.post("/bgeo", {"location": record}), 200)
        found = self.collector.json("GET", "/records")["records"][0]
        self.assertEqual(found["record"], record)
        self.assertEqual(self.collector.request("GET", "/")[0], 200)


class BadInputTest(CollectorTest):
    def test_what_is_not_json_is_refused_with_a_reason(self) -> None:
        for body in (b"", b"{", b"\xff\xfe", b'{"a": NaN}', b'{"a": 1e999}', b"[" * 200_000, b"1" * 5000 + b"x"):
            status, _, answer = self.collector.request("POST", "/bgeo", body)
            self.assertEqual(status, 400, body[:20])
            self.assertIn("body is", json.loads(answer)["error"])
        self.assertEqual(self.stats()["refused"], 7)

    def test_the_limit_is_16_mebibytes(self) -> None:
        limit = 16 * 1024 * 1024
        record = json.dumps({"location": bgeo("a")}).encode("utf-8")
        self.assertEqual(self.post("/bgeo", record + b" " * (limit - len(record))), 200)
        status, headers, _ = self.collector.request("POST", "/bgeo", record + b" " * (limit + 1 - len(record)))
        self.assertEqual((status, headers["Connection"]), (413, "close"))
        self.assertEqual(self.stats()["repeats"], 0)

    def test_a_wrong_method_is_told_the_right_ones(self) -> None:
        for method, path, allowed in (("DELETE", "/bgeo", "POST, PUT, PATCH"), ("GET", "/track", "POST"),
                                      ("POST", "/records", "GET, HEAD"), ("PUT", "/faults", "GET, HEAD, POST, DELETE")):
            status, headers, _ = self.collector.request(method, path, b"{}")
            self.assertEqual((status, headers["Allow"]), (405, allowed))

    def test_chunks_and_keep_alive_on_one_connection(self) -> None:
        connection = self.collector.connection()
        data = json.dumps({"location": bgeo("a")}).encode("utf-8")
        for _ in range(3):
            connection.request("POST", "/bgeo", iter([data[:10], data[10:]]), encode_chunked=True,
                               headers={"Transfer-Encoding": "chunked"})
            response = connection.getresponse()
            self.assertEqual((response.status, response.version), (200, 11))
            response.read()
            self.assertIsNotNone(connection.sock)
        connection.request("DELETE", "/bgeo", b"{}")
        self.assertEqual(connection.getresponse().status, 405)
        connection.close()
        self.assertEqual(self.stats()["repeats"], 2)

    def test_requests_with_no_clear_end_are_refused(self) -> None:
        for head, status in (
            ("Content-Length: abc", 400), ("Content-Length: -1", 400), ("Content-Length: 2\r\nContent-Length: 3", 400),
            ("Content-Length: 2\r\nTransfer-Encoding: chunked", 400), ("Transfer-Encoding: gzip", 501), ("X: y", 411),
            ("Transfer-Encoding: chunked\r\n\r\nzz", 400), ("Content-Length: 2\r\nContent-Encoding: gzip", 415),
            ("Transfer-Encoding: chunked\r\n\r\nFFFFFFF", 413),
        ):
            with socket.create_connection((self.collector.host, self.collector.port), timeout=30) as peer:
                peer.sendall(f"POST /bgeo HTTP/1.1\r\nHost: x\r\n{head}\r\n\r\n{{}}".encode("ascii"))
                peer.shutdown(socket.SHUT_WR)
                answer = peer.makefile("rb").read()
            self.assertTrue(answer.startswith(f"HTTP/1.1 {status} ".encode("ascii")), (head, answer))
        self.assertEqual(self.collector.json("GET", "/health"), {"ok": True})

    def test_a_peer_that_leaves_halfway_stores_nothing(self) -> None:
        with socket.create_connection((self.collector.host, self.collector.port), timeout=30) as peer:
            peer.sendall(b"POST /bgeo HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{")
        deadline = time.monotonic() + 10
        while self.stats()["requests"] == 0 and time.monotonic() < deadline:
            time.sleep(0.01)
        self.assertEqual((self.stats()["requests"], self.stats()["batches"]), (1, 0))


class FaultTest(CollectorTest):
    def test_statuses_take_turns_and_store_nothing(self) -> None:
        self.faults(status={"codes": [503, 429], "every": 2})
        found = [self.post("/bgeo", {"location": bgeo(str(index))}) for index in range(8)]
        self.assertEqual(found, [200, 503, 200, 429, 200, 503, 200, 429])
        self.assertEqual(self.keys(), ["0", "2", "4", "6"])
        self.assertEqual(self.stats()["failures"], {"status": 4, "total": 4})

    def test_cut_before_stores_nothing(self) -> None:
        self.faults(cut_before={"every": 1, "times": 1})
        self.assert_cut("/bgeo", {"location": bgeo("a")})
        self.assertEqual(self.stats()["unique"], 0)
        self.assertEqual(self.post("/bgeo", {"location": bgeo("a")}), 200)

    def test_cut_after_has_stored_and_the_repeat_is_dropped(self) -> None:
        for path, body in (("/bgeo", {"location": bgeo("a")}), ("/track", cio("a")), ("/beekon", beekon(["a"], ["a"]))):
            self.faults(cut_after={"times": 1})
            before = self.stats()
            self.assert_cut(path, body)
            stored = self.stats()
            self.assertGreater(stored["unique"], before["unique"])
            self.assertEqual(self.post(path, body), 200)
            after = self.stats()
            self.assertEqual(after["unique"], stored["unique"])
            self.assertEqual(after["repeats"] - before["repeats"], stored["unique"] - before["unique"])

    def test_cut_answer_ends_in_the_middle(self) -> None:
        self.faults(cut_answer={"times": 1})
        with self.assertRaises(http.client.IncompleteRead) as caught:
            self.post("/bgeo", {"location": bgeo("a")})
        self.assertGreater(len(caught.exception.partial), 0)
        self.assertEqual(self.stats()["unique"], 1)

    def test_retry_after_in_seconds_as_date_and_as_nonsense(self) -> None:
        for given, check in (
            ({"value": 7}, lambda text: text == "7"), ({"value": "soon"}, lambda text: text == "soon"),
            ({"value": 60, "as": "date", "code": 429}, lambda text: parsedate_to_datetime(text).tzinfo is not None),
        ):
            self.faults(retry_after=given)
            status, headers, _ = self.collector.request("POST", "/bgeo", {"location": bgeo("a")})
            self.assertEqual(status, given.get("code", 503))
            self.assertTrue(check(headers["Retry-After"]), headers)
        self.assertEqual(self.stats()["unique"], 0)

    def test_delays_before_reading_and_before_answering(self) -> None:
        for when in ("read", "answer"):
            self.faults(delay={"ms": 150, "when": when})
            begun = time.monotonic()
            self.assertEqual(self.post("/bgeo", {"location": bgeo(when)}), 200)
            self.assertGreaterEqual(time.monotonic() - begun, 0.15)

    def test_a_delayed_answer_is_stored_before_the_delay(self) -> None:
        self.faults(delay={"ms": 20_000})
        with socket.create_connection((self.collector.host, self.collector.port), timeout=30) as peer:
            body = json.dumps({"location": bgeo("a")}).encode("utf-8")
            head = f"POST /bgeo HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}\r\n\r\n"
            peer.sendall(head.encode("ascii") + body)
            deadline = time.monotonic() + 10
            while self.stats()["unique"] == 0 and time.monotonic() < deadline:
                time.sleep(0.01)
            self.assertEqual(self.stats()["unique"], 1)
            begun = time.monotonic()
            self.assertEqual(self.collector.stop(), 0)
            self.assertLess(time.monotonic() - begun, 10)

    def test_huge_garbage_and_empty_answers_are_successes(self) -> None:
        self.faults(huge={"bytes": 3_000_000})
        status, _, body = self.collector.request("POST", "/bgeo", {"location": bgeo("a")})
        self.assertEqual((status, len(body), json.loads(body)["stored"]), (200, 3_000_000, 1))
        self.faults(huge=None, garbage={"bytes": 64})
        status, _, body = self.collector.request("POST", "/bgeo", {"location": bgeo("b")})
        self.assertEqual((status, len(body)), (200, 64))
        with self.assertRaises(ValueError):
            json.loads(body)
        self.faults(garbage=None, empty=1)
        self.assertEqual(self.collector.request("POST", "/bgeo", {"location": bgeo("c")})[::2], (204, b""))
        self.assertEqual(self.keys(), ["a", "b", "c"])

    def test_poison_refuses_one_record_and_lets_the_others_pass(self) -> None:
        self.faults(poison={"containing": "bad-1"})
        self.assertEqual(self.post("/bgeo", {"location": [bgeo("good"), bgeo("bad-1")]}), 422)
        self.assertEqual(self.post("/bgeo", {"location": bgeo("good")}), 200)
        self.assertEqual(self.keys(), ["good"])

    def test_kinds_count_for_themselves_and_only_on_their_path(self) -> None:
        self.faults(status={"every": 2, "path": "/bgeo"}, empty={"every": 2})
        bgeo_statuses = [self.post("/bgeo", {"location": bgeo(str(index))}) for index in range(8)]
        self.assertEqual(bgeo_statuses, [200, 503, 204, 503, 200, 503, 204, 503])
        self.assertEqual([self.post("/track", cio(str(index))) for index in range(2)], [200, 204])

    def test_the_same_seed_gives_the_same_failures(self) -> None:
        found = []
        for seed in (7, 7, 8):
            self.faults(seed=seed, status={"probability": 0.5})
            found.append([self.post("/bgeo", {"location": bgeo(str(index))}) for index in range(30)])
        self.assertEqual(found[0], found[1])
        self.assertNotEqual(found[0], found[2])
        self.assertEqual(set(found[0]), {200, 503})

    def test_faults_are_shown_merged_and_cleared_and_never_strike_the_reads(self) -> None:
        self.faults(status=1, cut_before={"every": 1, "times": 1})
        self.faults(cut_before=None, cut_after={"every": 3})
        shown = self.collector.json("GET", "/faults")
        self.assertEqual(sorted(shown), ["cut_after", "seed", "status"])
        self.assertEqual(shown["status"], {"every": 1, "codes": [503], "asked": 0, "struck": 0})
        for path in ("/", "/records", "/stats", "/health", "/faults"):
            self.assertEqual(self.collector.request("GET", path)[0], 200)
        self.assertEqual(self.post("/bgeo", {"location": bgeo("a")}), 503)
        self.assertEqual(self.collector.json("DELETE", "/faults"), {"seed": "0"})
        self.assertEqual(self.post("/bgeo", {"location": bgeo("a")}), 200)

    def test_faults_that_cannot_be_followed_change_nothing(self) -> None:
        self.faults(status=5)
        for given in (
            {"nonsense": 1}, {"nonsense": None}, {"status": {"codes": [200]}}, {"status": {"codes": []}}, {"status": 0},
            {"status": True}, {"delay": {}}, {"delay": {"ms": -1}}, {"cut_after": {"often": 2}}, [], {"seed": []},
            {"cut_after": {"every": 2, "probability": 0.5}}, {"cut_after": {"probability": 1.5}}, {"poison": 3},
            {"cut_after": {"every": 2}, "delay": {"ms": "long"}}, {"retry_after": {"as": "poem"}},
        ):
            status, _, body = self.collector.request("POST", "/faults", given)
            self.assertEqual(status, 400, given)
            self.assertTrue(json.loads(body)["error"])
        self.assertEqual(sorted(self.collector.json("GET", "/faults")), ["seed", "status"])


class TokenTest(CollectorTest):
    arguments = ["--refresh-token", "first"]

    def upload(self, token: str) -> int:
        return self.post("/bgeo", {"location": bgeo(token)}, Authorization=f"Bearer {token}")

    def test_a_token_is_refused_once_and_the_refreshed_one_is_good(self) -> None:
        self.faults(token={"uses": 2})
        self.assertEqual([self.upload("old") for _ in range(4)], [200, 200, 401, 200])
        new = self.collector.json("POST", "/token", {"refresh_token": "first"})
        self.assertEqual(new, {"access_token": "access-1", "refresh_token": "refresh-1"})
        self.assertEqual(self.upload("access-1"), 200)
        stats = self.stats()
        self.assertEqual((stats["tokens_issued"], stats["failures"]["token"], stats["refused"]), (1, 1, 0))

    def test_an_expired_token_stays_refused(self) -> None:
        self.faults(token={"uses": 1, "mode": "expired"})
        self.assertEqual([self.upload("old") for _ in range(3)], [200, 401, 401])
        self.assertEqual(self.post("/bgeo", {"location": bgeo("no token")}), 200)

    def test_only_a_token_issued_here_refreshes_in_whatever_shape(self) -> None:
        self.assertEqual(self.post("/token", {"refresh_token": "stolen"}), 401)
        self.assertEqual(self.post("/token", {"grant": {"of": ["first"]}}), 200)
        self.assertEqual(self.post("/token", {"refresh_token": "refresh-1"}), 200)
        # Its successor may have been lost on the way.
        self.assertEqual(self.post("/token", {"refresh_token": "refresh-1"}), 200)
        self.assertEqual(self.post("/token", b"nothing"), 400)


class NearestTest(CollectorTest):
    arguments = ["--cdp-key", "sk_test_abc"]
    key = {"Authorization": "Basic c2tfdGVzdF9hYmM6"}

    def more_arguments(self) -> List[str]:
        self.fences = self.folder / "fences.geojson"
        square = [[0.5, 0.0], [0.502, 0.0], [0.502, 0.002], [0.5, 0.002], [0.5, 0.0]]
        self.fences.write_text(json.dumps({
            "type": "FeatureCollection", "config": {"ios": {"max_business_geofence": 12}},
            "features": [
                {"type": "Feature", "id": 1, "geometry": {"type": "Point", "coordinates": [1.0, 0.0]},
                 "properties": {"radius": 100, "name": "far", "geoset_ids": [71]}},
                {"type": "Feature", "id": "sq", "geometry": {"type": "Polygon", "coordinates": [square]},
                 "properties": {"dwell_threshold_seconds": 300}},
                # Its centre is farther than 1's, its edge is nearer.
                {"type": "Feature", "id": 3, "geometry": {"type": "Point", "coordinates": [1.01, 0.0]},
                 "properties": {"radius": 90000}},
            ]}))
        return ["--fences", str(self.fences)]

    def ask(self, latitude: float, longitude: float) -> Any:
        body = {"latitude": latitude, "longitude": longitude}
        return self.collector.json("POST", "/edge/v2/geofences/nearest", body, **self.key)

    def test_geojson_becomes_wire_entries_ranked_by_edge(self) -> None:
        answer = self.ask(0.0, 0.0)
        self.assertEqual(answer["config"], {"ios": {"max_business_geofence": 12}})
        self.assertEqual([entry["id"] for entry in answer["geofences"]], [3, "sq", 1])
        circle, square = answer["geofences"][2], answer["geofences"][1]
        self.assertEqual(circle, {
            "id": 1, "name": "far", "geoset_ids": [71], "shape": "circle", "latitude": 0.0, "longitude": 1.0,
            "radius": 100})
        self.assertEqual((square["shape"], square["dwell_threshold_seconds"]), ("polygon", 300))
        self.assertAlmostEqual(square["enclosing_circle"]["longitude"], 0.501)
        self.assertAlmostEqual(square["enclosing_circle"]["base_radius_m"], 157.25, delta=0.5)
        self.assertEqual([entry["id"] for entry in self.ask(0.0, 1.0)["geofences"]], [1, 3, "sq"])

    def test_a_wire_file_is_passed_on_with_its_faults_and_a_change_is_noticed(self) -> None:
        entries = [{"id": None}, {"id": 2, "latitude": 1.0, "longitude": 1.0, "radius": 9}, "nonsense"]
        self.fences.write_text(json.dumps({"config": {"x": 1}, "geofences": entries}))
        self.assertEqual(self.ask(1, 1), {"config": {"x": 1}, "geofences": [entries[1], entries[0], entries[2]]})
        self.fences.write_text("{")
        self.assertEqual(self.collector.request(
            "POST", "/v2/geofences/nearest", {"latitude": 1, "longitude": 1}, self.key)[0], 500)

    def test_the_key_and_the_place_are_checked(self) -> None:
        place = {"latitude": 1, "longitude": 1}
        self.assertEqual(self.post("/v2/geofences/nearest", place), 401)
        self.assertEqual(self.post("/v2/geofences/nearest", place, Authorization="Basic c2s6"), 401)
        self.assertEqual(self.post("/track", cio("t")), 401)
        self.assertEqual(self.post("/track", cio("t"), **self.key), 200)
        for body in ({}, {"latitude": "1", "longitude": 1}, {"latitude": 91, "longitude": 1}, []):
            self.assertEqual(self.post("/v2/geofences/nearest", body, **self.key), 422)


class SliceTest(CollectorTest):
    arguments = ["--project-key", "pk", "--limit", "1"]
    key = {"Authorization": "Bearer pk"}

    def more_arguments(self) -> List[str]:
        path = self.folder / "slice.json"
        items = [
            {"id": name, "geometry": {"type": "Circle", "latitude": 0.0, "longitude": longitude, "radius_meters": 150}}
            for name, longitude in (("west", -1.0), ("east", 1.0))]
        path.write_text(json.dumps({"schema_version": 1, "geofences": {"revision": "r-1", "items": items}}))
        return ["--slice", str(path)]

    def sync(self, **more: Any) -> Any:
        return self.collector.json("POST", "/beekon", beekon([], [], **more), **self.key)

    def test_the_nearest_fences_ride_on_the_answer_until_the_device_has_them(self) -> None:
        first = self.sync(position={"latitude": 0.0, "longitude": 0.9})
        self.assertEqual([item["id"] for item in first["geofences"]["items"]], ["east"])
        revision = first["geofences"]["revision"]
        same = self.sync(position={"latitude": 0.0, "longitude": 0.8}, geofences_revision=revision)
        self.assertNotIn("geofences", same)
        self.assertEqual(same["schema_version"], 1)
        other = self.sync(position={"latitude": 0.0, "longitude": -0.8}, geofences_revision=revision)
        self.assertEqual([item["id"] for item in other["geofences"]["items"]], ["west"])

    def test_the_newest_location_is_the_place_and_the_upload_is_stored(self) -> None:
        body = beekon(["a"], ["e"])
        body["locations"].append({"id": "b", "latitude": 0.0, "longitude": 0.9})
        answer = self.collector.json("POST", "/beekon", body, **self.key)
        self.assertEqual([item["id"] for item in answer["geofences"]["items"]], ["east"])
        self.assertEqual(self.keys(vendor="beekon"), ["a", "b", "e"])
        self.assertEqual(self.post("/beekon", body), 401)


class CommandLineTest(unittest.TestCase):
    def refused(self, *arguments: str) -> str:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "text").write_text("no database, but long enough to be taken for one" * 30)
            with sqlite3.connect(Path(folder) / "other.db") as other:
                other.execute("CREATE TABLE theirs (id)")
            other.close()
            (Path(folder) / "bad.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": [
                {"id": "a", "geometry": {"type": "Point", "coordinates": [0, 0]}, "properties": {}}]}))
            given = [text.replace("@", folder) for text in arguments]
            if "--database" not in given:
                given += ["--database", f"{folder}/fine.db"]
            done = subprocess.run(
                [sys.executable, str(PROGRAM), *given], capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertNotIn("Traceback", done.stderr)
            return done.stderr

    def test_each_wrong_argument_is_named(self) -> None:
        for arguments, named in (
            (["--port", "70000"], "70000"), (["--faults", "{"], "--faults"), (["--faults", '{"x": 1}'], "'x'"),
            (["--fences", "@/none"], "none"), (["--fences", "@/bad.geojson"], "radius"), (["--limit", "0"], "0"),
            (["--database", "@/other.db"], "another program"), (["--database", "@/text"], "not a database"),
            (["--host", "203.0.113.1"], "203.0.113.1"), (["--port-file", "@/no/such/place"], "No such file"),
            (["--slice", "@/text"], "not JSON"), (["--bgeo-path", "bgeo"], "must begin with /"),
        ):
            self.assertIn(named, self.refused(*arguments), arguments)


if __name__ == "__main__":
    unittest.main()
