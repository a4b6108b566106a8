"""A wall preset laid along a wall: its slabs and the objects on it, in the wall's own frame."""

import math
from collections.abc import Iterator, Sequence

from attrs import frozen

from arena_simulation_setup.models.wall_preset import (
    WallFillItem,
    WallItem,
    WallModelItem,
    WallPosition,
    WallSegmentItem,
    WallTileItem,
)
from arena_simulation_setup.tree.identifiers import MaterialIdentifier, ObjectIdentifier

Offset = tuple[float, float, float]
ROUNDING = 1e-9
MOST_PARTS = 10_000
"""Slabs, objects or repetitions along one wall; a preset that asks for more is a slip."""


@frozen
class StackSlab:
    """A slab of a wall, metres in the wall's frame: x from its start towards its end, y to its left, z up.

    Attributes:
        start: Where it begins along the wall.
        end: Where it ends along the wall.
        beside: Distance of its centre plane to the left of the wall line.
        bottom: Lower face.
        top: Upper face.
        thickness: Across the wall.
        material: Surface.
        visible: Whether it is drawn.
        solid: Whether it collides.
    """

    start: float
    end: float
    beside: float
    bottom: float
    top: float
    thickness: float
    material: MaterialIdentifier
    visible: bool = True
    solid: bool = True


@frozen
class StackModel:
    """An object on a wall, in the wall's frame.

    Attributes:
        name: Name of the item.
        model: Object model.
        along: Metres from the wall's start.
        beside: Metres to the left of the wall line.
        height: Metres above the wall's foot.
        yaw: Radians relative to the wall's direction.
    """

    name: str
    model: ObjectIdentifier
    along: float
    beside: float
    height: float
    yaw: float


@frozen
class _Slice:
    """The part of a wall that items are laid on, with the offsets of what encloses them."""

    start: float
    end: float
    offset: Offset = (0.0, 0.0, 0.0)


def stack(items: Sequence[WallItem], length: float) -> Iterator[StackSlab | StackModel]:
    """What stands along a wall of a length in metres, in the order of the preset.

    Raises:
        ValueError: If that is more than any wall has.
    """
    for number, part in enumerate(_laid(items, _Slice(0.0, length)), start=1):
        _check_number(number)
        yield part


def _check_number(number: int) -> None:
    if number > MOST_PARTS:
        raise ValueError(f"a wall preset lays more than {MOST_PARTS} parts along one wall, expected fewer repetitions")


def _laid(items: Sequence[WallItem], part: _Slice) -> Iterator[StackSlab | StackModel]:
    for item in items:
        if isinstance(item, WallSegmentItem):
            yield _slab(item, part)
        elif isinstance(item, WallModelItem):
            yield _model(item, part)
        elif isinstance(item, WallTileItem):
            for tile in _tiles(item, part):
                yield from _laid(item.items, tile)
        else:
            yield from _laid(item.items, _filled(item, part))


def _slab(item: WallSegmentItem, part: _Slice) -> StackSlab:
    x, y, z = _sum(item.offset, part.offset)
    return StackSlab(
        part.start + x, part.end + x, y, z, z + item.height, item.width, item.material, item.visible, item.solid
    )


def _model(item: WallModelItem, part: _Slice) -> StackModel:
    x, y, z = _sum(item.offset, part.offset)
    return StackModel(item.name or item.model.name, item.model, _at(item.at, part) + x, y, z, item.yaw)


def _tiles(item: WallTileItem, part: _Slice) -> Iterator[_Slice]:
    """Repetitions: the first centre lies one step and half a width from the start, the last one still fits."""
    half, length = item.width / 2.0, part.end - part.start
    count = math.floor((length - half - (item.every + half)) / item.every + ROUNDING) + 1
    _check_number(count)
    for index in range(max(0, count)):
        centre = part.start + item.every + half + index * item.every
        yield _Slice(centre - half, centre + half, _sum(item.offset, part.offset))


def _filled(item: WallFillItem, part: _Slice) -> _Slice:
    start, end = _at(item.start, part), _at(item.end, part)
    return _Slice(min(start, end), max(start, end), part.offset)


def _at(position: WallPosition, part: _Slice) -> float:
    length = part.end - part.start
    distance = position.metres + position.fraction * length
    return part.end - distance if position.from_end else part.start + distance


def _sum(first: Offset, second: Offset) -> Offset:
    return (first[0] + second[0], first[1] + second[1], first[2] + second[2])
