"""Where bodies stand in a cabin, and where they wait beside its door for their turn."""

import math
from collections.abc import Sequence
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Corner, segment_distance_squared
from arena_simulation_setup.route.clearance import ClearanceField
from arena_simulation_setup.route.lifts import Cabin
from arena_simulation_setup.world.cabin import CABIN_WALL

Floats = NDArray[np.float64]

# Kept between two bodies in a cabin, metres.
BODY_MARGIN = 0.05
# Kept from the band of the door where the cabin is deep enough, metres: nobody stops to the millimetre.
DOOR_MARGIN = 0.06
# Bodies stand on these shares of the way from a cabin's centre to where they would touch its walls or its door.
_SHARES = (0.0, -1.0, 1.0, -0.5, 0.5)
# Free of who waits: what lies this far beside the door's end, and in front of the band that its slab sweeps, metres.
ASIDE = 0.1
AHEAD = 0.12
# Who goes straight in or out turns this far, metres, before the band.
FRONT = 0.25
# Further places lie this much farther away, metres.
_STEPS = (0.0, 0.35, 0.7)
_STEPS_BEHIND = (0.0, 0.55, 1.1, 1.65, 2.2)
# Who waits stands this much nearer to the door than where it would still be called, metres.
CALL_MARGIN = 0.1
# The farthest straight in front of a door that anybody waits, metres, where there is no room beside it.
FARTHEST = 2.0
# Who comes nearer to a cabin's door than this, metres, to ride stands in the line before it.
QUEUE = 3.0
# Rounding, square metres.
TINY = 1e-9
# A robot keeps this much more to a cabin's walls where there is room, metres: it turns there.
WALL_GAP = 0.04
# Who waits beside a way leaves this much of it free for those who come along it, metres.
PASSAGE = 0.4
# Further places off a way are looked for at such steps, metres.
_RASTER = 0.15


def standing_places(cabin: Cabin, radius: float) -> tuple[Corner, ...]:
    """Where a body fits in an empty cabin: in the middle at the back first, so that others come in behind it.

    Args:
        cabin: Cabin.
        radius: Of the body, metres.

    Returns:
        Places in metres, map frame; none for a body that is too large.
    """
    reach_x, reach_y = (size / 2 - 1.5 * CABIN_WALL - radius for size in cabin.size)
    if min(reach_x, reach_y) < 0.0:
        return ()
    (x, y), (out_x, out_y) = cabin.center, cabin.out
    depth, breadth = (reach_x, reach_y) if out_x else (reach_y, reach_x)
    places = []
    for share, aside in product(sorted(_SHARES), _SHARES):
        ahead = min(share * depth, max(depth - DOOR_MARGIN, 0.0))
        places.append((x + ahead * out_x - aside * breadth * out_y, y + ahead * out_y + aside * breadth * out_x))
    return tuple(places)


def parking_places(cabin: Cabin, radius: float) -> tuple[Corner, ...]:
    """Where a robot stands in an empty cabin: at its centre, else near the door, off the walls where there is room.

    Args:
        cabin: Cabin.
        radius: Of the robot, metres.

    Returns:
        Places in metres, map frame; none for a robot that is too large.
    """
    tight = standing_places(cabin, radius)
    roomy = standing_places(cabin, radius + WALL_GAP)
    return (cabin.center, *reversed(roomy), *reversed(tight)) if tight else ()


def waiting_places(
    cabin: Cabin, radius: float, clearance: ClearanceField, all_cabins: Sequence[Cabin] = ()
) -> tuple[Corner, ...]:
    """Where a body calls a cabin from without being in the way of who comes out: beside the door, nearest first.

    Where there is no room beside it, that is straight in front of it, as far away as the call reaches. Places that call
    another cabin too, whose open door may then stand in the way, are left out where there are others.

    Args:
        cabin: Cabin.
        radius: Of the body, metres.
        clearance: Walls and furniture.
        all_cabins: The cabins of the building.

    Returns:
        Places in metres, map frame; none where there is no room at all.
    """
    start, end = cabin.door
    nearest = radius + CABIN_WALL / 2 + AHEAD
    reach = max(cabin.activation_distance - CALL_MARGIN, nearest)
    beside = [
        _before(cabin, nearest + ahead, side * (math.dist(start, end) / 2 + radius + ASIDE + aside))
        for ahead, aside, side in product(_STEPS, _STEPS, (1.0, -1.0))
    ]
    straight = [_before(cabin, ahead, 0.0) for ahead in np.linspace(min(reach, FARTHEST), nearest, 6).tolist()]
    front = _before(cabin, nearest, 0.0)
    for places in (beside, straight):
        fitting = [
            place
            for place in places
            if segment_distance_squared(*place, start, end) <= reach * reach + TINY
            and _clear(front, place, radius, clearance)
        ]
        calling_one = [place for place in fitting if not _calls_others(place, cabin, all_cabins)]
        if fitting:
            return tuple(calling_one or fitting)
    return ()


def waiting_places_off(
    way: Floats, cabin: Cabin, radius: float, clearance: ClearanceField, all_cabins: Sequence[Cabin] = ()
) -> tuple[Corner, ...]:
    """As ``waiting_places``, those first that leave a way free, since all others come and go along it.

    Where none beside the door does, those anywhere near the door that leave most of it free come first.

    Args:
        way: Shape (N, 2): a way that leads into the cabin, metres, map frame.
        cabin: Cabin.
        radius: Of the body, metres.
        clearance: Walls and furniture.
        all_cabins: The cabins of the building.
    """
    places = waiting_places(cabin, radius, clearance, all_cabins)
    free = [_distance(place, way) - radius for place in places]
    if max(free, default=0.0) < PASSAGE:
        calling = [place for place in _around(cabin, radius, clearance) if not _calls_others(place, cabin, all_cabins)]
        places += tuple(calling)
        free += [_distance(place, way) - radius for place in calling]
    order = sorted(range(len(places)), key=lambda index: (-round(min(free[index], PASSAGE), 1), index))
    return tuple(places[index] for index in order)


def places_behind(cabin: Cabin, radius: float, clearance: ClearanceField) -> tuple[Corner, ...]:
    """Where those stand who have no place near the door that calls the cabin, nearest first, off the way before it.

    Args:
        cabin: Cabin.
        radius: Of the body, metres.
        clearance: Walls and furniture.
    """
    start, end = cabin.door
    nearest = radius + CABIN_WALL / 2 + AHEAD
    beside = math.dist(start, end) / 2 + radius + ASIDE
    places = [
        _before(cabin, nearest + ahead, side * (beside + aside))
        for ahead, aside, side in product(_STEPS_BEHIND, _STEPS_BEHIND, (1.0, -1.0))
    ]
    places.sort(key=lambda place: segment_distance_squared(place[0], place[1], start, end))
    front = _before(cabin, nearest, 0.0)
    return tuple(place for place in places if _clear(front, place, radius, clearance))


def _around(cabin: Cabin, radius: float, clearance: ClearanceField) -> list[Corner]:
    """Places near a cabin's door, nearest first, from which it is called and which can be got to from before it."""
    start, end = cabin.door
    nearest = radius + CABIN_WALL / 2 + AHEAD
    reach = max(cabin.activation_distance - CALL_MARGIN, nearest)
    breadth = math.dist(start, end) / 2 + reach
    asides = np.arange(-breadth, breadth, _RASTER).tolist()
    places = [_before(cabin, ahead, aside) for ahead in np.arange(nearest, reach, _RASTER).tolist() for aside in asides]
    front = _before(cabin, nearest, 0.0)
    calling = [place for place in places if segment_distance_squared(*place, start, end) <= reach * reach]
    return [place for place in calling if _clear(front, place, radius, clearance)]


def _distance(place: Corner, way: Floats) -> float:
    corners = [(x, y) for x, y in way.tolist()]
    lines = pairwise(corners)
    return math.sqrt(min((segment_distance_squared(*place, *line) for line in lines), default=math.inf))


def _calls_others(place: Corner, cabin: Cabin, all_cabins: Sequence[Cabin]) -> bool:
    return any(
        other.name != cabin.name and segment_distance_squared(*place, *other.door) <= other.activation_distance**2
        for other in all_cabins
    )


def front_place(cabin: Cabin, radius: float) -> Corner:
    """The place straight before the middle of a cabin's door that is clear of what its slab sweeps, metres."""
    return _before(cabin, radius + CABIN_WALL / 2 + FRONT, 0.0)


def first_clear(places: Sequence[Corner], radius: float, discs: Floats) -> Corner | None:
    """The first place where a body touches none of some discs.

    Args:
        places: Metres, map frame.
        radius: Of the body, metres.
        discs: Shape (N, 3 or more): x, y, radius, metres; NaN rows are ignored.
    """
    for x, y in places:
        reach = discs[:, 2] + radius + BODY_MARGIN
        if not ((discs[:, 0] - x) ** 2 + (discs[:, 1] - y) ** 2 < reach * reach).any():
            return (x, y)
    return None


def is_open_to(place: Corner, cabin: Cabin, radius: float, discs: Floats) -> bool:
    """Whether a body gets straight from the middle of a cabin's door to a place in it, past some discs.

    Args:
        place: Metres, map frame.
        cabin: Cabin.
        radius: Of the body, metres.
        discs: Shape (N, 3 or more): x, y, radius, metres.
    """
    middle = _before(cabin, 0.0, 0.0)
    return all(
        segment_distance_squared(x, y, middle, place) >= (other + radius + BODY_MARGIN) ** 2
        for x, y, other in discs[:, :3].tolist()
    )


def _clear(start: Corner, end: Corner, radius: float, clearance: ClearanceField) -> bool:
    """Whether a body fits everywhere on a straight line."""
    share = np.linspace(0.0, 1.0, math.ceil(math.dist(start, end) / clearance.resolution) + 1)
    x, y = start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
    return bool((clearance.at_points(x, y) >= radius).all())


def _before(cabin: Cabin, ahead: float, aside: float) -> Corner:
    """A point so many metres in front of the door's line and beside its middle."""
    (start_x, start_y), (end_x, end_y) = cabin.door
    out_x, out_y = cabin.out
    x, y = (start_x + end_x) / 2, (start_y + end_y) / 2
    return (x + ahead * out_x - aside * out_y, y + ahead * out_y + aside * out_x)
