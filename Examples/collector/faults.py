"""The ways in which the collector misbehaves on request, and when each of them strikes.

Each kind has a trigger of its own (every n-th request, or a probability drawn from a seeded sequence of its own), so
that kinds neither share nor disturb each other's counting. A kind is asked only by a request that comes as far as the
place where it could strike.
"""

from __future__ import annotations

import random
import threading
from collections import Counter
from typing import Any, Callable, Dict, Optional, Tuple


class FaultError(ValueError):
    """A description of faults that cannot be followed, and why."""


Check = Callable[[Any], Optional[str]]


def _whole(low: int, high: int) -> Check:
    def check(value: Any) -> Optional[str]:
        is_whole = isinstance(value, int) and not isinstance(value, bool)
        return None if is_whole and low <= value <= high else f"a whole number from {low} to {high}"
    return check


def _one_of(*allowed: Any) -> Check:
    return lambda value: None if value in allowed else "one of " + ", ".join(map(str, allowed))


def _is_text(value: Any) -> Optional[str]:
    return None if isinstance(value, str) and value else "a text that is not empty"


def _is_share(value: Any) -> Optional[str]:
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return None if is_number and 0 <= value <= 1 else "a number from 0 to 1"


# 2xx is left out: an upload that was not stored must never look as if it had been.
_is_code = _whole(300, 599)


def _are_codes(value: Any) -> Optional[str]:
    is_list = isinstance(value, list) and len(value) > 0 and all(_is_code(code) is None for code in value)
    return None if is_list else "a list of statuses from 300 to 599"


def _is_retry_after(value: Any) -> Optional[str]:
    return None if _whole(0, 1_000_000)(value) is None or _is_text(value) is None else "seconds or a text"


#: What every kind takes.
_TRIGGER: Dict[str, Check] = {
    "every": _whole(1, 1_000_000_000), "probability": _is_share, "times": _whole(1, 1_000_000_000), "path": _is_text,
}
#: What each kind takes besides, with its default; None means that it must be given.
_KINDS: Dict[str, Dict[str, Tuple[Check, Any]]] = {
    "cut_before": {},
    "delay": {"ms": (_whole(1, 600_000), None), "when": (_one_of("read", "answer"), "answer")},
    "status": {"codes": (_are_codes, [503])},
    "retry_after": {
        "value": (_is_retry_after, 1), "as": (_one_of("seconds", "date"), "seconds"), "code": (_is_code, 503)},
    "poison": {"containing": (_is_text, None), "code": (_is_code, 422)},
    "token": {"uses": (_whole(0, 1_000_000_000), 1), "mode": (_one_of("once", "expired"), "once")},
    "cut_after": {},
    "cut_answer": {},
    "huge": {"bytes": (_whole(1, 256 * 1024 * 1024), 8 * 1024 * 1024)},
    "garbage": {"bytes": (_whole(1, 1024 * 1024), 512)},
    "empty": {},
}
KINDS = tuple(_KINDS)


class Fault:
    """One kind that is switched on: its parameters, and how often it was asked and struck."""

    def __init__(self, kind: str, given: Any, seed: str):
        self.kind = kind
        self.trigger, self.parameters = _read(kind, given)
        self.random = random.Random(f"{seed}/{kind}")
        self.asked = 0
        self.struck = 0

    def strikes(self, path: str) -> bool:
        if not path.startswith(self.trigger.get("path", "")):
            return False
        self.asked += 1
        if "probability" in self.trigger:
            hit = self.random.random() < self.trigger["probability"]
        else:
            hit = self.asked % self.trigger["every"] == 0
        if not hit or self.struck >= self.trigger.get("times", self.struck + 1):
            return False
        self.struck += 1
        return True

    def as_json(self) -> Dict[str, Any]:
        return {**self.trigger, **self.parameters, "asked": self.asked, "struck": self.struck}


def _read(kind: str, given: Any) -> Tuple[Dict[str, Any], Dict[str, Any]]:
    if kind not in _KINDS:
        raise FaultError(f"fault {kind!r} is not known; known are {', '.join(KINDS)}")
    if isinstance(given, int) and not isinstance(given, bool):
        given = {"every": given}
    if not isinstance(given, dict):
        raise FaultError(f"{kind} must be an object, a number n for every n-th request, or null")
    own = _KINDS[kind]
    for name, value in sorted(given.items()):
        if name not in own and name not in _TRIGGER:
            raise FaultError(f"{kind} has no {name!r}; it has {', '.join(sorted({**own, **_TRIGGER}))}")
        wanted = (own[name][0] if name in own else _TRIGGER[name])(value)
        if wanted is not None:
            raise FaultError(f"{kind}.{name} is {value!r}, must be {wanted}")
    if "every" in given and "probability" in given:
        raise FaultError(f"{kind} takes every or probability, not both")
    trigger = {name: given[name] for name in _TRIGGER if name in given}
    if "probability" not in trigger:
        trigger.setdefault("every", 1)
    parameters = {}
    for name, (_, default) in own.items():
        if name not in given and default is None:
            raise FaultError(f"{kind} needs {name!r}")
        parameters[name] = given.get(name, default)
    return trigger, parameters


class Faults:
    """The kinds that are switched on now; safe to ask and to change from any thread."""

    def __init__(self, seed: str = "0"):
        self._lock = threading.Lock()
        self._seed = seed
        self._on: Dict[str, Fault] = {}
        self._served: Counter = Counter()

    def change(self, given: Any) -> None:
        """Switches on, replaces (by a new value) or switches off (by null) the kinds named, and leaves the others.

        Raises `FaultError`, and changes nothing, when any of it cannot be followed.
        """
        if not isinstance(given, dict):
            raise FaultError("faults must be an object of kinds")
        seed = given.get("seed", self._seed)
        if isinstance(seed, bool) or not isinstance(seed, (int, str)):
            raise FaultError("seed must be a whole number or a text")
        kinds = {kind: value for kind, value in given.items() if kind != "seed"}
        new = {kind: Fault(kind, value, str(seed)) for kind, value in kinds.items() if value is not None}
        unknown = sorted(set(kinds) - set(KINDS))
        if unknown:
            raise FaultError(f"fault {unknown[0]!r} is not known; known are {', '.join(KINDS)}")
        with self._lock:
            self._seed = str(seed)
            for kind in kinds:
                self._on.pop(kind, None)
            self._on.update(new)

    def clear(self) -> None:
        with self._lock:
            self._on.clear()

    def strikes(self, kind: str, path: str, **having: Any) -> Optional[Dict[str, Any]]:
        """The parameters of a kind that strikes the request asking, else None.

        `having` names parameters that must have this value for the kind to be asked at all.
        """
        with self._lock:
            fault = self._on.get(kind)
            if fault is None or any(fault.parameters[name] != value for name, value in having.items()):
                return None
            if not fault.strikes(path):
                return None
            self._served[kind] += 1
            return {**fault.parameters, "struck": fault.struck}

    def poisoned(self, path: str, body: bytes) -> Optional[Dict[str, Any]]:
        """The parameters of `poison` when it strikes a request with this body, else None."""
        with self._lock:
            fault = self._on.get("poison")
        if fault is None or fault.parameters["containing"].encode("utf-8", "replace") not in body:
            return None
        return self.strikes("poison", path)

    def parameters(self, kind: str, path: str) -> Optional[Dict[str, Any]]:
        """The parameters of a kind that keeps its own counts, when it is switched on for this path."""
        with self._lock:
            fault = self._on.get(kind)
            if fault is None or not path.startswith(fault.trigger.get("path", "")):
                return None
            return dict(fault.parameters)

    def bytes_of_garbage(self, count: int) -> bytes:
        """Bytes that are the start of no JSON text and of no UTF-8 text."""
        return b"\xff" + random.Random(f"{self._seed}/bytes").getrandbits(8 * count).to_bytes(count, "big")[1:]

    def as_json(self) -> Dict[str, Any]:
        with self._lock:
            return {"seed": self._seed, **{kind: self._on[kind].as_json() for kind in sorted(self._on)}}

    def served(self) -> Dict[str, int]:
        """How often each kind has struck since the start, also those that are switched off by now."""
        with self._lock:
            return {**{kind: self._served[kind] for kind in sorted(self._served)}, "total": sum(self._served.values())}
