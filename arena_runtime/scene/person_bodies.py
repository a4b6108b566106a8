"""People: upright capsules that are moved from outside."""

import numpy as np

from arena_runtime.scene.draft import SceneDraft
from arena_runtime.scene.shapes import Color, PlacedShape
from arena_simulation_setup.episode import EpisodePerson

PARKED_HEIGHT = -100.0
"""Metres; where a person that is absent is kept, below every floor."""


def person_shape(person: EpisodePerson, color: Color) -> PlacedShape:
    """The capsule of a person at the start.

    Its lower cap is below the floor, so that sensors and robots of any height meet the full radius.
    """
    length = person.height + person.radius
    centre = (person.pose.x, person.pose.y, centre_height(person))
    return PlacedShape("capsule", (2 * person.radius, 2 * person.radius, length), centre, np.eye(3), color)


def centre_height(person: EpisodePerson) -> float:
    """Height of the capsule's centre above the floor, metres."""
    return (person.height - person.radius) / 2


def add_person(draft: SceneDraft, person: EpisodePerson, color: Color) -> None:
    """Add a person as a body of its name whose origin is on the floor."""
    shape = person_shape(person, color)
    draft.add_mocap(person.name, shape, "pedestrian", person.name, offset=centre_height(person))
