"""Which velocity each person chooses.

Every walking person weighs a fan of velocities round the preferred one: how far each is from it, how soon it would
meet somebody, and whether it ends in a wall or a closed door. Two people who meet share the evasion: a velocity is
tried as if only half of the change were one's own. Sources: van den Berg, Lin, Manocha, "Reciprocal velocity obstacles
for real-time multi-agent navigation" (2008) for the halves; Karamouzas, Skinner, Guy, "Universal power law governing
pedestrian interactions" (2014) for weighing by the time to a collision.
"""

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.people.bodies import SIGHT, Bodies
from arena_simulation_setup.route import ClearanceField
from arena_simulation_setup.route.slabs import NearSlabs, Slabs

Floats = NDArray[np.float64]
Integers = NDArray[np.intp]

# People look this far ahead, seconds.
HORIZON = 2.5
# Bodies keep this much more than touching distance where they can, metres.
PERSONAL_MARGIN = 0.03
# Slabs matter within this distance, metres.
SLAB_REACH = 1.2
# Walls are looked at where the person would be after these times, seconds.
WALL_TIMES = np.array([0.3, 0.75])
# A velocity that would graze a wall closer than this is disliked, metres.
WALL_MARGIN = 0.12

# The fan: shares of the top speed, each with its angles in degrees, anticlockwise from the preferred direction; then
# standing still. The slow ones are for stepping round somebody between walls.
_ANGLES = (0.0, -12.0, 12.0, -27.0, 27.0, -45.0, 45.0, -70.0, 70.0, -105.0, 105.0, 180.0)
_FAN = ((1.0, _ANGLES), (0.5, _ANGLES), (0.2, (0.0, -50.0, 50.0, -85.0, 85.0)))
_FAN_COS = np.concatenate([np.cos(np.radians(angles)) * speed for speed, angles in _FAN] + [np.zeros(1)])
_FAN_SIN = np.concatenate([np.sin(np.radians(angles)) * speed for speed, angles in _FAN] + [np.zeros(1)])
# People who meet head-on would mirror each other for ever; a dislike of the left lets both pass on the right.
_SIDE_DISLIKE = 0.35

_COLLISION_WEIGHT = 1.3
_CHANGE_WEIGHT = 0.25
_WALL_WEIGHT = 4.0
_GRAZE_WEIGHT = 0.4
_URGENCY_LIMIT = 8.0
# Keeps the time to a collision finite for bodies that touch, m^2.
_LEAST_APART = 0.01


@frozen(eq=False)
class Walkers:
    """The people who choose: shape (W,) each.

    Attributes:
        index: Row of the person.
        towards_x: Unit vector of the preferred direction, map frame.
        towards_y: Unit vector of the preferred direction.
        pace: Preferred speed, m/s.
        top_speed: Speed that the fan reaches, m/s.
        shunned: Side that they would rather not pass on: 1 left, -1 right.
        caution: How much they mind a coming collision: 1 in free walking, less for who does not get on.
    """

    index: Integers
    towards_x: Floats
    towards_y: Floats
    pace: Floats
    top_speed: Floats
    shunned: Floats
    caution: Floats


@frozen(eq=False)
class Shut:
    """What is shut at the moment.

    Attributes:
        slabs: Rectangles nobody may enter.
        near: People and slabs within ``SLAB_REACH`` of each other.
    """

    slabs: Slabs
    near: NearSlabs


@frozen(eq=False)
class _Encounters:
    """Pairs of somebody who chooses and somebody in sight, shape (N,) each, in order of who chooses.

    Attributes:
        row: Which of the walkers.
        to: Shape (2, N): from one to the other, metres.
        apart: Squared length of the tangent to the other's disc, m^2.
        share: 2 where the other evades as well, else 1: a change of velocity is tried as so many times itself.
        closing: Shape (2, N): what the relative velocity is short of the tried one times ``share``, m/s.
    """

    row: Integers
    to: Floats
    apart: Floats
    share: Floats
    closing: Floats


def chosen_velocities(
    walkers: Walkers, bodies: Bodies, reciprocal: NDArray[np.bool_], clearance: ClearanceField, shut: Shut
) -> Floats:
    """The velocity that each walker turns to.

    Args:
        walkers: Who chooses, and what each prefers.
        bodies: Everybody, with current neighbours.
        reciprocal: Shape (bodies,): whether a body evades as well.
        clearance: Walls and furniture.
        shut: Rectangles nobody may enter, and who is near them.

    Returns:
        Shape (2, W), m/s.
    """
    towards = np.array((walkers.towards_x, walkers.towards_y))
    aside = np.array((-walkers.towards_y, walkers.towards_x))
    top_speed = walkers.top_speed[:, None]
    preferred = (walkers.pace * towards)[:, :, None]
    # Shape (2, W, K): every velocity of everybody's fan.
    velocity = (top_speed * towards[:, :, None]) * _FAN_COS
    velocity += (top_speed * aside[:, :, None]) * _FAN_SIN
    velocity[:, :, :1] = preferred
    cost = _length(velocity - bodies.velocity[:, walkers.index, None])
    cost *= _CHANGE_WEIGHT
    cost += _length(velocity - preferred)
    cost /= np.maximum(top_speed, 0.1)
    cost += _SIDE_DISLIKE * np.maximum(_FAN_SIN * walkers.shunned[:, None], 0.0)
    urgency = _urgency(_encounters(walkers, bodies, reciprocal), velocity)
    urgency *= _COLLISION_WEIGHT * walkers.caution[:, None]
    cost += urgency
    cost += _crowding(walkers, bodies, clearance, shut, velocity)
    best = np.argmin(cost, axis=1)
    chosen: Floats = velocity[:, np.arange(len(best)), best]
    return chosen


def _length(vectors: Floats) -> Floats:
    """Lengths of vectors that nobody needs any more, shape (2, W, K)."""
    vectors *= vectors
    vectors[0] += vectors[1]
    lengths: Floats = np.sqrt(vectors[0], out=vectors[0])
    return lengths


def _encounters(walkers: Walkers, bodies: Bodies, reciprocal: NDArray[np.bool_]) -> _Encounters:
    distances = bodies.distances[walkers.index]
    row, column = np.nonzero(distances < SIGHT)
    own = walkers.index[row]
    other, distance = bodies.neighbours[own, column], distances[row, column]
    shares = reciprocal[other]
    touching = bodies.radius[other] + bodies.radius[own]
    # Who is near already keeps at least half of what is left between the bodies, else nobody could squeeze past.
    reach = np.minimum(touching + PERSONAL_MARGIN, 0.5 * (touching + distance))
    return _Encounters(
        row,
        bodies.place[:, other] - bodies.place[:, own],
        np.maximum(distance * distance - reach * reach, _LEAST_APART),
        np.add(1.0, shares, dtype=np.float64),
        bodies.velocity[:, other] + shares * bodies.velocity[:, own],
    )


def _urgency(encounters: _Encounters, velocity: Floats) -> Floats:
    """Inverse of the time to the first collision beyond that of the horizon, 1/s, shape (W, K)."""
    row = encounters.row
    urgency = np.zeros(velocity.shape[1:])
    if not len(row):
        return urgency
    # In place as far as it goes: these are the largest arrays of a decision.
    (to_x, to_y), (short_x, short_y) = encounters.to[:, :, None], encounters.closing[:, :, None]
    share, apart = encounters.share[:, None], encounters.apart[:, None]
    closing_x, closing_y = velocity[0][row], velocity[1][row]
    closing_x *= share
    closing_x -= short_x
    closing_y *= share
    closing_y -= short_y
    approach, found = closing_x * to_x, closing_y * to_y
    approach += found
    closing_x *= closing_x
    closing_y *= closing_y
    closing_x += closing_y
    closing_x *= apart
    under_root = np.multiply(approach, approach, out=found)
    under_root -= closing_x
    meets = approach > 0.0
    meets &= under_root > 0.0
    inverse_time = np.sqrt(np.maximum(under_root, 0.0, out=found), out=found)
    inverse_time += approach
    inverse_time /= apart
    inverse_time *= meets
    first = np.flatnonzero(np.diff(row, prepend=-1))
    urgency[row[first]] = np.maximum.reduceat(inverse_time, first)
    urgency -= 1.0 / HORIZON
    np.minimum(urgency, _URGENCY_LIMIT, out=urgency)
    return np.maximum(urgency, 0.0, out=urgency)


def _crowding(walkers: Walkers, bodies: Bodies, clearance: ClearanceField, shut: Shut, velocity: Floats) -> Floats:
    """Price of ending in or along walls and slabs, shape (W, K)."""
    # Shape (2, 2, W, K): x and y at each time.
    place = velocity[:, None] * WALL_TIMES[:, None, None]
    place += bodies.place[:, None, walkers.index, None]
    x, y = place
    room = clearance.nearest(x, y)
    if len(shut.near):
        _lower_at_slabs(room, x, y, walkers, shut)
    room -= bodies.radius[walkers.index, None]
    inside = room < 0.0
    graze = np.minimum(np.maximum(1.0 - room * (1.0 / WALL_MARGIN), 0.0), 1.0)
    price: Floats = _WALL_WEIGHT * inside[0] + _WALL_WEIGHT * inside[1] + 0.5 * _GRAZE_WEIGHT * (graze[0] + graze[1])
    return price


def _lower_at_slabs(room: Floats, x: Floats, y: Floats, walkers: Walkers, shut: Shut) -> None:
    point = np.searchsorted(walkers.index, shut.near.point)
    chooses = walkers.index[np.minimum(point, len(walkers.index) - 1)] == shut.near.point
    point, slab = point[chooses], shut.near.slab[chooses]
    if not len(point):
        return
    first = np.flatnonzero(np.diff(point, prepend=-1))
    for layer in range(len(room)):
        distance = np.minimum.reduceat(shut.slabs.distances(slab, x[layer, point], y[layer, point]), first)
        room[layer, point[first]] = np.minimum(room[layer, point[first]], distance)
