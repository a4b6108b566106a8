"""The choice of a velocity as numpy says it, with all velocities of a person's fan at once."""

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.people.kernels_choice import FAN_COS, FAN_SIN
from arena_simulation_setup.route import ClearanceField
from arena_simulation_setup.route.slabs import Slabs

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


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


def crowding(scene: Scene, person: int, tried: Floats) -> Floats:
    slabs, price = Slabs.of(scene.corners), np.zeros(tried.shape[1])
    own_x, own_y = scene.place[:, [person]]
    near = np.flatnonzero(slabs.distances(np.arange(len(slabs)), own_x, own_y) < 1.2)
    for time in (0.3, 0.75):
        x, y = scene.place[:, [person]] + time * tried
        room = scene.field.nearest(x, y)
        for slab in near.tolist():
            room = np.minimum(room, slabs.distances(np.full(len(x), slab), x, y))
        room = room - scene.radius[person]
        price += 4.0 * (room < 0.0) + 0.2 * np.clip(1.0 - room / 0.12, 0.0, 1.0)
    return price


def costs(scene: Scene, person: int) -> tuple[Floats, Floats]:
    """The fan of a person who walks, shape (2, K) in m/s, and what each of it costs."""
    ahead = kept_right(scene, person)
    tried = fan(scene, person, ahead)
    speed = np.sqrt((scene.velocity[:, person] ** 2).sum())
    fluency = 0.8 * scene.fluency[person] + 0.2 * min(speed / scene.pace[person], 1.0)
    caution = 0.25 + 0.75 * min(fluency / 0.6, 1.0)
    change = np.sqrt(((tried - scene.velocity[:, [person]]) ** 2).sum(axis=0))
    deviation = np.sqrt(((tried - tried[:, :1]) ** 2).sum(axis=0))
    cost = (0.25 * change + deviation) / max(min(scene.speeds[person], 2.0 * scene.pace[person]), 0.1)
    cost += 0.35 * np.maximum(FAN_SIN * scene.shunned[person], 0.0)
    cost += 1.3 * caution * urgency(scene, person, tried) + crowding(scene, person, tried)
    return tried, cost
