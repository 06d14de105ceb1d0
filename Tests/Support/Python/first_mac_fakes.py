"""A clone with the scripts of the first Mac, and the tools of a Mac as scripts that do as they are told."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Dict, List, Sequence

ROOT = Path(__file__).resolve().parents[3]

#: Each tool writes how it was called; FAIL is a pattern of calls that fail, HANG of those that never end.
_HEAD = """#!/bin/bash
printf '%s %s\\n' "${0##*/}" "$*" >>"$FAKES_CALLS"
if [ -n "${FAIL:-}" ] && printf '%s %s' "${0##*/}" "$*" | grep -E -q -e "$FAIL"; then
    echo "$HOME/Library/somewhere.swift:1:1: error: planted failure"
    exit 65
fi
if [ -n "${HANG:-}" ] && printf '%s %s' "${0##*/}" "$*" | grep -E -q -e "$HANG"; then
    echo "$$" >"$FAKES_CALLS.hanging"
    exec sleep 60
fi
"""

_TOOLS = {
    "uname": 'case "$1" in -m) echo arm64 ;; *) echo Darwin ;; esac',
    "sw_vers": 'case "$1" in -productVersion) echo 26.1 ;; *) echo 25B78 ;; esac',
    "sysctl": "echo 1D3C",
    "python3": "exit 0",
    "codesign": "exit 0",
    "swift": """
case "$1" in
    --version) echo "Apple Swift version 6.3" ;;
    test)
        if [ "${2:-}" = --package-path ]; then
            echo "◇ answer: a test without an app has a bundle identifier = yes = yes"
        fi ;;
esac""",
    "xcodebuild": """
case "$1" in
    -version)
        if [ "$XCODE" = none ]; then echo "xcode-select: error: requires Xcode" >&2; exit 1; fi
        echo "Xcode $XCODE"; echo "Build version 17A1" ;;
    -list) printf 'Schemes:\\n    geofence\\n    geofencing-Package\\n' ;;
esac""",
    "xcrun": """
case "$*" in
    "simctl list devices available")
        if [ "$SIMULATORS" = no ]; then exit 0; fi
        echo "-- iOS 26.1 --"
        echo "    iPad Pro (00000000-1111-2222-3333-444444444444) (Shutdown)"
        echo "    iPhone 17 Pro (12345678-1234-1234-1234-1234567890AB) (Shutdown)" ;;
    *" -o "*)
        while [ "$1" != -o ]; do shift; done
        printf '#!/bin/bash\\necho "answer: maximumRegionMonitoringDistance $# on macOS = ? = 4e5"\\n' >"$2"
        chmod +x "$2" ;;
    *" -typecheck "*CLCoordinate*) exit 1 ;;
esac""",
}


class FakeMac:
    """One clone and one folder of tools in `folder`."""

    def __init__(self, folder: Path) -> None:
        # A space, a bracket and an ampersand, as a folder of somebody's may have.
        self.clone = folder / "my [clone] & more"
        self.tools = folder / "tools"
        self.home = folder / "home"
        self.calls_file = folder / "calls.txt"
        self.settings = {"XCODE": "26.1", "SIMULATORS": "yes"}
        for each in (self.clone / "Scripts", self.clone / "Examples" / "PhoneApp.swiftpm", self.tools, self.home):
            each.mkdir(parents=True)
        shutil.copy(ROOT / "Scripts" / "first-mac", self.clone / "Scripts" / "first-mac")
        shutil.copytree(ROOT / "Scripts" / "first_mac", self.clone / "Scripts" / "first_mac")
        shutil.copy(ROOT / "Package.swift", self.clone / "Package.swift")
        for name, body in _TOOLS.items():
            self.tool(name, _HEAD + body + "\n")
        self.calls_file.touch()

    def tool(self, name: str, text: str) -> None:
        file = self.tools / name
        file.write_text(text, encoding="utf-8")
        file.chmod(0o755)

    @property
    def report_file(self) -> Path:
        return self.clone / "first-mac-report.txt"

    @property
    def calls(self) -> List[str]:
        return self.calls_file.read_text(encoding="utf-8").splitlines()

    def is_hanging(self) -> bool:
        """Whether the tool that was told to hang still runs."""
        text = Path(f"{self.calls_file}.hanging").read_text(encoding="utf-8")
        try:
            os.kill(int(text), 0)
        except ProcessLookupError:
            return False
        return True

    def _environment(self) -> Dict[str, str]:
        return {
            "PATH": f"{self.tools}:{os.defpath}", "HOME": str(self.home), "FAKES_CALLS": str(self.calls_file),
            **self.settings,
        }

    def _command(self, arguments: Sequence[str]) -> List[str]:
        return ["bash", str(self.clone / "Scripts" / "first-mac"), *arguments]

    def run(self, *arguments: str, folder: "Path | None" = None) -> subprocess.CompletedProcess:
        return subprocess.run(
            self._command(arguments), capture_output=True, text=True, timeout=120, env=self._environment(),
            cwd=folder or self.clone)

    def interrupted(self, with_signal: signal.Signals, during: str) -> subprocess.CompletedProcess:
        """Runs until a tool is called as `during` says, and signals the script alone."""
        self.settings["HANG"] = during
        Path(f"{self.calls_file}.hanging").unlink(missing_ok=True)
        process = subprocess.Popen(
            self._command([]), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=self._environment(),
            cwd=self.clone, preexec_fn=hears_signals)
        deadline = time.monotonic() + 60
        while not (any(during in call for call in self.calls) and Path(f"{self.calls_file}.hanging").exists()):
            if process.poll() is not None or time.monotonic() > deadline:
                raise AssertionError(f"it never came to {during}: {process.communicate()[0]}")
            time.sleep(0.05)
        process.send_signal(with_signal)
        output, _ = process.communicate(timeout=60)
        return subprocess.CompletedProcess(process.args, process.returncode, output, "")


def hears_signals() -> None:
    """What a test in the background is started with: an interrupt that is ignored, which no shell can trap."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
