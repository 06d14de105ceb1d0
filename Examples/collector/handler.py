"""HTTP/1.1 on one connection: reads requests, lets the faults strike, sends answers."""

from __future__ import annotations

import socket
import sqlite3
import struct
import sys
import threading
import time
from contextlib import contextmanager
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from typing import Any, Dict, Iterator, Optional, Tuple
from urllib.parse import parse_qsl, urlsplit

from body import read_body
from endpoints import Endpoint, Endpoints
from fences import FenceFileError
from http_values import Answer, Refusal, Request

#: What is read and thrown away after a refusal, so that the refusal is not lost in a reset connection.
_LINGER_BYTES = 64 * 1024 * 1024
_LINGER_SECONDS = 2.0


class Server(ThreadingHTTPServer):
    """One thread per connection over one set of endpoints."""

    daemon_threads = True
    block_on_close = False
    request_queue_size = 128

    def __init__(self, address: Tuple[str, int], endpoints: Endpoints, quiet: bool):
        self.endpoints = endpoints
        self.quiet = quiet
        self.stopping = threading.Event()
        self._busy = 0
        self._idle = threading.Condition()
        super().__init__(address, Handler)

    def server_bind(self) -> None:
        # HTTPServer's own asks the name service for the host's name, which can take seconds and is not used.
        TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address[:2]

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Marks a request as being answered, for `wait_until_idle`."""
        with self._idle:
            self._busy += 1
        try:
            yield
        finally:
            with self._idle:
                self._busy -= 1
                self._idle.notify_all()

    def wait_until_idle(self, seconds: float) -> None:
        """Returns when no request is being answered, or after `seconds`."""
        with self._idle:
            self._idle.wait_for(lambda: self._busy == 0, timeout=seconds)

    def handle_error(self, request: Any, client_address: Any) -> None:
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """Answers the requests of one connection, one after the other."""

    server: Server
    protocol_version = "HTTP/1.1"
    server_version = "collector"
    sys_version = ""
    #: Seconds without a byte after which a connection is given up.
    timeout = 60
    disable_nagle_algorithm = True
    error_content_type = "application/json"
    error_message_format = '{"error": "%(message)s"}\n'

    def _serve(self) -> None:
        with self.server.answering():
            try:
                self._respond()
            except ConnectionError:
                self.close_connection = True

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = do_OPTIONS = _serve

    def _respond(self) -> None:
        endpoints = self.server.endpoints
        try:
            target = urlsplit(self.path)
            query = dict(parse_qsl(target.query, keep_blank_values=True))
        except ValueError as error:
            self._send(Refusal(400, f"the address cannot be read: {error}", close=True).answer(), close=True)
            return
        endpoint = endpoints.find(target.path)
        faulted = endpoint is not None and endpoint.faulted and self.command in endpoint.methods
        if endpoint is not None and faulted:
            endpoints.count(endpoint)
            if endpoints.faults.strikes("cut_before", target.path):
                self._cut()
                return
            self._delay("read", target.path)
        try:
            body = read_body(self.headers, self.rfile, self.command)
            request = Request(self.command, target.path, query, self.headers, body)
            answer = self._fault_instead(request) if faulted else None
            if answer is None:
                answer = self._answer(endpoint, request)
        except Refusal as refusal:
            if endpoint is not None and refusal.status < 500 and not refusal.by_fault:
                endpoints.count_refused()
            self._send(refusal.answer(), close=refusal.close)
            return
        if faulted and answer.status < 300:
            self._send_faulted(answer, target.path)
        else:
            self._send(answer)

    def _answer(self, endpoint: Optional[Endpoint], request: Request) -> Answer:
        if endpoint is None:
            raise Refusal(404, f"nothing answers on {request.path}")
        if request.method not in endpoint.methods:
            allowed = ", ".join(endpoint.methods)
            raise Refusal(405, f"{request.method} is not taken here, only {allowed}", {"Allow": allowed})
        try:
            return endpoint.answer(request)
        except RecursionError:
            raise Refusal(400, "body is nested too deeply") from None
        except (sqlite3.Error, FenceFileError) as error:
            raise Refusal(500, f"{error}") from None

    def _fault_instead(self, request: Request) -> Optional[Answer]:
        """The answer of a fault that takes the request's place: nothing of it is stored."""
        faults = self.server.endpoints.faults
        status = faults.strikes("status", request.path)
        if status is not None:
            codes = status["codes"]
            return _failure(codes[(status["struck"] - 1) % len(codes)])
        retry = faults.strikes("retry_after", request.path)
        if retry is not None:
            answer = _failure(retry["code"])
            answer.headers["Retry-After"] = _retry_after(retry)
            return answer
        poison = faults.poisoned(request.path, request.body)
        return None if poison is None else _failure(poison["code"])

    def _send_faulted(self, answer: Answer, path: str) -> None:
        """Sends an answer that says the request succeeded, unless a fault wants it otherwise."""
        faults = self.server.endpoints.faults
        self._delay("answer", path)
        if faults.strikes("cut_after", path):
            self._cut()
            return
        if faults.strikes("cut_answer", path):
            self._send(answer, close=True, part=len(answer.body) // 2)
            return
        huge = faults.strikes("huge", path)
        garbage = faults.strikes("garbage", path) if huge is None else None
        if huge is not None:
            # Blanks after JSON change nothing of what it means: the size alone is what is tried.
            answer.body += b" " * max(0, huge["bytes"] - len(answer.body))
        elif garbage is not None:
            answer.body = faults.bytes_of_garbage(garbage["bytes"])
        elif faults.strikes("empty", path):
            answer = Answer(204, b"")
        self._send(answer)

    def _delay(self, when: str, path: str) -> None:
        delay = self.server.endpoints.faults.strikes("delay", path, when=when)
        if delay is not None:
            self.server.stopping.wait(delay["ms"] / 1000)

    def _cut(self) -> None:
        # With a linger time of 0 closing resets the connection: the peer cannot take it for an orderly end.
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True

    def _send(self, answer: Answer, close: bool = False, part: Optional[int] = None) -> None:
        """Sends an answer, or of its body only the first `part` bytes."""
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.status != 204:
            self.send_header("Content-Type", answer.content_type)
            self.send_header("Content-Length", str(len(answer.body)))
        if close and part is None:
            self.send_header("Connection", "close")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer.body if part is None else answer.body[:part])
        if close:
            self.close_connection = True
            self._linger()

    def _linger(self) -> None:
        self.connection.shutdown(socket.SHUT_WR)
        deadline = time.monotonic() + _LINGER_SECONDS
        left = _LINGER_BYTES
        self.connection.settimeout(_LINGER_SECONDS)
        try:
            while left > 0 and time.monotonic() < deadline:
                data = self.rfile.read1(65536)
                if not data:
                    return
                left -= len(data)
        except OSError:
            return

    def log_message(self, format: str, *args: Any) -> None:
        if not self.server.quiet:
            super().log_message(format, *args)


def _failure(status: int) -> Answer:
    return Answer.json({"error": "switched on by /faults"}, status)


def _retry_after(fault: Dict[str, Any]) -> str:
    value = fault["value"]
    if fault["as"] == "date" and isinstance(value, int):
        return format_datetime(datetime.now(timezone.utc) + timedelta(seconds=value), usegmt=True)
    return str(value)
