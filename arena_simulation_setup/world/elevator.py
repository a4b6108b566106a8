"""Elevators."""

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.geometry import Corner, Position
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.tree.identifiers import MaterialIdentifier

DOOR_SIDES = ("+x", "-x", "+y", "-y")
ELEVATOR_MATERIAL = MaterialIdentifier("Aluminum_Anodized")


@frozen
class Elevator:
    """An elevator cabin on one level.

    Attributes:
        name: Unique over all levels of the world.
        position: Centre of the cabin's floor, metres, level frame.
        size: Cabin extent along x, y, z in metres.
        door_side: Face that the door opens on; None where the author gave none (it is then inferred).
        material: Surface of the cabin.
        destination: Comma list of ``<level>.<elevator>`` targets.
        activation_distance: Distance in metres from the cabin door that counts as a call.
        transition_time: Seconds that the cabin door needs from shut to open.
        hold_time: Seconds that it stays open after the last trigger.
        travel_time: Seconds between two levels.
        accept_outside_calls: Whether standing before the door calls the cabin.
        recall_on: Regime that holds the cabin with open door; a leading ``!`` negates.
        semantics: Scripted kinds attached to the elevator.
        extra: Unknown keys, written back as they came.
    """

    name: str
    position: Position
    size: tuple[float, float, float] = (2.0, 2.0, 2.0)
    door_side: str | None = None
    material: MaterialIdentifier = ELEVATOR_MATERIAL
    destination: str = ""
    activation_distance: float = 3.0
    transition_time: float = 1.0
    hold_time: float = 2.0
    travel_time: float = 3.0
    accept_outside_calls: bool = True
    recall_on: str | None = None
    semantics: tuple[SemanticCfg, ...] = ()
    extra: Mapping[str, Any] = field(factory=dict)

    @property
    def reference_area(self) -> tuple[Corner, ...]:
        """The cabin's footprint, counter-clockwise."""
        half_x, half_y = self.size[0] / 2, self.size[1] / 2
        x, y = self.position.xy
        return (
            (x - half_x, y - half_y),
            (x + half_x, y - half_y),
            (x + half_x, y + half_y),
            (x - half_x, y + half_y),
        )
