"""What an app that depends on this package builds: its build is planned, and not carried out."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Dict, Set

ROOT = Path(__file__).resolve().parents[3]
MANIFEST = """// swift-tools-version: 6.0
import PackageDescription

let package = Package(
    name: "Scratch", platforms: [.iOS(.v17), .macOS(.v14)], dependencies: [.package(path: "{path}")],
    targets: [.executableTarget(name: "App", dependencies: [.product(name: "{product}", package: "{package}")])])
"""
#: What belongs to all adapters, beside the one that is asked for.
COMMON = {"App", "CMemoryHint", "GeofenceEngine", "HostDevice", "LocationCore"}
ADAPTERS = ("BGeoAdapter", "BeekonAdapter", "CIOAdapter")


def not_for_apps() -> Set[str]:
    """The targets below Examples/ and Benchmarks/, and those of tests."""
    done = subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120)
    targets = json.loads(done.stdout)["targets"]
    found = {
        each["name"] for each in targets
        if each["type"] == "test" or (each.get("path") or "").startswith(("Examples/", "Benchmarks/"))}
    if not {"BGeoExample", "ExampleSupport", "geofence-bench"} <= found:
        raise AssertionError(f"the manifest's paths have changed: {sorted(found)}")
    return found


def plan(product: str) -> str:
    """The build's plan for an app that uses one product."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "Package.swift").write_text(
            MANIFEST.format(path=ROOT, product=product, package=ROOT.name.lower()), encoding="utf-8")
        (folder / "Sources" / "App").mkdir(parents=True)
        (folder / "Sources" / "App" / "main.swift").write_text(f"import {product}\n", encoding="utf-8")
        done = subprocess.run(
            ["swift", "build", "--package-path", name, "--print-manifest-job-graph"], capture_output=True, text=True,
            timeout=300)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return (folder / ".build" / "debug.yaml").read_text(encoding="utf-8")


def linked(text: str) -> Dict[str, Set[str]]:
    """For each program of a plan, the targets whose objects are linked into it."""
    lists = re.findall(r'^  "[^"]*/([\w-]+)\.product/Objects\.LinkFileList":\n((?:    .*\n)*)', text, re.M)
    return {name: set(re.findall(r"/([\w-]+)\.build/", body)) for name, body in lists}


class ScratchPackage(unittest.TestCase):
    def test_an_app_with_one_adapter_plans_no_example_no_benchmark_and_no_other_adapter(self) -> None:
        unwanted = not_for_apps()
        for product in ADAPTERS:
            with self.subTest(product=product):
                text = plan(product)
                modules = set(re.findall(r'"C\.([\w-]+?)-[\w.]+-[\w-]+-debug\.module"', text))
                self.assertIn(product, modules)
                self.assertEqual({name for name in unwanted if re.search(rf"\b{name}\.build/", text)}, set())
                self.assertEqual(modules & unwanted, set())
                self.assertEqual(linked(text)["App"] - COMMON, {product})


if __name__ == "__main__":
    unittest.main()
