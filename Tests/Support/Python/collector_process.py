"""Starts the collector as its own process and talks to it, for tests that need a real server on loopback."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Dict, List, Optional, Tuple
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = ROOT / "Examples" / "collector" / "collector.py"
#: Longer than any healthy start takes, on a machine that is busy with a build.
_START_SECONDS = 30.0


class CollectorError(Exception):
    """The collector did not start, or did not answer a request as one that succeeded."""


class Client:
    """Requests to a collector at a known address, each on a connection of its own."""

    def __init__(self, url: str):
        parts = urlsplit(url)
        self.url = url.rstrip("/")
        self.host = parts.hostname or "127.0.0.1"
        self.port = parts.port or 80

    def connection(self, timeout: float = 30.0) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.host, self.port, timeout=timeout)

    def request(
        self, method: str, path: str, body: Optional[Any] = None, headers: Optional[Dict[str, str]] = None
    ) -> Tuple[int, Dict[str, str], bytes]:
        """Status, headers and body of the answer; a `body` that is not bytes is sent as JSON."""
        data = body if body is None or isinstance(body, bytes) else json.dumps(body).encode("utf-8")
        connection = self.connection()
        try:
            connection.request(method, path, body=data, headers=headers or {})
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read()
        finally:
            connection.close()

    def json(self, method: str, path: str, body: Optional[Any] = None, **headers: str) -> Any:
        """The answer's JSON; `CollectorError` for a status other than 2xx."""
        status, _, data = self.request(method, path, body, headers)
        if not 200 <= status < 300:
            raise CollectorError(f"{method} {path}: {status} {data[:200]!r}")
        return json.loads(data)


class CollectorProcess(Client):
    """A collector with its files in `folder`; a context manager that stops what it started."""

    def __init__(self, folder: Path, *arguments: str):
        port_file = folder / "port"
        self.database = folder / "collector.db"
        self._log = open(folder / "collector.log", "ab")
        command: List[str] = [
            sys.executable, str(PROGRAM), "--port", "0", "--database", str(self.database),
            "--port-file", str(port_file), "--quiet", *arguments,
        ]
        self.process = subprocess.Popen(command, stdout=self._log, stderr=self._log)
        deadline = time.monotonic() + _START_SECONDS
        while not port_file.exists():
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                log = (folder / "collector.log").read_text()
                raise CollectorError(log or "the collector did not start in time")
            time.sleep(0.01)
        super().__init__(f"http://127.0.0.1:{int(port_file.read_text())}")

    def stop(self) -> int:
        """Ends the collector in order (SIGTERM) and returns its exit code."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(timeout=15)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self._log.close()
        return self.process.wait()

    def __enter__(self) -> "CollectorProcess":
        return self

    def __exit__(self, *_: Any) -> None:
        self.stop()
