"""The choice of a velocity as numpy says it, with all velocities of a person's fan at once."""

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.people.kernels_choice import FAN_COS, FAN_SIN
from arena_simulation_setup.route import ClearanceField
from arena_simulation_setup.route.slabs import Slabs

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]
Bools = NDArray[np.bool_]


@frozen(eq=False)
class Scene:
    """People and what is round them; shapes as the kernels have them."""

    field: ClearanceField
    corners: Floats
    place: Floats
    velocity: Floats
    radius: Floats
    towards: Floats
    pace: Floats
    speeds: Floats
    shunned: Floats
    fluency: Floats
    passers: Bools
    left: Floats

    @property
    def people(self) -> int:
        return len(self.pace)

    @property
    def distances(self) -> Floats:
        """Of everybody from every disc, metres; infinite from oneself."""
        off = self.place[:, None] - self.place[:, : self.people, None]
        distances: Floats = np.sqrt(off[0] * off[0] + off[1] * off[1])
        np.fill_diagonal(distances, np.inf)
        return distances


def kept_right(scene: Scene, person: int) -> Floats:
    (x, y), (towards_x, towards_y) = scene.place[:, person], scene.towards[:, person]
    ahead = np.array((x + 0.7 * towards_x, y + 0.7 * towards_y))
    side = 0.3 * np.array((towards_y, -towards_x))
    right, left = (float(scene.field.nearest(*(ahead + sign * side)[:, None])[0]) for sign in (1.0, -1.0))
    if not (scene.radius[person] + 0.05 < right < 1.4 and right >= left - 0.3):
        return scene.towards[:, person]
    turned: Floats = np.array((towards_x + 0.6 * towards_y, towards_y - 0.6 * towards_x)) / np.sqrt(1.36)
    return turned


def in_sight(scene: Scene, person: int, reach: float) -> list[int]:
    """Up to six others, nearest first."""
    distances = scene.distances[person]
    return [other for other in np.argsort(distances, kind="stable")[:6].tolist() if distances[other] < reach]


def stands(scene: Scene, other: int) -> bool:
    walks = other < scene.people and scene.pace[other] > 0.0
    return bool(not walks and np.hypot(*scene.velocity[:, other]) < 0.15)


def is_passed(scene: Scene, other: int, way: Floats) -> bool:
    """Whether somebody stands or is a robot that comes down the way."""
    ahead, aside = way @ scene.velocity[:, other], np.array((-way[1], way[0])) @ scene.velocity[:, other]
    return stands(scene, other) or bool(other >= scene.people and abs(aside) < -0.4 * ahead)


def has_room(scene: Scene, person: int, passed: int, side: float) -> bool:
    way, radius = scene.towards[:, person], scene.radius[person]
    for cos, sin in ((1.0, 0.0), (0.94, 0.342), (0.766, 0.643), (0.5, 0.866)):
        off = sin * way + side * cos * np.array((-way[1], way[0]))
        at = scene.place[:, passed] + (scene.radius[passed] + radius) * off
        if float(scene.field.at_points(*at[:, None])[0]) < radius - 0.01:
            return False
        for other in in_sight(scene, person, 4.5):
            touching = scene.radius[other] + radius
            if other != passed and stands(scene, other) and np.hypot(*(scene.place[:, other] - at)) < touching:
                return False
    return True


def way_past(scene: Scene, person: int) -> Floats | None:
    """The tangent to the disc that the person passes, None where there is nobody or no room."""
    way = scene.towards[:, person]
    for other in in_sight(scene, person, 2.5) if scene.passers[person] else []:
        to = scene.place[:, other] - scene.place[:, person]
        distance, touching = np.sqrt(to @ to), scene.radius[other] + scene.radius[person]
        ahead, aside = to @ way, to @ np.array((-way[1], way[0]))
        beside = not is_passed(scene, other, way) or ahead <= 0.0 or abs(aside) >= touching + 0.05
        if beside or ahead + touching > scene.left[person]:
            continue
        first = 1.0 if 2.0 * aside + 0.3 * scene.shunned[person] < 0.0 else -1.0
        for side in (first, -first):
            if has_room(scene, person, other, side):
                sine = min((min(touching + 0.03, 0.5 * (touching + distance)) + 0.001) / distance, 1.0)
                cosine = np.sqrt(1.0 - sine * sine)
                tangent: Floats = np.array(((cosine, -side * sine), (side * sine, cosine))) @ to / distance
                return tangent
        return None
    return None


def fan(scene: Scene, person: int, ahead: Floats) -> Floats:
    """Shape (2, K): what the person weighs, m/s."""
    aside = np.array((-ahead[1], ahead[0]))
    top_speed = min(scene.speeds[person], 2.0 * scene.pace[person])
    velocities: Floats = top_speed * (ahead[:, None] * FAN_COS + aside[:, None] * FAN_SIN)
    velocities[:, 0] = scene.pace[person] * ahead
    return velocities


def urgency(scene: Scene, person: int, tried: Floats) -> Floats:
    distances = scene.distances[person]
    found = np.zeros(tried.shape[1])
    for other in np.argsort(distances, kind="stable")[:6].tolist():
        if distances[other] >= 4.5:
            continue
        shares = other < scene.people and scene.pace[other] > 0.0
        to = scene.place[:, other] - scene.place[:, person]
        touching = scene.radius[other] + scene.radius[person]
        reach = min(touching + 0.03, 0.5 * (touching + distances[other]))
        apart = max(distances[other] ** 2 - reach**2, 0.01)
        short = scene.velocity[:, other] + shares * scene.velocity[:, person]
        closing = (1.0 + shares) * tried - short[:, None]
        approach = to @ closing
        under_root = approach**2 - (closing**2).sum(axis=0) * apart
        time = (np.sqrt(np.maximum(under_root, 0.0)) + approach) / apart
        found = np.maximum(found, np.where((approach > 0.0) & (under_root > 0.0), time, 0.0))
    return np.clip(found - 1.0 / 2.5, 0.0, 8.0)


def crowding(scene: Scene, person: int, tried: Floats, radius: float) -> Floats:
    slabs, price = Slabs.of(scene.corners), np.zeros(tried.shape[1])
    own_x, own_y = scene.place[:, [person]]
    near = np.flatnonzero(slabs.distances(np.arange(len(slabs)), own_x, own_y) < 1.2)
    for time in (0.3, 0.75):
        x, y = scene.place[:, [person]] + time * tried
        room = scene.field.nearest(x, y)
        for slab in near.tolist():
            room = np.minimum(room, slabs.distances(np.full(len(x), slab), x, y))
        room = room - radius
        price += 4.0 * (room < 0.0) + 0.2 * np.clip(1.0 - room / 0.12, 0.0, 1.0)
    return price


def costs(scene: Scene, person: int) -> tuple[Floats, Floats]:
    """The fan of a person who walks, shape (2, K) in m/s, and what each of it costs."""
    past, radius = way_past(scene, person), scene.radius[person]
    ahead = kept_right(scene, person) if past is None else past
    tried = fan(scene, person, ahead)
    speed = np.sqrt((scene.velocity[:, person] ** 2).sum())
    fluency = 0.8 * scene.fluency[person] + 0.2 * min(speed / scene.pace[person], 1.0)
    caution = 0.25 + 0.75 * min(fluency / 0.6, 1.0)
    change = np.sqrt(((tried - scene.velocity[:, [person]]) ** 2).sum(axis=0))
    deviation = np.sqrt(((tried - tried[:, :1]) ** 2).sum(axis=0))
    cost = (0.25 * change + deviation) / max(min(scene.speeds[person], 2.0 * scene.pace[person]), 0.1)
    cost += 0.35 * np.maximum(FAN_SIN * scene.shunned[person], 0.0)
    cost += 1.3 * caution * urgency(scene, person, tried)
    cost += crowding(scene, person, tried, radius if past is None else radius - 0.04)
    return tried, cost
