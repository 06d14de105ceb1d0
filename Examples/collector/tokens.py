"""Access tokens that run out, so that an uploader's token refresh can be watched (BGeo 9.6, Beekon's `auth`)."""

from __future__ import annotations

import threading
from collections import Counter
from typing import Dict, Optional, Set

from faults import Faults
from http_values import Refusal, Request


class Tokens:
    """Counts the uses of each bearer token, refuses the spent ones and issues new ones."""

    def __init__(self, faults: Faults, refresh_token: Optional[str]):
        self._faults = faults
        self._lock = threading.Lock()
        self._uses: Counter = Counter()
        self._refused: Set[str] = set()
        self._issued = 0
        # Every refresh token ever issued stays good: the answer that carried its successor may have been lost.
        self._good: Optional[Set[str]] = None if refresh_token is None else {refresh_token}

    @property
    def issued(self) -> int:
        with self._lock:
            return self._issued

    def check(self, request: Request) -> None:
        """Refuses (401) an upload whose bearer token is spent, as the fault `token` says.

        With mode `once` a token is refused a single time, after its first `uses` uploads; with `expired` from then on.
        """
        rule = self._faults.parameters("token", request.path)
        token = request.bearer()
        if rule is None or token is None:
            return
        with self._lock:
            spent = self._uses[token] >= rule["uses"] and not (rule["mode"] == "once" and token in self._refused)
            if spent and self._faults.strikes("token", request.path) is not None:
                self._refused.add(token)
                challenge = {"WWW-Authenticate": 'Bearer error="invalid_token"'}
                raise Refusal(401, "the access token has expired", challenge, by_fault=True)
            self._uses[token] += 1

    def refresh(self, request: Request) -> Dict[str, str]:
        """New tokens for a request whose body holds a good refresh token anywhere: its shape is the app's choice."""
        value = request.json()
        with self._lock:
            if self._good is not None and not any(_holds(value, token) for token in self._good):
                raise Refusal(401, "the body holds no refresh token that was issued here")
            self._issued += 1
            tokens = {"access_token": f"access-{self._issued}", "refresh_token": f"refresh-{self._issued}"}
            if self._good is not None:
                self._good.add(tokens["refresh_token"])
            return tokens


def _holds(value: object, text: str) -> bool:
    if isinstance(value, dict):
        return any(_holds(member, text) for member in value.values())
    if isinstance(value, list):
        return any(_holds(member, text) for member in value)
    return value == text
