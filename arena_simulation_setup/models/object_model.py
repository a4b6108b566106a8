"""Object models made of primitives."""

from attrs import frozen

from arena_simulation_setup.geometry import Corner, Position
from arena_simulation_setup.world.light import Light

SHAPES = ("box", "cylinder", "ellipsoid", "capsule", "sphere")
Range = Corner


@frozen
class Primitive:
    """One solid of a model.

    Attributes:
        shape: One of ``SHAPES``.
        size: Full lengths in metres along x, y, z (cylinder and capsule: diameter, diameter, height; a sphere has
            three equal lengths).
        position: Centre, metres, object frame.
        rotation: Roll, pitch, yaw in radians, object frame.
        color: Red, green, blue, alpha in 0..1.
    """

    shape: str
    size: tuple[float, float, float]
    position: Position
    rotation: tuple[float, float, float] = (0.0, 0.0, 0.0)
    color: tuple[float, float, float, float] = (0.6, 0.6, 0.6, 1.0)


@frozen
class BoundingBox:
    """Axis-aligned box in the object frame (origin on the floor, +x is the front), metres."""

    x: Range
    y: Range
    z: Range


@frozen
class ObjectModel:
    """What an object's annotation says.

    Attributes:
        name: Name of the model.
        description: What it is, in words.
        bounding_box: Extent of the model.
        primitives: Its solids; empty means that the bounding box stands for it.
        lights: Lights that it carries; their ``offset`` is in the object frame.
        loose: Whether it may stand anywhere; what belongs to the building or its pipes is drawn by no random mode.
        placeholder: Whether no resolver knew the model and a box stands for it.
    """

    name: str
    description: str
    bounding_box: BoundingBox
    primitives: tuple[Primitive, ...] = ()
    lights: tuple[Light, ...] = ()
    loose: bool = True
    placeholder: bool = False


PLACEHOLDER_BOX = BoundingBox((-0.25, 0.25), (-0.25, 0.25), (0.0, 1.0))
