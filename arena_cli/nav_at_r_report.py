"""What `nav_at_r` says about a level, as JSON and as text."""

from typing import Any

from attrs import frozen

from arena_simulation_setup.navigability import Navigability, StartReach

SHOWN_COMPONENTS = 5


@frozen
class NavRequest:
    """What was asked for.

    Attributes:
        world: The world as it was named.
        radius: Radius of the robot, metres.
        resolution: Edge of a cell, metres.
        walls_only: Whether static objects are left out.
        start: A point in metres, level frame; None where none was named.
    """

    world: str
    radius: float
    resolution: float
    walls_only: bool
    start: tuple[float, float] | None


def level_row(request: NavRequest, level_id: str, found: Navigability) -> dict[str, Any]:
    """The JSON object of a level: shares are 0 to 1, areas square metres; null where there is no value."""
    row: dict[str, Any] = {
        "world": request.world,
        "level": level_id,
        "nav_at_r": None if found.value is None else round(found.value, 6),
        "radius": request.radius,
        "resolution": request.resolution,
        "walls_only": request.walls_only,
        "traversable_m2": round(sum(part.area for part in found.components), 3),
        "components": [
            {
                "area_m2": round(part.area, 3),
                "traversable_share": round(part.traversable_share, 6),
                "spawn_share": round(part.spawn_share, 6),
            }
            for part in found.components
        ],
        "cut_off_zones": list(found.cut_off),
    }
    if request.start is not None:
        row["start"] = _start_row(request.start, found.start_reach(*request.start))
    return row


def _start_row(start: tuple[float, float], reach: StartReach | None) -> dict[str, Any]:
    share, snap = (None, None) if reach is None else (round(reach.share, 6), round(reach.snap_distance, 4))
    return {"point": list(start), "share": share, "snap_distance_m": snap}


def level_text(request: NavRequest, level_id: str, found: Navigability) -> str:
    """A line with the value, then one per connected part, largest first."""
    value = "n/a (no place to spawn a robot)" if found.value is None else f"{found.value:.3f}"
    area = sum(part.area for part in found.components)
    lines = [f"{request.world} level {level_id}: NAV@{request.radius:g} = {value}, {area:.1f} m2 traversable"]
    lines += [
        f"  {part.area:.1f} m2: {part.traversable_share:.1%} of it, {part.spawn_share:.1%} of the spawns"
        for part in found.components[:SHOWN_COMPONENTS]
    ]
    if len(found.components) > SHOWN_COMPONENTS:
        lines.append(f"  and {len(found.components) - SHOWN_COMPONENTS} smaller parts")
    if found.cut_off:
        lines.append(f"  cut off by objects: {', '.join(found.cut_off)}")
    if request.start is not None:
        reach = found.start_reach(*request.start)
        share = "nothing" if reach is None else f"{reach.share:.1%} (moved by {reach.snap_distance:.2f} m)"
        lines.append(f"  from {request.start[0]:g},{request.start[1]:g}: {share}")
    return "\n".join(lines)
