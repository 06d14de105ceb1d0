"""Reads the body of a request: by its length or in chunks, and never more than a limit."""

from __future__ import annotations

from email.message import Message
from typing import BinaryIO

from http_values import Refusal

#: Enough for some 30,000 records in one batch.
BODY_LIMIT = 16 * 1024 * 1024
_LINE_LIMIT = 4096


def read_body(headers: Message, stream: BinaryIO, method: str, limit: int = BODY_LIMIT) -> bytes:
    """The complete body, empty when the request announces none.

    Raises `Refusal` (400, 411, 413, 415, 501) for a body that cannot be taken and `ConnectionError` when
    the peer is gone before its end. After either the connection must be closed.
    """
    encoding = headers.get("Content-Encoding", "identity").strip().lower()
    if encoding != "identity":
        raise Refusal(415, f"Content-Encoding {encoding!r} is not taken, only identity", close=True)
    transfer = headers.get("Transfer-Encoding")
    lengths = headers.get_all("Content-Length", [])
    if transfer is not None:
        if lengths:
            # Two answers to "where does it end" is how requests are smuggled.
            raise Refusal(400, "Transfer-Encoding and Content-Length exclude each other", close=True)
        if transfer.strip().lower() != "chunked":
            raise Refusal(501, f"Transfer-Encoding {transfer!r} is not known, only chunked", close=True)
        return _read_chunks(stream, limit)
    if not lengths:
        if method in ("POST", "PUT", "PATCH"):
            raise Refusal(411, "neither Content-Length nor chunks", close=True)
        return b""
    if len(set(lengths)) > 1 or not _is_number(lengths[0], "0123456789"):
        raise Refusal(400, f"Content-Length {', '.join(lengths)!r} is not a number of bytes", close=True)
    length = int(lengths[0])
    if length > limit:
        raise _too_large(limit)
    return _read_exactly(stream, length)


def _read_chunks(stream: BinaryIO, limit: int) -> bytes:
    parts = []
    total = 0
    while True:
        size_text = _read_line(stream).split(b";")[0].strip().decode("latin-1")
        if not _is_number(size_text, "0123456789abcdefABCDEF"):
            raise Refusal(400, f"chunk size {size_text!r} is not a hexadecimal number", close=True)
        size = int(size_text, 16)
        if size == 0:
            while _read_line(stream).strip():
                pass
            return b"".join(parts)
        total += size
        if total > limit:
            raise _too_large(limit)
        parts.append(_read_exactly(stream, size))
        if _read_line(stream).strip():
            raise Refusal(400, "a chunk is longer than its size says", close=True)


def _read_exactly(stream: BinaryIO, count: int) -> bytes:
    data = stream.read(count)
    if len(data) < count:
        raise ConnectionError(f"the peer left after {len(data)} of {count} bytes")
    return data


def _read_line(stream: BinaryIO) -> bytes:
    line = stream.readline(_LINE_LIMIT)
    if not line.endswith(b"\n"):
        if len(line) == _LINE_LIMIT:
            raise Refusal(400, "a line between chunks is too long", close=True)
        raise ConnectionError("the peer left between chunks")
    return line


def _is_number(text: str, digits: str) -> bool:
    # int() would also take "+5", "1_000", blanks and digits of other scripts.
    return 0 < len(text) <= 16 and all(character in digits for character in text)


def _too_large(limit: int) -> Refusal:
    return Refusal(413, f"the body is larger than {limit} bytes", close=True)
