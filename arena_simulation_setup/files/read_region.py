"""Reading sources and sinks of people."""

from collections.abc import Mapping
from typing import Any

from arena_simulation_setup.files.cursor import Cursor, Reader
from arena_simulation_setup.files.fields import Fields, keys_of
from arena_simulation_setup.files.read_agent import check_agent
from arena_simulation_setup.files.read_zone import read_corners
from arena_simulation_setup.files.values import choice, number, place_name, plain, text
from arena_simulation_setup.scenario.region import REGION_TYPES, Region

SOURCE_KEYS = ("rate_profile", "max_concurrent", "max_total", "agent")
SINK_KEYS = ("absorption_radius", "capacity")

_not_negative = number(minimum=0.0)
_limit = number(minimum=-1.0)


def read_regions(cursor: Cursor) -> tuple[Region, ...]:
    """A scenario's ``regions:`` mapping."""
    return tuple(_region(key, value) for key, value, _ in cursor.pairs())


def _region(key: str, cursor: Cursor) -> Region:
    fields = Fields(cursor, [known for known in keys_of(Region) if known != "name"])
    fields.refuse_rest()
    kind = fields.required("type", choice(REGION_TYPES), REGION_TYPES[0])
    region = Region(
        name=key,
        type=kind,
        polygon=fields.optional("polygon", read_corners, ()),
        ref=fields.optional("ref", place_name, ""),
        config=fields.optional("config", lambda config: _config(config, kind), {}),
        level_id=fields.optional("level_id", text, ""),
    )
    places = [place for place in ("polygon", "ref") if fields.at(place) is not None]
    nowhere = len(places) != 1 or not (region.polygon or region.ref)
    if nowhere and fields.sound("polygon", "ref"):
        found = " and ".join(places) or "neither polygon nor ref"
        cursor.error("region.place", f"the region has {found}", expected="a polygon of 3 corners or more, or a ref")
    return region


def _config(cursor: Cursor, kind: str) -> Mapping[str, Any]:
    fields = Fields(cursor, SOURCE_KEYS if kind == "source" else SINK_KEYS)
    readers: dict[str, Reader[Any]] = {
        "rate_profile": _profile,
        "max_concurrent": _limit,
        "max_total": _limit,
        "agent": check_agent,
        "absorption_radius": _not_negative,
        "capacity": _limit,
    }
    for key, read in readers.items():
        fields.optional(key, read, None)
    fields.rest()
    return {key: plain(value) for key, value, _ in cursor.pairs()}


def _profile(cursor: Cursor) -> None:
    before = -1.0
    for item in cursor.items():
        fields = Fields(item, ("t", "rate"))
        fields.refuse_rest()
        moment = fields.required("t", _not_negative, before)
        fields.required("rate", _not_negative, 0.0)
        if fields.sound("t") and moment <= before:
            fields.error("t", "region.profile", f"t {moment:g} does not follow {before:g}", expected="ascending times")
        before = moment
