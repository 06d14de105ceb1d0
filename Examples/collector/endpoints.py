"""The collector without HTTP: which path means what, and the answer to a request that was read."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass
from typing import Any, Callable, Dict, Optional, Tuple

import beekon
import customerio
from faults import FaultError, Faults
from fences import FenceFile
from http_values import Answer, Refusal, Request
from page import page
from records import beekon_records, bgeo_records, customerio_batch, customerio_track
from store import FILTERS, Store
from tokens import Tokens

_PAGE_ROWS = 500


@dataclass(frozen=True)
class Endpoint:
    """What answers on a path."""

    name: str
    methods: Tuple[str, ...]
    answer: Callable[[Request], Answer]
    #: Faults strike here. The reads and the control of the faults stay reliable, whatever is switched on.
    faulted: bool


@dataclass(frozen=True)
class Options:
    """What the command line decides."""

    bgeo_path: str = "/bgeo"
    bgeo_root: Optional[str] = None
    beekon_path: str = "/beekon"
    cdp_key: Optional[str] = None
    project_key: Optional[str] = None
    refresh_token: Optional[str] = None
    fences: Optional[FenceFile] = None
    slice: Optional[FenceFile] = None
    limit: Optional[int] = None


class Endpoints:
    """All endpoints over one store and one set of faults; safe to use from any thread."""

    def __init__(self, store: Store, faults: Faults, options: Options):
        self.faults = faults
        self._store = store
        self._options = options
        self._tokens = Tokens(faults, options.refresh_token)
        self._lock = threading.Lock()
        self._requests: Counter = Counter()
        self._refused = 0
        uploads = ("POST", "PUT", "PATCH")
        reads = ("GET", "HEAD")
        self._bgeo = Endpoint("bgeo", uploads, self._answer_bgeo, True)
        self._beekon = Endpoint("beekon", ("POST",), self._answer_beekon, True)
        self._track = Endpoint("customerio track", ("POST",), self._answer_track, True)
        self._batch = Endpoint("customerio batch", ("POST",), self._answer_batch, True)
        self._nearest = Endpoint("customerio nearest", ("POST",), self._answer_nearest, True)
        self._exact = {
            "/token": Endpoint("token", ("POST",), self._answer_token, True),
            "/": Endpoint("page", reads, self._answer_page, False),
            "/records": Endpoint("records", reads, self._answer_records, False),
            "/stats": Endpoint("stats", reads, self._answer_stats, False),
            "/health": Endpoint("health", reads, lambda _: Answer.json({"ok": True}), False),
            "/faults": Endpoint("faults", reads + ("POST", "DELETE"), self._answer_faults, False),
        }

    def find(self, path: str) -> Optional[Endpoint]:
        """The endpoint of a path; Customer.io's are recognised by their end, since a host may carry any prefix."""
        if path in self._exact:
            return self._exact[path]
        if _is_below(path, self._options.bgeo_path):
            return self._bgeo
        if _is_below(path, self._options.beekon_path):
            return self._beekon
        if path.endswith("/v2/geofences/nearest"):
            return self._nearest
        if path.endswith("/track"):
            return self._track
        if path.endswith("/b"):
            return self._batch
        return None

    def count(self, endpoint: Endpoint) -> None:
        """Counts a request that faults may strike, before anything else is done with it."""
        with self._lock:
            self._requests[endpoint.name] += 1

    def count_refused(self) -> None:
        """Counts a request that was refused for its own mistakes, not by a fault."""
        with self._lock:
            self._refused += 1

    def stats(self) -> Dict[str, Any]:
        with self._lock:
            by_endpoint = {name: self._requests[name] for name in sorted(self._requests)}
            refused = self._refused
        return {
            "requests": sum(by_endpoint.values()), "requests_by_endpoint": by_endpoint, "refused": refused,
            "tokens_issued": self._tokens.issued, "failures": self.faults.served(), **self._store.totals(),
        }

    def _answer_bgeo(self, request: Request) -> Answer:
        self._tokens.check(request)
        records = bgeo_records(request.json(), self._options.bgeo_root)
        return Answer.json(self._store.add("bgeo", request.path, records).as_json())

    def _answer_track(self, request: Request) -> Answer:
        customerio.check_key(request, self._options.cdp_key)
        records = customerio_track(request.json())
        return Answer.json(self._store.add("customerio", request.path, records).as_json())

    def _answer_batch(self, request: Request) -> Answer:
        customerio.check_key(request, self._options.cdp_key)
        records = customerio_batch(request.json())
        return Answer.json(self._store.add("customerio", request.path, records).as_json())

    def _answer_nearest(self, request: Request) -> Answer:
        customerio.check_key(request, self._options.cdp_key)
        return Answer.json(customerio.nearest(request, self._options.fences, self._options.limit))

    def _answer_beekon(self, request: Request) -> Answer:
        beekon.check_key(request, self._options.project_key)
        self._tokens.check(request)
        body = request.json()
        stored = self._store.add("beekon", request.path, beekon_records(body))
        if self._options.slice is None:
            return Answer.json(stored.as_json())
        return Answer.json(beekon.sync_response(body, self._options.slice, self._options.limit))

    def _answer_token(self, request: Request) -> Answer:
        return Answer.json(self._tokens.refresh(request))

    def _answer_page(self, request: Request) -> Answer:
        filters, _ = _selection(request.query)
        records = self._store.records(filters, limit=_PAGE_ROWS, newest_first=True)
        text = page(records, self.stats(), self.faults.as_json(), filters, _PAGE_ROWS)
        return Answer(200, text.encode("utf-8"), "text/html; charset=utf-8")

    def _answer_records(self, request: Request) -> Answer:
        filters, limit = _selection(request.query)
        records = self._store.records(filters, limit)
        return Answer.json({"count": len(records), "records": records})

    def _answer_stats(self, _: Request) -> Answer:
        return Answer.json(self.stats())

    def _answer_faults(self, request: Request) -> Answer:
        if request.method == "POST":
            try:
                self.faults.change(request.json())
            except FaultError as error:
                raise Refusal(400, str(error)) from None
        elif request.method == "DELETE":
            self.faults.clear()
        return Answer.json(self.faults.as_json())


def _is_below(path: str, prefix: str) -> bool:
    return path == prefix or path.startswith(prefix.rstrip("/") + "/")


def _selection(query: Dict[str, str]) -> Tuple[Dict[str, str], Optional[int]]:
    unknown = sorted(set(query) - set(FILTERS) - {"limit"})
    if unknown:
        raise Refusal(400, f"{unknown[0]!r} is no filter; filters are {', '.join(sorted(FILTERS))} and limit")
    for name in ("batch", "after", "limit"):
        value = query.get(name, "0")
        if not (value.isascii() and value.isdigit() and len(value) < 19):
            raise Refusal(400, f"{name} must be a whole number, not {value!r}")
    limit = int(query["limit"]) if "limit" in query else None
    return {name: value for name, value in query.items() if name != "limit"}, limit
