"""Beekon's side: the key, and the slice that rides on the answer to a cloud upload."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any, Dict, List, Optional, Tuple

from fences import FenceFile, feature_circle, outline_circle
from geometry import Circle, is_number, position
from http_values import Refusal, Request, now_text

_COPIED = ("notify_on_entry", "notify_on_exit", "notification")


def check_key(request: Request, key: Optional[str]) -> None:
    """Refuses (401) a request without the project key as its bearer token, when one is demanded."""
    given = request.bearer() or ""
    if key is not None and not hmac.compare_digest(given.encode("utf-8", "replace"), key.encode("utf-8")):
        raise Refusal(401, "the project key is missing or wrong", {"WWW-Authenticate": "Bearer"})


def slice_file(path: str) -> FenceFile:
    return FenceFile(path, _read_wire, _read_feature, _circle_of)


def sync_response(body: Dict[str, Any], fences: FenceFile, limit: Optional[int]) -> Dict[str, Any]:
    """The cloud answer: the fences near the device, or no `geofences` when it has this very slice already.

    The revision is the file's own while the whole file is sent; a part of it gets one made from its content.
    """
    items, extra = fences.nearest(_place(body), limit)
    revision = extra.get("revision") if limit is None else None
    if not isinstance(revision, str):
        # Of the set, not of its order: moving about changes the order, and the same fences are the same slice.
        texts = sorted(json.dumps(item, sort_keys=True) for item in items)
        revision = "r-" + hashlib.sha256("\n".join(texts).encode("ascii")).hexdigest()[:12]
    answer: Dict[str, Any] = {"schema_version": 1, "server_time": now_text()}
    if body.get("geofences_revision") != revision:
        answer["geofences"] = {"revision": revision, "items": items}
    return answer


def _place(body: Dict[str, Any]) -> Optional[Tuple[float, float]]:
    place = position(body.get("position"))
    for location in reversed(body.get("locations") or []):
        place = place or position(location)
    return place


def _read_wire(document: Dict[str, Any]) -> Tuple[List[Any], Dict[str, Any]]:
    """A whole sync response, or only its `geofences` object."""
    holder = document.get("geofences", document)
    if not isinstance(holder, dict) or not isinstance(holder.get("items"), list):
        raise ValueError("neither a GeoJSON FeatureCollection nor a sync response with geofences.items")
    return holder["items"], {"revision": holder.get("revision")}


def _read_feature(identifier: Any, geometry: Dict[str, Any], properties: Dict[str, Any]) -> Dict[str, Any]:
    entry = {"id": str(identifier), **{name: properties[name] for name in _COPIED if name in properties}}
    kind = geometry.get("type")
    if kind == "Point":
        circle = feature_circle(geometry, properties)
        shape = {
            "type": "Circle", "latitude": circle.latitude, "longitude": circle.longitude,
            "radius_meters": circle.radius}
    elif kind in ("Polygon", "MultiPolygon"):
        members = geometry["coordinates"] if kind == "MultiPolygon" else [geometry["coordinates"]]
        outline_circle(members)
        shape = {"type": "MultiPolygon", "coordinates": members}
    else:
        raise ValueError(f"a {kind} is no Point, Polygon or MultiPolygon, the only shapes Beekon has")
    return {**entry, "geometry": shape}


def _circle_of(item: Any) -> Optional[Circle]:
    geometry = item.get("geometry") if isinstance(item, dict) else None
    if not isinstance(geometry, dict):
        return None
    kind = str(geometry.get("type")).lower()
    try:
        if kind == "circle":
            place, radius = position(geometry), geometry.get("radius_meters")
            return Circle(*place, radius) if place is not None and is_number(radius) else None
        members = geometry["coordinates"] if kind == "multipolygon" else [geometry["coordinates"]]
        return outline_circle(members)
    except (KeyError, IndexError, TypeError, ValueError):
        return None
