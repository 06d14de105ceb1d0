"""The example app's folder: its manifest fits the package, and its property list says what the guide asks for."""

from __future__ import annotations

import plistlib
import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
APP = ROOT / "Examples" / "PhoneApp.swiftpm"


class PhoneAppTest(unittest.TestCase):
    def setUp(self) -> None:
        self.manifest = (APP / "Package.swift").read_text(encoding="utf-8")
        self.package = (ROOT / "Package.swift").read_text(encoding="utf-8")
        self.list = plistlib.loads((APP / "Info.plist").read_bytes())

    def test_the_products_it_depends_on_exist(self) -> None:
        wanted = re.findall(r"\.product\(name: \"(\w+)\", package: \"(\w+)\"\)", self.manifest)
        self.assertGreaterEqual(len(wanted), 5)
        offered = re.findall(r"\.library\(name: \"([^\"]+)\"", self.package)
        name = re.search(r"let package = Package\(\s*name: \"([^\"]+)\"", self.package)
        assert name is not None
        for product, package in wanted:
            self.assertIn(product, offered)
            self.assertEqual(package, name[1])
        self.assertIn('.package(name: "geofencing", path: "../..")', self.manifest)

    def test_every_module_that_is_imported_is_a_product_of_the_manifest(self) -> None:
        offered = set(re.findall(r"\.library\(name: \"([^\"]+)\"", self.package))
        wanted = set(re.findall(r"\.product\(name: \"(\w+)\"", self.manifest))
        imported = set()
        for file in [*(APP / "App").glob("*.swift"), *(APP / "Model").glob("*.swift")]:
            imported |= set(re.findall(r"^import (\w+)$", file.read_text(encoding="utf-8"), re.MULTILINE))
        self.assertEqual(imported & offered, wanted)

    def test_the_property_list_has_the_texts_and_the_background_mode(self) -> None:
        for key in ("NSLocationWhenInUseUsageDescription", "NSLocationAlwaysAndWhenInUseUsageDescription"):
            self.assertGreater(len(self.list[key]), 30)
        self.assertEqual(self.list["UIBackgroundModes"], ["location"])
        for key in ("NSLocationRequireExplicitServiceSession", "NSLocationDefaultAccuracyReduced"):
            self.assertNotIn(key, self.list)

    def test_the_entries_that_are_read_are_there_and_empty_but_for_a_name(self) -> None:
        settings = (APP / "Model" / "CustomerIOSettings.swift").read_text(encoding="utf-8")
        read = set(re.findall(r"entry\(\"(\w+)\"\)", settings))
        self.assertEqual(read, {"CustomerIOKey", "CustomerIOHost", "CustomerIOPerson"})
        self.assertEqual([self.list[key] for key in sorted(read)], ["", "", "phone-app"])

    def test_no_folder_of_the_app_is_forgotten(self) -> None:
        named = set(re.findall(r"\"([\w.]+)\"", self.manifest))
        for entry in APP.iterdir():
            if entry.name != "Package.swift" and not entry.name.startswith("."):
                self.assertIn(entry.name, named)

    def test_the_readme_names_buttons_and_files_that_exist(self) -> None:
        readme = (APP / "README.md").read_text(encoding="utf-8")
        views = "\n".join(file.read_text(encoding="utf-8") for file in (APP / "App").glob("*.swift"))
        for button in ("Allow location while using the app", "Report crossings in the background too", "Log", "Geo"):
            self.assertIn(f"*{button}*", readme)
            self.assertIn(f'"{button}"', views)
        files = re.findall(r"`((?:App|Model)/\w+\.swift|Info\.plist)`", readme)
        self.assertGreaterEqual(len(files), 5)
        for file in files:
            self.assertTrue((APP / file).is_file(), file)
        for link in re.findall(r"\]\(([^)#:]+)\)", readme):
            self.assertTrue((APP / link).exists(), link)


if __name__ == "__main__":
    unittest.main()
