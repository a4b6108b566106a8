"""Which velocity each person chooses, as a compiled loop.

Every walking person weighs a fan of velocities round the preferred one: how far each is from it, how soon it would
meet somebody, and whether it ends in a wall or a closed door. Two people who meet share the evasion: a velocity is
tried as if only half of the change were one's own.
"""

import math

import numpy as np
from numpy.typing import NDArray

from arena_runtime.people.kernels_encounters import encounters, urgency
from arena_runtime.people.kernels_lanes import kept_right
from arena_runtime.people.kernels_passing import way_past
from arena_runtime.people.kernels_slabs import distance_from
from arena_simulation_setup.kernel import kernel
from arena_simulation_setup.route.clearance_kernel import Grid, cell_clearance

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Bools = NDArray[np.bool_]

# Walls are looked at where the person would be after these times, seconds.
WALL_TIMES = (0.3, 0.75)
# A velocity that would graze a wall closer than this is disliked, metres.
WALL_MARGIN = 0.12
# Who passes somebody who stands looks at walls with a radius smaller by what a look at a cell may be off, metres.
LENIENCE = 0.04

# The fan: shares of the top speed, each with its angles in degrees, anticlockwise from the preferred direction; then
# standing still. The slow ones are for stepping round somebody between walls.
_ANGLES = (0.0, -12.0, 12.0, -27.0, 27.0, -45.0, 45.0, -70.0, 70.0, -105.0, 105.0, 180.0)
_FAN = ((1.0, _ANGLES), (0.5, _ANGLES), (0.2, (0.0, -50.0, 50.0, -85.0, 85.0)))
FAN_COS = np.concatenate([np.cos(np.radians(angles)) * speed for speed, angles in _FAN] + [np.zeros(1)])
FAN_SIN = np.concatenate([np.sin(np.radians(angles)) * speed for speed, angles in _FAN] + [np.zeros(1)])
# People who meet head-on would mirror each other for ever; a dislike of the left lets both pass on the right.
_SIDE_DISLIKE = 0.35

_COLLISION_WEIGHT = 1.3
_CHANGE_WEIGHT = 0.25
_WALL_WEIGHT = 4.0
_GRAZE_WEIGHT = 0.4

# Who gets on slower than this share of the own pace minds coming collisions less and less, down to the least caution:
# in a throng nobody would move otherwise, and the projection keeps bodies apart in any case.
FLUENT = 0.6
LEAST_CAUTION = 0.25
# Share of what was got on with lately that is replaced at every decision.
_FORGETTING = 0.2

# The body turns towards the chosen velocity within this time, seconds, but not faster than this, rad/s.
TURN_TIME = 0.25
TURN_LIMIT = 4.0
# Below this speed the body keeps its heading, m/s.
TURN_SPEED = 0.08
TAU = 2.0 * math.pi


@kernel
def choose_velocities(
    place: Floats,
    velocity: Floats,
    radius: Floats,
    neighbours: Integers,
    distances: Floats,
    towards: Floats,
    pace: Floats,
    speeds: Floats,
    shunned: Floats,
    fluency: Floats,
    passers: Bools,
    along: Floats,
    left: Floats,
    grid: Grid,
    rectangles: Floats,
    point: Integers,
    slab: Integers,
    wanted: Floats,
) -> None:
    """Find the velocity that each person turns to.

    Args:
        place: Shape (2, D): discs, those of the P people first, metres, map frame.
        velocity: Shape (2, D): m/s.
        radius: Shape (D,): metres.
        neighbours: Shape (P, N): the nearest discs, nearest first.
        distances: Shape (P, N): of their centres, metres.
        towards: Shape (2, P): unit vectors of the wished directions, map frame.
        pace: Shape (P,): preferred speeds, m/s; who has none stands.
        speeds: Shape (P,): top speeds, m/s.
        shunned: Shape (P,): side that each would rather not pass on: 1 left, -1 right.
        fluency: Shape (P,): share of the own pace that each has got on with lately; brought up to date in place.
        passers: Shape (P,): who may have somebody to pass.
        along: Shape (2, P): unit vectors of the directions that their ways lead in, map frame.
        left: Shape (P,): how far their ends are, metres.
        grid: Walls and furniture.
        rectangles: Shape (S, 6): slabs, of ``rectangles_of``.
        point: Shape (M,): people near a slab, in order.
        slab: Shape (M,): the slab.
        wanted: Shape (2, P): filled, m/s.
    """
    pair = 0
    meeting = np.empty((neighbours.shape[1], 6))
    for person in range(len(pace)):
        first = pair
        while pair < len(point) and point[pair] == person:
            pair += 1
        caution = _caution(velocity, pace, fluency, person)
        wanted[0, person] = wanted[1, person] = 0.0
        if pace[person] <= 0.0:
            continue
        x, y = place[0, person], place[1, person]
        seen = (place, velocity, radius, person, neighbours[person], distances[person], pace)
        ahead, passes = (0.0, 0.0), False
        if passers[person]:
            way = (along[0, person], along[1, person])
            ahead, passes = way_past(*seen, way, left[person], shunned[person], grid)
        if not passes:
            ahead = kept_right(grid, x, y, radius[person], towards[0, person], towards[1, person])
        top_speed = max(min(speeds[person], 2.0 * pace[person]), 0.0)
        sides = (top_speed, pace[person], _SIDE_DISLIKE * shunned[person], _COLLISION_WEIGHT * caution)
        count = encounters(*seen, meeting)
        girth = radius[person] - LENIENCE if passes else radius[person]
        own = (x, y, velocity[0, person], velocity[1, person], girth)
        chosen = _cheapest(own, ahead, sides, meeting, count, grid, rectangles, slab[first:pair])
        wanted[0, person], wanted[1, person] = chosen


@kernel
def _caution(velocity: Floats, pace: Floats, fluency: Floats, person: int) -> float:
    """How much a person minds a coming collision, from ``LEAST_CAUTION`` to 1."""
    speed = math.sqrt(velocity[0, person] * velocity[0, person] + velocity[1, person] * velocity[1, person])
    got_on = min(speed / max(pace[person], 1e-3), 1.0)
    fluency[person] += _FORGETTING * (got_on - fluency[person])
    caution: float = LEAST_CAUTION + (1.0 - LEAST_CAUTION) * min(fluency[person] * (1.0 / FLUENT), 1.0)
    return caution


@kernel
def _cheapest(
    own: tuple[float, float, float, float, float],
    ahead: tuple[float, float],
    weights: tuple[float, float, float, float],
    meeting: Floats,
    count: int,
    grid: Grid,
    rectangles: Floats,
    slabs: Integers,
) -> tuple[float, float]:
    """The cheapest velocity of the fan of one person, m/s.

    Args:
        own: Place (metres, map frame), velocity (m/s) and radius (metres).
        ahead: Unit vector of the preferred direction.
        weights: Top speed and pace, m/s; dislike of the left; weight of collisions.
        meeting: Of ``encounters``.
        count: Its rows.
        grid: Walls and furniture.
        rectangles: All slabs, shape (S, 6).
        slabs: Those near the person.
    """
    x, y, velocity_x, velocity_y, radius = own
    top_speed, pace, dislike, collision_weight = weights
    best, best_x, best_y = np.inf, 0.0, 0.0
    preferred_x, preferred_y = pace * ahead[0], pace * ahead[1]
    for spoke in range(len(FAN_COS)):
        cos, sin = FAN_COS[spoke], FAN_SIN[spoke]
        tried_x = top_speed * ahead[0] * cos - top_speed * ahead[1] * sin
        tried_y = top_speed * ahead[1] * cos + top_speed * ahead[0] * sin
        if spoke == 0:
            tried_x, tried_y = preferred_x, preferred_y
        cost = _length(tried_x - velocity_x, tried_y - velocity_y) * _CHANGE_WEIGHT
        cost += _length(tried_x - preferred_x, tried_y - preferred_y)
        cost = cost / max(top_speed, 0.1) + max(sin * dislike, 0.0)
        # Nothing makes a velocity cheaper again, so that the dear ones need no further look.
        if cost < best:
            cost += urgency(meeting, count, tried_x, tried_y) * collision_weight
        if cost < best:
            cost += _crowding(grid, x, y, radius, tried_x, tried_y, rectangles, slabs)
        if cost < best:
            best, best_x, best_y = cost, tried_x, tried_y
    return best_x, best_y


@kernel
def _length(x: float, y: float) -> float:
    return math.sqrt(x * x + y * y)


@kernel
def _crowding(
    grid: Grid, x: float, y: float, radius: float, tried_x: float, tried_y: float, rectangles: Floats, slabs: Integers
) -> float:
    """Price of ending in or along walls and slabs with a velocity in m/s."""
    inside, grazed = 0.0, 0.0
    for time in WALL_TIMES:
        at_x, at_y = tried_x * time + x, tried_y * time + y
        room = cell_clearance(grid, at_x, at_y)
        for slab in slabs:
            room = min(room, distance_from(rectangles, slab, at_x, at_y))
        room -= radius
        if room < 0.0:
            inside += _WALL_WEIGHT
        grazed += min(max(1.0 - room * (1.0 / WALL_MARGIN), 0.0), 1.0)
    return inside + 0.5 * _GRAZE_WEIGHT * grazed


@kernel
def turn_to_wanted(wanted: Floats, yaw: Floats, turn_rate: Floats) -> None:
    """Turn bodies to where they are about to go; who stands keeps the heading.

    Args:
        wanted: Shape (2, P): m/s.
        yaw: Shape (P,): radians.
        turn_rate: Shape (P,): filled, rad/s.
    """
    for person in range(len(yaw)):
        x, y = wanted[0, person], wanted[1, person]
        turn_rate[person] = 0.0
        if x * x + y * y > TURN_SPEED * TURN_SPEED:
            turn = math.atan2(y, x) - yaw[person]
            turn -= np.rint(turn * (1.0 / TAU)) * TAU
            turn_rate[person] = min(max(turn * (1.0 / TURN_TIME), -TURN_LIMIT), TURN_LIMIT)
