"""Whether there is room for a thing of a group, and what is in its way."""

from collections.abc import Sequence

import shapely
from attrs import frozen
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from arena_simulation_setup.geometry import Corner
from task_generator.candidates import DOOR_DISTANCE
from task_generator.disc import Disc
from task_generator.mode_context import ModeContext

SLACK = 0.01
"""Metres that a thing may reach beyond its room or into a wall, for what rounding does to a drawn plan."""


@frozen(eq=False)
class FixedSpace:
    """What stays the same for all episodes in a world; metres, map frame.

    Attributes:
        free: Floor without walls and the world's own things.
        doors: Around the lines of doors.
        cabins: Elevator cabins.
    """

    free: BaseGeometry
    doors: BaseGeometry
    cabins: BaseGeometry


class Fitting:
    """Free space that fills up.

    Args:
        context: Surroundings of the mode; robots and people have their places already.
    """

    def __init__(self, context: ModeContext) -> None:
        self._fixed = context.site.derived("environment.fixed", lambda: _fixed_space(context))
        taken = context.world_manager.ground.taken
        self._bodies = [Point(disc.x, disc.y).buffer(disc.radius) for disc in taken]
        self._things: list[BaseGeometry] = []

    @property
    def mark(self) -> int:
        """How much has been placed, to take back what comes after."""
        return len(self._things)

    def take_back(self, mark: int) -> None:
        """Give the room free again that was taken after a mark."""
        del self._things[mark:]

    def place_object(self, corners: Sequence[Corner], room: BaseGeometry) -> str:
        """Take the room for an object, if it is free.

        Args:
            corners: Its outline, metres, map frame.
            room: Floor that it must not leave.

        Returns:
            What is in its way; empty where it has its place now.
        """
        return self._place(Polygon(corners), room)

    def place_person(self, disc: Disc, room: BaseGeometry) -> str:
        """Take the room for a person, if it is free; the answer is that of ``place_object``."""
        return self._place(Point(disc.x, disc.y).buffer(disc.radius), room)

    def _place(self, shape: BaseGeometry, room: BaseGeometry) -> str:
        obstacle = self._in_the_way(shape, room)
        if not obstacle:
            self._things.append(shape)
        return obstacle

    def _in_the_way(self, shape: BaseGeometry, room: BaseGeometry) -> str:
        inner = shape.buffer(-SLACK)
        if not room.covers(inner) or not self._fixed.free.covers(inner):
            return "a wall or a thing"
        if self._fixed.doors.intersects(shape) or self._fixed.cabins.intersects(shape):
            return "a door or a cabin"
        if any(shape.intersects(body) for body in self._bodies):
            return "a robot or a person"
        return "a wall or a thing" if any(shape.intersects(thing) for thing in self._things) else ""


def _fixed_space(context: ModeContext) -> FixedSpace:
    doors = [LineString(line).buffer(DOOR_DISTANCE) for line in context.places.door_lines]
    cabins = [Polygon(area.corners) for area in context.places.areas if area.kind == "elevator"]
    return FixedSpace(
        _prepared(context.site.planner.space.region), _prepared(shapely.union_all(doors)), shapely.union_all(cabins)
    )


def _prepared(shape: BaseGeometry) -> BaseGeometry:
    shapely.prepare(shape)
    return shape
