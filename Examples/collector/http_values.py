"""What passes between the HTTP handler and the endpoints: a request, an answer, a refusal."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from datetime import datetime, timezone
from email.message import Message
from typing import Any, Dict, Optional


def now_text() -> str:
    """This instant as RFC 3339 in UTC with milliseconds, the form all three vendors use on the wire."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass(frozen=True)
class Request:
    """One request whose body has been read completely."""

    method: str
    path: str
    query: Dict[str, str]
    headers: Message
    body: bytes

    def json(self) -> Any:
        """The body as JSON; a `Refusal` with status 400 that says what is wrong with it otherwise."""
        return parse_json(self.body)

    def bearer(self) -> Optional[str]:
        """The token of `Authorization: Bearer …`, or None."""
        scheme, _, token = self.headers.get("Authorization", "").partition(" ")
        return token.strip() if scheme.lower() == "bearer" and token.strip() else None


@dataclass
class Answer:
    """What is sent back."""

    status: int
    body: bytes
    content_type: str = "application/json"
    headers: Dict[str, str] = field(default_factory=dict)

    @classmethod
    def json(cls, value: Any, status: int = 200) -> "Answer":
        return cls(status, (json.dumps(value, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace"))


class Refusal(Exception):
    """A request that is answered with an error: the status, and the reason in one sentence."""

    def __init__(
        self, status: int, reason: str, headers: Optional[Dict[str, str]] = None, close: bool = False,
        by_fault: bool = False,
    ):
        super().__init__(reason)
        self.status = status
        self.reason = reason
        self.headers = headers or {}
        #: The connection cannot be used again, because it is not known where the next request begins.
        self.close = close
        #: Not the client's mistake: a fault that is switched on says so.
        self.by_fault = by_fault

    def answer(self) -> Answer:
        answer = Answer.json({"error": self.reason}, self.status)
        answer.headers.update(self.headers)
        return answer


def parse_json(data: bytes) -> Any:
    """Strict JSON: UTF-8, and no NaN, Infinity or 1e999, which Python would take and no other reader."""

    def constant(name: str) -> Any:
        raise ValueError(f"{name} is not JSON")

    def number(text: str) -> float:
        value = float(text)
        if math.isinf(value):
            raise ValueError(f"{text} is out of range")
        return value

    try:
        return json.loads(data.decode("utf-8"), parse_constant=constant, parse_float=number)
    except UnicodeDecodeError as error:
        raise Refusal(400, f"body is not UTF-8: {error.reason} at byte {error.start}") from None
    except RecursionError:
        raise Refusal(400, "body is nested too deeply") from None
    except ValueError as error:
        raise Refusal(400, f"body is not JSON: {error}") from None
