"""Wall presets: a wall as a stack of segments, models and repeated tiles."""

from attrs import frozen

from arena_simulation_setup.tree.identifiers import MaterialIdentifier, ObjectIdentifier


@frozen
class WallPosition:
    """A place along a wall: ``metres`` from the start (from the end where ``from_end``) plus ``fraction`` of it."""

    metres: float = 0.0
    fraction: float = 0.0
    from_end: bool = False


@frozen
class WallSegmentItem:
    """A slab of the wall's full length.

    Attributes:
        material: Surface.
        height: Metres.
        width: Thickness, metres.
        name: Name of the slab; empty means numbered.
        visible: Whether it is drawn.
        solid: Whether it collides.
        shadows: Whether it casts shadows.
        offset: x along the wall, y to its left, z up, metres.
    """

    material: MaterialIdentifier
    height: float = 2.0
    width: float = 0.05
    name: str = ""
    visible: bool = True
    solid: bool = True
    shadows: bool = True
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)


@frozen
class WallModelItem:
    """An object on the wall.

    Attributes:
        model: Object model.
        at: Where along the wall.
        yaw: Radians relative to the wall's direction.
        name: Name of the object; empty means the model's.
        offset: x along the wall, y to its left, z up, metres.
    """

    model: ObjectIdentifier
    at: WallPosition = WallPosition(fraction=0.5)
    yaw: float = 0.0
    name: str = ""
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)


@frozen
class WallTileItem:
    """Items repeated along the wall.

    Attributes:
        items: What is repeated.
        every: Distance of repetitions, metres.
        width: Width that one repetition needs, metres.
        offset: x along the wall, y to its left, z up, metres.
    """

    items: "tuple[WallItem, ...]"
    every: float
    width: float = 0.0
    offset: tuple[float, float, float] = (0.0, 0.0, 0.0)


@frozen
class WallFillItem:
    """Items on a slice of the wall."""

    items: "tuple[WallItem, ...]"
    start: WallPosition = WallPosition()
    end: WallPosition = WallPosition(from_end=True)


WallItem = WallSegmentItem | WallModelItem | WallTileItem | WallFillItem


@frozen
class WallPreset:
    """A named stack.

    Attributes:
        name: Name of the preset.
        items: The stack, bottom first as authored.
    """

    name: str
    items: tuple[WallItem, ...]
