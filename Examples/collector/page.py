"""What arrived, as one HTML page without script or outside resources."""

from __future__ import annotations

from html import escape
from typing import Any, Dict, List, Mapping
from urllib.parse import urlencode

_STYLE = """
body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem; color: #1f2430; background: #fff; }
h1 { font-size: 1.4rem; margin: 0 0 .3rem; } p { margin: .2rem 0; }
table { border-collapse: collapse; margin-top: 1rem; width: 100%; }
th, td { text-align: left; padding: .35rem .8rem .35rem 0; border-bottom: 1px solid #dfe3ea; vertical-align: top; }
th { font-weight: 600; white-space: nowrap; } td.number, th.number { text-align: right; }
td.time { white-space: nowrap; font-variant-numeric: tabular-nums; }
.enter { color: #14713d; } .exit { color: #b3261e; } .dwell { color: #9a5b00; }
.warn { color: #b3261e; font-weight: 600; }
"""
_COLUMNS = (
    ("received", "received_at", "time"), ("vendor", "vendor", ""), ("kind", "kind", ""), ("fence", "fence", ""),
    ("action", "action", "action"), ("record time", "record_time", "time"), ("repeats", "repeats", "number"),
    ("batch", "batch", "number"),
)


def page(
    records: List[Dict[str, Any]], stats: Dict[str, Any], faults: Dict[str, Any], filters: Mapping[str, str], limit: int
) -> str:
    """The page for the given records, newest first, of which at most `limit` are shown."""
    head = "".join(f'<th class="{kind}">{title}</th>' for title, _, kind in _COLUMNS)
    rows = "\n".join(_row(record) for record in records) or f'<tr><td colspan="{len(_COLUMNS)}">nothing yet</td></tr>'
    shown = f"The newest {limit} are shown. " if len(records) == limit else ""
    on = ", ".join(kind for kind in faults if kind != "seed") or "none"
    differing = ""
    if stats["differing"]:
        differing = f'<p class="warn">{stats["differing"]} repeats differ from the record they repeat.</p>'
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Collector</title><style>{_STYLE}</style></head><body>
<h1>Collector</h1>
<p>{stats["unique"]} records, {stats["repeats"]} repeats dropped, {stats["requests"]} requests since the start,
{stats["failures"]["total"]} failures served. Faults on: {escape(on)}.</p>
{differing}<p>{shown}{_links(filters)}</p>
<table><thead><tr>{head}</tr></thead><tbody>
{rows}
</tbody></table></body></html>
"""


def _links(filters: Mapping[str, str]) -> str:
    choices = [("all", {}), ("geofence transitions", {"kind": "geofence"})]
    choices += [(vendor, {"vendor": vendor}) for vendor in ("bgeo", "customerio", "beekon")]
    parts = []
    for title, wanted in choices:
        address = escape("/?" + urlencode(wanted) if wanted else "/")
        parts.append(f"<strong>{title}</strong>" if dict(filters) == wanted else f'<a href="{address}">{title}</a>')
    json_address = escape("/records?" + urlencode(sorted(filters.items())) if filters else "/records")
    return " · ".join(parts) + f' · <a href="{json_address}">these as JSON</a>'


def _row(record: Dict[str, Any]) -> str:
    cells = []
    for _, name, kind in _COLUMNS:
        value = "" if record[name] is None else escape(str(record[name]))
        if kind == "action":
            kind = value.lower() if value.lower() in ("enter", "exit", "dwell") else ""
        cells.append(f'<td class="{kind}">{value}</td>')
    return f"<tr>{''.join(cells)}</tr>"
