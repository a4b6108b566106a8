"""Reading elevators."""

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields, keys_of
from arena_simulation_setup.files.places import ORIGIN, position, positive_vector
from arena_simulation_setup.files.read_identifier import material
from arena_simulation_setup.files.read_semantics import semantics
from arena_simulation_setup.files.values import boolean, choice, name, number, text
from arena_simulation_setup.world.elevator import DOOR_SIDES, ELEVATOR_MATERIAL, Elevator

_distance = number(minimum=0.0)
_seconds = number(minimum=0.0)


def read_elevator(cursor: Cursor) -> Elevator:
    """One entry of a zone's ``elevators:``."""
    fields = Fields(cursor, keys_of(Elevator), {"mat": "material"})
    elevator = Elevator(
        name=fields.required("name", name, ""),
        position=fields.required("position", position, ORIGIN),
        size=fields.optional("size", positive_vector, (2.0, 2.0, 2.0)),
        door_side=fields.optional("door_side", choice(DOOR_SIDES), None),
        material=fields.optional("material", material, ELEVATOR_MATERIAL),
        destination=fields.optional("destination", text, ""),
        activation_distance=fields.optional("activation_distance", _distance, 3.0),
        transition_time=fields.optional("transition_time", _seconds, 1.0),
        hold_time=fields.optional("hold_time", _seconds, 2.0),
        travel_time=fields.optional("travel_time", _seconds, 3.0),
        accept_outside_calls=fields.optional("accept_outside_calls", boolean, True),
        recall_on=fields.optional("recall_on", text, None),
        semantics=fields.optional("semantics", semantics("elevator"), ()),
        extra=fields.rest(),
    )
    if fields.sound("name"):
        (fields.at("destination") or cursor).claim("elevator", elevator.name, elevator)
    return elevator
