"""Customer.io's side: the key, and the answer to `/v2/geofences/nearest`."""

from __future__ import annotations

import base64
import hmac
from typing import Any, Dict, List, Optional, Tuple

from fences import FenceFile, feature_circle, outline_circle
from geometry import Circle, is_number, position
from http_values import Refusal, Request

#: Properties of a GeoJSON feature that go into the entry under the same name.
_COPIED = (
    "name", "external_id", "transition_types", "last_updated", "geoset_ids", "metadata", "dwell_threshold_seconds",
)


def check_key(request: Request, key: Optional[str]) -> None:
    """Refuses (401) a request whose `Authorization` is not `Basic` of `<key>:`, when a key is demanded."""
    if key is None:
        return
    wanted = "Basic " + base64.b64encode(f"{key}:".encode("utf-8")).decode("ascii")
    given = request.headers.get("Authorization", "")
    if not hmac.compare_digest(given.encode("utf-8", "replace"), wanted.encode("ascii")):
        raise Refusal(401, "the API key is missing or wrong", {"WWW-Authenticate": 'Basic realm="collector"'})


def fence_file(path: str) -> FenceFile:
    return FenceFile(path, _read_wire, _read_feature, _circle_of)


def nearest(request: Request, fences: Optional[FenceFile], limit: Optional[int]) -> Dict[str, Any]:
    """The answer: the file's `config` and its fences by distance. Without a file there are none."""
    place = position(request.json())
    if place is None:
        raise Refusal(422, "latitude and longitude must be numbers in degrees")
    if fences is None:
        return {"geofences": []}
    entries, extra = fences.nearest(place, limit)
    return {**extra, "geofences": entries}


def _read_wire(document: Dict[str, Any]) -> Tuple[List[Any], Dict[str, Any]]:
    entries = document.get("geofences")
    if not isinstance(entries, list):
        raise ValueError("neither a GeoJSON FeatureCollection nor an object with an array of geofences")
    return entries, {name: value for name, value in document.items() if name != "geofences"}


def _read_feature(identifier: Any, geometry: Dict[str, Any], properties: Dict[str, Any]) -> Dict[str, Any]:
    entry = {"id": identifier, **{name: properties[name] for name in _COPIED if name in properties}}
    if geometry.get("type") == "Point":
        circle = feature_circle(geometry, properties)
        return {**entry, "shape": "circle", **circle._asdict()}
    if geometry.get("type") == "Polygon":
        circle = outline_circle([geometry["coordinates"]])
        return {
            **entry, "shape": "polygon", "geometry": geometry,
            "enclosing_circle": {
                "latitude": circle.latitude, "longitude": circle.longitude, "base_radius_m": circle.radius},
        }
    raise ValueError(f"a {geometry.get('type')} is no Point or Polygon, the only shapes Customer.io has")


def _circle_of(entry: Any) -> Optional[Circle]:
    if not isinstance(entry, dict):
        return None
    holder, radius_name = entry, "radius"
    if str(entry.get("shape") or "circle").strip().lower() == "polygon":
        holder, radius_name = entry.get("enclosing_circle"), "base_radius_m"
    place = position(holder)
    if place is None or not is_number(holder.get(radius_name)):
        return None
    return Circle(place[0], place[1], holder[radius_name])
