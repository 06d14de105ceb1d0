"""Fence files: GeoJSON or a vendor's own wire shape, given back nearest first in the vendor's wire shape.

A wire file is passed on as it is, faulty entries included: a server that sends nonsense is something to test against.
GeoJSON is written by a person, so there a mistake is an error that names the feature.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Tuple

from geometry import Circle, circle_around, distance_to_edge, is_number, position
from http_values import Refusal, parse_json


class FenceFileError(Exception):
    """A fence file that cannot be read, and why."""


#: What one vendor calls things: how to read its wire file and how to make its entry from a GeoJSON feature.
WireReader = Callable[[Dict[str, Any]], Tuple[List[Any], Dict[str, Any]]]
FeatureReader = Callable[[str, Dict[str, Any], Dict[str, Any]], Dict[str, Any]]
CircleReader = Callable[[Any], Optional[Circle]]


class FenceFile:
    """A fence file that is read again whenever it has changed."""

    def __init__(self, path: str, read_wire: WireReader, read_feature: FeatureReader, circle_of: CircleReader):
        self._path = path
        self._read_wire = read_wire
        self._read_feature = read_feature
        self._circle_of = circle_of
        self._lock = threading.Lock()
        self._stamp: Tuple[int, int] = (0, -1)
        self._fences: List[Tuple[Any, Optional[Circle]]] = []
        self._extra: Dict[str, Any] = {}
        self.nearest(None, None)

    def nearest(
        self, place: Optional[Tuple[float, float]], limit: Optional[int]
    ) -> Tuple[List[Any], Dict[str, Any]]:
        """The fences by distance from their edge to `place`, and what else the file holds for the answer.

        Equally near ones keep the file's order, as do all of them without a place; entries without a usable circle
        come last.
        """
        with self._lock:
            self._reload()
            fences, extra = self._fences, self._extra
        if place is not None:
            far = float("inf")
            ranks = [far if circle is None else distance_to_edge(circle, *place) for _, circle in fences]
            fences = [fences[index] for index in sorted(range(len(fences)), key=lambda index: (ranks[index], index))]
        return [entry for entry, _ in fences[:limit]], extra

    def _reload(self) -> None:
        try:
            status = os.stat(self._path)
            stamp = (status.st_mtime_ns, status.st_size)
            if stamp == self._stamp:
                return
            document = parse_json(Path(self._path).read_bytes())
        except OSError as error:
            raise FenceFileError(f"{self._path}: {error.strerror}") from None
        except Refusal as refusal:
            raise FenceFileError(f"{self._path}: {refusal.reason}") from None
        if not isinstance(document, dict):
            raise FenceFileError(f"{self._path}: must hold a JSON object")
        try:
            if document.get("type") == "FeatureCollection":
                entries, extra = self._from_features(document)
            else:
                entries, extra = self._read_wire(document)
        except ValueError as error:
            raise FenceFileError(f"{self._path}: {error}") from None
        self._fences = [(entry, self._circle_of(entry)) for entry in entries]
        self._extra = extra
        self._stamp = stamp

    def _from_features(self, document: Dict[str, Any]) -> Tuple[List[Any], Dict[str, Any]]:
        features = document.get("features")
        if not isinstance(features, list):
            raise ValueError("features must be an array")
        entries = []
        for index, feature in enumerate(features):
            geometry = feature.get("geometry") if isinstance(feature, dict) else None
            if not isinstance(geometry, dict):
                raise ValueError(f"features[{index}] must be a feature with a geometry")
            properties = feature.get("properties") or {}
            identifier = feature.get("id", properties.get("id"))
            if isinstance(identifier, bool) or not isinstance(identifier, (str, int)):
                raise ValueError(f"features[{index}] needs an id, a text or a whole number")
            try:
                entries.append(self._read_feature(identifier, geometry, properties))
            except (ValueError, TypeError, IndexError, KeyError) as error:
                raise ValueError(f"features[{index}] ({identifier}): {error}") from None
        extra = {name: value for name, value in document.items() if name not in ("type", "features", "bbox", "crs")}
        return entries, extra


def feature_circle(geometry: Dict[str, Any], properties: Dict[str, Any]) -> Circle:
    """The circle of a feature that is a Point with a `radius` in metres among its properties."""
    longitude, latitude = geometry["coordinates"][:2]
    radius = properties.get("radius")
    if position({"latitude": latitude, "longitude": longitude}) is None:
        raise ValueError("coordinates must be longitude and latitude in degrees")
    if not is_number(radius) or radius <= 0:
        raise ValueError(f"a Point needs a radius in metres, greater than 0, not {radius!r}")
    return Circle(latitude, longitude, radius)


def outline_circle(members: List[Any]) -> Circle:
    """A circle around the outer rings of polygons in GeoJSON nesting."""
    return circle_around(point for rings in members for point in rings[0])
