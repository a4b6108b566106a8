"""Reading pedestrian models."""

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.values import number, text
from arena_simulation_setup.models.pedestrian_model import PedestrianModel
from arena_simulation_setup.models.read_object import color

_length = number(above=0.0)


def read_pedestrian(cursor: Cursor) -> PedestrianModel:
    """The root of a person's ``annotation.yaml``."""
    fields = Fields(cursor, ("name", "description", "radius", "height", "color"))
    person = PedestrianModel(
        name=fields.optional("name", text, ""),
        description=fields.optional("description", text, ""),
        radius=fields.optional("radius", _length, 0.25),
        height=fields.optional("height", _length, 1.75),
        color=fields.optional("color", color, (0.2, 0.4, 0.7, 1.0)),
    )
    if person.height <= 2.0 * person.radius:
        message = f"a height of {person.height} with a radius of {person.radius}"
        fields.error("height", "value.range", message, expected="more than twice the radius")
    fields.rest()
    return person
