"""Enough geometry to rank fences by distance as a vendor's server would."""

from __future__ import annotations

import math
from typing import Any, Iterable, NamedTuple, Optional, Sequence, Tuple

_MEAN_EARTH_RADIUS = 6_371_008.8


class Circle(NamedTuple):
    """A circle that holds the whole fence; latitude and longitude in degrees, radius in metres."""

    latitude: float
    longitude: float
    radius: float


def distance(latitude: float, longitude: float, to_latitude: float, to_longitude: float) -> float:
    """Metres on a sphere. The server only ranks with it; the engine under test measures on the ellipsoid itself."""
    a, b = math.radians(latitude), math.radians(to_latitude)
    half = math.sin((b - a) / 2) ** 2
    half += math.cos(a) * math.cos(b) * math.sin(math.radians(to_longitude - longitude) / 2) ** 2
    return 2 * _MEAN_EARTH_RADIUS * math.asin(min(1.0, math.sqrt(half)))


def distance_to_edge(circle: Circle, latitude: float, longitude: float) -> float:
    """Metres to the circle's edge, 0 inside."""
    return max(0.0, distance(latitude, longitude, circle.latitude, circle.longitude) - circle.radius)


def circle_around(positions: Iterable[Sequence[float]]) -> Circle:
    """A circle around positions given longitude first: the middle of their box, and as far as the farthest of them.

    Longitudes are unrolled from the first one, so that a ring across the antimeridian is small.
    """
    points = list(positions)
    first = points[0][0]
    longitudes = [first + (point[0] - first + 180) % 360 - 180 for point in points]
    latitudes = [point[1] for point in points]
    latitude = (min(latitudes) + max(latitudes)) / 2
    longitude = (min(longitudes) + max(longitudes)) / 2
    radius = max(distance(latitude, longitude, point[1], point[0]) for point in points)
    return Circle(latitude, (longitude + 180) % 360 - 180, radius)


def is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def position(value: Any) -> Optional[Tuple[float, float]]:
    """Latitude and longitude of an object that has both, in range; else None."""
    if not isinstance(value, dict):
        return None
    latitude, longitude = value.get("latitude"), value.get("longitude")
    if not is_number(latitude) or not is_number(longitude) or abs(latitude) > 90 or abs(longitude) > 180:
        return None
    return float(latitude), float(longitude)
