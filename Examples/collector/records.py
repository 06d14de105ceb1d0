"""Reads the three vendors' upload bodies into records that can be told apart.

A request is taken as a whole or refused as a whole (422), so that an uploader never has to guess which of its records
were stored.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Dict, List, Optional

from http_values import Refusal

CIO_GEOFENCE_EVENT = "Geofence Transition"


@dataclass(frozen=True)
class Record:
    """One uploaded record, with what the vendor's server needs to recognise a repeat."""

    vendor: str
    #: Within which ids are unique: one name space per vendor, for Beekon one per array.
    scope: str
    #: The record's id in that scope; None when it has none and every arrival counts as new.
    key: Optional[str]
    #: `geofence` for a transition, otherwise `location`, `track`, `identify`, …
    kind: str
    fence: Optional[str]
    #: The vendor's own spelling: ENTER, enter, …
    action: Optional[str]
    time: Optional[str]
    #: The record as it came.
    body: Dict[str, Any]
    #: The part of it that must be the same in every repeat.
    essence: Any

    def digest(self) -> str:
        return hashlib.sha256(json.dumps(self.essence, sort_keys=True).encode("ascii")).hexdigest()


def bgeo_records(body: Any, root: Optional[str] = None) -> List[Record]:
    """The records of a BGeo upload: under the root property (one or a list) or with their keys at the root.

    The root property is configurable in the app, so unless `root` names it, it is the one member that holds records.
    """
    body = _object(body, "the body")
    if root is None and "uuid" in body:
        return [_bgeo_record(body, "the body")]
    if root is None:
        holders = [name for name, value in body.items() if _holds_bgeo_records(value)]
        if len(holders) != 1:
            found = ", ".join(sorted(holders)) or "none"
            raise Refusal(422, f"exactly one member must hold records with a uuid, found: {found}")
        root = holders[0]
    elif root not in body:
        raise Refusal(422, f"the body has no member {root!r}")
    held = body[root]
    if isinstance(held, list):
        return [_bgeo_record(item, f"{root}[{index}]") for index, item in enumerate(held)]
    return [_bgeo_record(held, root)]


def _holds_bgeo_records(value: Any) -> bool:
    items = value if isinstance(value, list) else [value]
    return any(isinstance(item, dict) and "uuid" in item for item in items)


def _bgeo_record(value: Any, where: str) -> Record:
    record = _object(value, where)
    is_geofence = record.get("event") == "geofence"
    geofence = _object(record.get("geofence"), f"{where}.geofence") if is_geofence else {}
    return Record(
        vendor="bgeo", scope="records", key=_identifier(record, "uuid", where),
        kind="geofence" if is_geofence else "location",
        fence=_text(geofence.get("identifier")), action=_text(geofence.get("action")),
        time=_text(geofence.get("timestamp", record.get("timestamp"))), body=record, essence=record)


def customerio_track(body: Any) -> List[Record]:
    """The one event of a direct Customer.io call."""
    event = _object(body, "the body")
    if not isinstance(event.get("event"), str):
        raise Refusal(422, "event must be a text")
    return [_customerio_record(event, "track", "the body")]


def customerio_batch(body: Any) -> List[Record]:
    """The events of a Customer.io pipeline upload, of any type."""
    batch = _object(body, "the body").get("batch")
    if not isinstance(batch, list):
        raise Refusal(422, "batch must be an array")
    records = []
    for index, item in enumerate(batch):
        where = f"batch[{index}]"
        event = _object(item, where)
        records.append(_customerio_record(event, _text(event.get("type")) or "track", where))
    return records


def _customerio_record(event: Dict[str, Any], kind: str, where: str) -> Record:
    if kind != "track" or event.get("event") != CIO_GEOFENCE_EVENT:
        message = _text(event.get("messageId"))
        return Record("customerio", "messages", message, kind, None, None, _text(event.get("timestamp")), event, event)
    properties = _object(event.get("properties"), f"{where}.properties")
    transition = _identifier(properties, "transitionId", f"{where}.properties")
    # A row may go out directly first and again in a batch, whose envelope has more members: only these say what
    # happened, so only these must agree.
    essence = {name: event.get(name) for name in ("event", "userId", "timestamp", "properties")}
    return Record(
        vendor="customerio", scope="transitions", key=f"{transition}/{_text(properties.get('geosetId')) or ''}",
        kind="geofence", fence=_text(properties.get("geofenceId")), action=_text(properties.get("transition")),
        time=_text(event.get("timestamp")), body=event, essence=essence)


def beekon_records(body: Any) -> List[Record]:
    """The locations and the geofence events of a Beekon batch; both arrays must be there, also when empty."""
    body = _object(body, "the body")
    records = []
    for scope in ("locations", "geofence_events"):
        array = body.get(scope)
        if not isinstance(array, list):
            raise Refusal(422, f"{scope} must be an array")
        for index, value in enumerate(array):
            where = f"{scope}[{index}]"
            item = _object(value, where)
            is_event = scope == "geofence_events"
            records.append(Record(
                vendor="beekon", scope=scope, key=_identifier(item, "id", where),
                kind="geofence" if is_event else "location",
                fence=_text(item.get("geofence_id")) if is_event else None,
                action=_text(item.get("type")) if is_event else None,
                time=_text(item.get("timestamp")), body=item, essence=item))
    return records


def _object(value: Any, where: str) -> Dict[str, Any]:
    if not isinstance(value, dict):
        raise Refusal(422, f"{where} must be an object")
    return value


def _identifier(record: Dict[str, Any], name: str, where: str) -> str:
    value = record.get(name)
    if not isinstance(value, str) or not value.strip():
        raise Refusal(422, f"{where} has no {name}: it must be a text that is not blank")
    return printable(value)


def _text(value: Any) -> Optional[str]:
    return None if value is None or isinstance(value, (dict, list)) else printable(str(value))


def printable(text: str) -> str:
    """The text with lone surrogates, which JSON can carry and UTF-8 cannot, written as escapes."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")
