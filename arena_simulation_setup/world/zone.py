"""Zones: the rooms, corridors and halls of a level."""

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.geometry import Corner, Position
from arena_simulation_setup.semantics.annotation import SemanticCfg
from arena_simulation_setup.tree.identifiers import MaterialIdentifier
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.elevator import Elevator
from arena_simulation_setup.world.entity import Entities
from arena_simulation_setup.world.light import CeilingLights, Light
from arena_simulation_setup.world.schedule import Schedule
from arena_simulation_setup.world.signal import Signal
from arena_simulation_setup.world.sound import Sound
from arena_simulation_setup.world.wall import Wall

FLOOR_MATERIAL = MaterialIdentifier("Porcelain_Tile_4")
CEILING_MATERIAL = MaterialIdentifier("Concrete_Smooth")
WALL_MATERIAL = MaterialIdentifier("Marble")


@frozen
class Zone:
    """A room, given by the polygon of its floor and what stands in and around it.

    Attributes:
        name: Also the name of its floor, its ceiling and its light rig.
        corners: Polygon of the floor in metres, level frame, not repeated at the end; in file order.
        description: What people call it.
        material: Floor; an empty name means no floor.
        walls: Wall segments.
        doors: Doors in those walls.
        elevators: Elevator cabins that open into it.
        schedules: Schedules.
        signals: Signals.
        sounds: Sound sources.
        lights: Single fixtures.
        entities: Furniture and people of the world itself.
        ceiling: Whether there is one.
        ceiling_height: Metres; None where it follows from the walls.
        ceiling_cast_shadows: Whether the ceiling occludes light.
        ceiling_lights: Light rig.
        ceiling_material: An empty name means no ceiling.
        wall_material: Surface of walls that the map builder infers.
        semantics: Annotations of the zone itself.
        extra: Unknown keys, written back as they came.
    """

    name: str
    corners: tuple[Position, ...] = ()
    description: str = ""
    material: MaterialIdentifier = FLOOR_MATERIAL
    walls: tuple[Wall, ...] = ()
    doors: tuple[Door, ...] = ()
    elevators: tuple[Elevator, ...] = ()
    schedules: tuple[Schedule, ...] = ()
    signals: tuple[Signal, ...] = ()
    sounds: tuple[Sound, ...] = ()
    lights: tuple[Light, ...] = ()
    entities: Entities = Entities()
    ceiling: bool = True
    ceiling_height: float | None = None
    ceiling_cast_shadows: bool = False
    ceiling_lights: CeilingLights | None = None
    ceiling_material: MaterialIdentifier = CEILING_MATERIAL
    wall_material: MaterialIdentifier = WALL_MATERIAL
    semantics: tuple[SemanticCfg, ...] = ()
    extra: Mapping[str, Any] = field(factory=dict)

    @property
    def polygon(self) -> tuple[Corner, ...]:
        """The floor's corners as planar tuples, metres."""
        return tuple(corner.xy for corner in self.corners)
