"""People: upright capsules that are moved from outside."""

import math

import numpy as np
from numpy.typing import NDArray

from arena_runtime.scene.draft import SceneDraft
from arena_runtime.scene.shapes import Color, PlacedShape
from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.kernel import kernel

PARKED_HEIGHT = -100.0
"""Metres; where a person that is absent is kept, below every floor."""


def person_shape(person: EpisodePerson, color: Color) -> PlacedShape:
    """The capsule of a person at the start.

    Its lower cap is below the floor, so that sensors and robots of any height meet the full radius.
    """
    length = person.height + person.radius
    centre = (person.pose.x, person.pose.y, centre_height(person))
    return PlacedShape("capsule", (2 * person.radius, 2 * person.radius, length), centre, np.eye(3), color)


@kernel
def put_bodies(places: NDArray[np.float64], rows: NDArray[np.float64]) -> None:
    """Put bodies where people are.

    Args:
        places: Shape (P, 3): origins of the bodies, metres, map frame; changed in place.
        rows: Shape (P, 2 or more): x and y of people, metres, map frame; NaN for the absent.
    """
    for person in range(len(places)):
        x, y = rows[person, 0], rows[person, 1]
        absent = math.isnan(x)
        places[person, 0], places[person, 1] = (0.0, 0.0) if absent else (x, y)
        places[person, 2] = PARKED_HEIGHT if absent else 0.0


def centre_height(person: EpisodePerson) -> float:
    """Height of the capsule's centre above the floor, metres."""
    return (person.height - person.radius) / 2


def add_person(draft: SceneDraft, person: EpisodePerson, color: Color) -> None:
    """Add a person as a body of its name whose origin is on the floor."""
    shape = person_shape(person, color)
    draft.add_mocap(person.name, shape, "pedestrian", person.name, offset=centre_height(person))
