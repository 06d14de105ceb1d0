#!/usr/bin/env python3
"""A server that receives what the three adapters upload, keeps it, and misbehaves when asked to. See README.md."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import List, Optional

import beekon
import customerio
from endpoints import Endpoints, Options
from faults import FaultError, Faults
from fences import FenceFile, FenceFileError
from handler import Server
from store import Store, StoreError


def arguments(given: List[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="collector", description="Receives what the adapters upload.")
    add = parser.add_argument
    add("--database", required=True, metavar="FILE", help="SQLite file, made when missing")
    add("--port", type=_port, default=0, help="0 (the default) takes a free one")
    add("--host", default="127.0.0.1", help="another address opens the collector to the network")
    add("--port-file", metavar="FILE", help="the port is written here once requests are taken")
    add("--quiet", action="store_true", help="no line per request")
    add("--faults", metavar="JSON", help="faults that are on from the start, as POST /faults takes them")
    add("--fault-seed", default="0", metavar="SEED", help="start of the random sequences behind probabilities")
    add("--bgeo-path", type=_path, default="/bgeo", metavar="PATH", help="where BGeo uploads, also below it")
    add("--bgeo-root", metavar="NAME", help="BGeo's httpRootProperty; found by itself when left out")
    add("--refresh-token", metavar="TOKEN", help="/token demands this one or one that it issued itself")
    add("--cdp-key", metavar="KEY", help="Customer.io requests must carry this key")
    add("--fences", metavar="FILE", help="what /v2/geofences/nearest answers from, GeoJSON or wire shape")
    add("--beekon-path", type=_path, default="/beekon", metavar="PATH", help="where Beekon uploads, also below it")
    add("--project-key", metavar="KEY", help="Beekon uploads must carry this bearer token")
    add("--slice", metavar="FILE", help="Beekon's cloud mode: fences to answer with, GeoJSON or wire shape")
    add("--limit", type=_count, metavar="N", help="at most so many fences in an answer, the nearest")
    return parser.parse_args(given)


def main(given: List[str]) -> int:
    options = arguments(given)
    faults = Faults(options.fault_seed)
    try:
        if options.faults is not None:
            faults.change(json.loads(options.faults))
        store = Store(options.database)
        endpoints = Endpoints(store, faults, Options(
            bgeo_path=options.bgeo_path, bgeo_root=options.bgeo_root, beekon_path=options.beekon_path,
            cdp_key=options.cdp_key, project_key=options.project_key, refresh_token=options.refresh_token,
            fences=_fences(options.fences, customerio.fence_file), slice=_fences(options.slice, beekon.slice_file),
            limit=options.limit))
        server = Server((options.host, options.port), endpoints, options.quiet)
    except (FaultError, ValueError) as error:
        return _fail(f"--faults: {error}")
    except (FenceFileError, StoreError) as error:
        return _fail(str(error))
    except OSError as error:
        return _fail(f"cannot listen on {options.host}:{options.port}: {error.strerror}")
    try:
        serve(server, store, options)
    except OSError as error:
        return _fail(f"{options.port_file}: {error.strerror}")
    return 0


def serve(server: Server, store: Store, options: argparse.Namespace) -> None:
    """Answers requests until SIGTERM or SIGINT; then finishes those being answered and closes the file."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: server.stopping.set())
    # The socket listens already: whoever reads the port now waits in its queue until the thread below runs.
    port = server.server_address[1]
    if options.port_file is not None:
        _write_port(Path(options.port_file), port)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    if not options.quiet:
        print(f"collector on http://{options.host}:{port}/, records in {options.database}", flush=True)
    server.stopping.wait()
    server.shutdown()
    thread.join()
    server.server_close()
    server.wait_until_idle(seconds=5)
    store.close()
    if options.port_file is not None:
        # A file left behind would send the next client to a port that may be someone else's by then.
        Path(options.port_file).unlink(missing_ok=True)


def _write_port(path: Path, port: int) -> None:
    # Renamed into place, so that a reader who waits for the file never finds it empty.
    unfinished = path.with_name(f"{path.name}.{os.getpid()}")
    unfinished.write_text(f"{port}\n")
    os.replace(unfinished, path)


def _fences(path: Optional[str], read) -> Optional[FenceFile]:
    return None if path is None else read(path)


def _fail(reason: str) -> int:
    print(f"collector: {reason}", file=sys.stderr)
    return 2


def _port(text: str) -> int:
    return _ranged(text, 0, 65535)


def _count(text: str) -> int:
    return _ranged(text, 1, 10**9)


def _ranged(text: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from {low} to {high}")
    return int(text)


def _path(text: str) -> str:
    if not text.startswith("/") or len(text.rstrip("/")) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} must begin with / and name something")
    return text.rstrip("/")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
