"""Furniture outside of rooms, in walls, in doorways, in cabins, and in other furniture."""

import math
from collections.abc import Iterator

import shapely
from shapely.geometry import Polygon

from arena_simulation_setup.check.level_plan import HEADROOM, LINE_TOLERANCE, LevelPlan, Piece
from arena_simulation_setup.files.problem import Problem
from arena_simulation_setup.geometry import band_corners
from arena_simulation_setup.route.lifts import cabins_and_lifts, jammed
from arena_simulation_setup.world.compaction import CompactedWorld
from arena_simulation_setup.world.door import DOOR_REFERENCE_HALF_WIDTH
from arena_simulation_setup.world.openings import doorway_corners

SKIN = 0.02
"""Metres by which an outline is taken smaller: bounding boxes may touch."""
FREE_WAY = "the face of the cabin and the wall beside it free, where the slab slides"


def entity_problems(plan: LevelPlan) -> Iterator[Problem]:
    """What is wrong with where the static entities of a level stand."""
    for piece in plan.pieces:
        yield from _zone(plan, piece)
        yield from _wall(plan, piece)
        yield from _neighbours(plan, piece)
    yield from _doorways(plan)
    yield from _cabins(plan)


def _problem(plan: LevelPlan, code: str, piece: Piece, message: str, expected: str) -> Problem:
    sentence = f"{piece.entity.name!r} ({piece.entity.model.text}) {message}"
    return plan.file.problem(code, f"{piece.path}.pose", sentence, found=piece.entity.name, expected=expected)


def _zone(plan: LevelPlan, piece: Piece) -> Iterator[Problem]:
    if isinstance(piece.entity.pose, str) or not plan.rooms:
        return
    x, y = piece.entity.pose.xy
    rooms = plan.rooms_at(x, y, LINE_TOLERANCE)
    if not rooms:
        yield _problem(plan, "entity.outside", piece, f"stands at ({x:.2f}, {y:.2f}), outside every zone", "a zone")
    elif piece.zone not in [room.zone for room in rooms] and piece.zone.corners:
        message = f"is listed in zone {piece.zone.name!r} and stands in {rooms[0].zone.name!r}"
        yield _problem(plan, "entity.other_zone", piece, message, f"it in zone {rooms[0].zone.name!r}")


def _wall(plan: LevelPlan, piece: Piece) -> Iterator[Problem]:
    core = _core(piece.shape)
    for wall in plan.walls_at(core):
        if piece.shares_height(wall.slab.bottom, wall.slab.top):
            owner = wall.slab.name.partition("/")[0]
            where = "the open edge" if "/edge_" in wall.slab.name else "a wall"
            depth = _depth(core, wall.shape)
            message = f"reaches {depth:.2f} m into {where} of zone {owner!r}"
            yield _problem(plan, "entity.in_wall", piece, message, "its outline clear of walls")
            return


def _neighbours(plan: LevelPlan, piece: Piece) -> Iterator[Problem]:
    core = _core(piece.shape)
    for other in plan.pieces_at(core):
        if other is piece:
            return
        common = core.intersection(_core(other.shape))
        if other.shares_height(piece.footprint.bottom, piece.footprint.top) and common.area > 0.0:
            message = (
                f"and {other.entity.name!r} ({other.entity.model.text}) overlap by {_depth(core, other.shape):.2f} m"
            )
            yield _problem(plan, "entity.overlap", piece, message, "outlines that do not overlap")


def _doorways(plan: LevelPlan) -> Iterator[Problem]:
    for _, door in plan.doors:
        bottom, top = door.start.z, door.start.z + min(door.height, HEADROOM)
        doorway = _core(Polygon(door.reference_area))
        blocking = [piece for piece in plan.pieces_at(doorway) if piece.shares_height(bottom, top)]
        for piece in blocking:
            message = f"stands in door {door.name!r}"
            yield _problem(
                plan, "entity.in_doorway", piece, message, f"{DOOR_REFERENCE_HALF_WIDTH} m free before and behind it"
            )
        if door.kind != "sliding":
            continue
        beyond = (2.0 * door.end.x - door.start.x, 2.0 * door.end.y - door.start.y)
        band = Polygon(band_corners(door.end.xy, beyond, door.width / 2.0)).buffer(-1e-3, join_style="mitre")
        for piece in plan.pieces_at(band):
            if piece not in blocking and piece.shares_height(bottom, top):
                message = f"stands where the slab of door {door.name!r} slides, so it does not open fully"
                yield _problem(plan, "entity.in_slab_path", piece, message, "the wall behind the door's end free")


def _cabins(plan: LevelPlan) -> Iterator[Problem]:
    for _, lift in plan.lifts:
        areas = (Polygon(lift.reference_area), Polygon(doorway_corners(lift, plan.level)))
        core = _core(shapely.union_all(areas))
        for piece in plan.pieces_at(core):
            if piece.shares_height(lift.position.z, lift.position.z + HEADROOM):
                message = f"stands in or before elevator {lift.name!r}"
                yield _problem(plan, "entity.in_elevator", piece, message, "cabin and doorway free")
    yield from _cabin_doors(plan)


def _cabin_doors(plan: LevelPlan) -> Iterator[Problem]:
    """Cabins that nobody rides in; outlines of placeholders count as well, since they are what is built."""
    alone = CompactedWorld("", {plan.level_id: plan.level}, {plan.level_id: (0.0, 0.0)})
    low = [piece for piece in plan.pieces if piece.footprint.bottom < HEADROOM]
    cabins, _ = cabins_and_lifts(alone)
    for (path, lift), cabin in zip(plan.lifts, cabins, strict=True):
        piece = next((piece for piece in low if jammed([cabin], [piece.footprint.corners])[0].is_jammed), None)
        if piece is not None:
            stands = f"{piece.entity.name!r} ({piece.entity.model.text}) stands in the way of the door"
            message = f"{stands} of elevator {lift.name!r}, so nobody rides"
            yield plan.file.problem("elevator.jammed", path, message, found=piece.entity.name, expected=FREE_WAY)


def _core(shape: Polygon) -> Polygon:
    smaller = shape.buffer(-SKIN, join_style="mitre")
    return shape.centroid.buffer(1e-3) if smaller.is_empty else smaller


def _depth(first: Polygon, second: Polygon) -> float:
    """How far two outlines reach into each other, metres: the smaller side of what they share, and the skin."""
    common = first.intersection(second)
    box = common.minimum_rotated_rectangle
    if not isinstance(box, Polygon):
        return SKIN
    (ax, ay), (bx, by), (cx, cy) = box.exterior.coords[:3]
    return min(math.dist((ax, ay), (bx, by)), math.dist((bx, by), (cx, cy))) + SKIN
