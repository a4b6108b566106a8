"""One room being filled with one group."""

from collections import Counter
from collections.abc import Iterator, Sequence

import shapely
from numpy.random import Generator
from shapely.geometry import Polygon

from arena_simulation_setup.geometry import Corner, Pose, Position, rectangle_corners
from arena_simulation_setup.scenario.environment import Group, GroupObject, GroupPerson
from arena_simulation_setup.world.entity import DynamicObstacle, Obstacle, Waypoint
from task_generator.disc import Disc
from task_generator.mode_context import ModeContext
from task_generator.tasks.obstacles.environment.fitting import Fitting
from task_generator.tasks.obstacles.environment.rooms import Room, in_map, tile_centers


class Filling:
    """One room being filled with one group.

    Attributes:
        static: Objects that found their place, tile by tile.
        dynamic: People who did.
        left_out: How many did not, by what was in their way.
    """

    def __init__(self, context: ModeContext, fitting: Fitting, room: Room, group: Group) -> None:
        self.static: list[list[Obstacle]] = []
        self.dynamic: list[DynamicObstacle] = []
        self.left_out: Counter[str] = Counter()
        self._context = context
        self._fitting = fitting
        self._room = room
        self._group = group
        self._floor = shapely.make_valid(Polygon(room.corners)).buffer(0.0)
        shapely.prepare(self._floor)

    def fill(self, random: Generator) -> None:
        """Put the group on its tiles; where there is a greatest number, on tiles in any order until it is reached."""
        tiles = list(enumerate(tile_centers(self._group, self._room)))
        most = len(tiles) if self._group.most is None else self._group.most
        order = list(range(len(tiles))) if self._group.most is None else random.permutation(len(tiles)).tolist()
        placed = 0
        for number, center in (tiles[index] for index in order):
            if placed >= most:
                return
            turn = self._group.rotations[int(random.integers(len(self._group.rotations)))]
            placed += self._put(f"G_{self._group.name}_{self._room.label}_{number}", center, turn)

    def _put(self, prefix: str, center: Corner, turn: float) -> bool:
        """One group; what it is about comes first, and without that there is none of it.

        A group that may stand anywhere in its room stands only where all of it has room, so nothing of it is missed.
        """
        items: tuple[GroupObject | GroupPerson, ...] = (*self._group.static, *self._group.dynamic)
        whole = self._group.most is not None
        before = (len(self.dynamic), self._fitting.mark)
        self.static.append([])
        for j, item in enumerate(items):
            name = f"{prefix}_{item.model.text.replace('/', '_')}_{j}"
            pose = in_map(item.pose, center, turn)
            if isinstance(item, GroupObject):
                obstacle = self._object(name, item, pose)
            else:
                obstacle = self._person(name, item, pose, (center, turn))
            if obstacle and not whole:
                self.left_out[obstacle] += len(items) if j == 0 else 1
            if obstacle and (whole or j == 0):
                self._take_back(*before)
                return False
        return True

    def _take_back(self, dynamic: int, mark: int) -> None:
        self.static.pop()
        del self.dynamic[dynamic:]
        self._fitting.take_back(mark)

    def _object(self, name: str, item: GroupObject, pose: Pose) -> str:
        box = self._context.site.catalogue.object(item.model).bounding_box
        obstacle = self._fitting.place_object(rectangle_corners(pose, box.x, box.y), self._floor)
        if not obstacle:
            self.static[-1].append(Obstacle(name, item.model, pose))
        return obstacle

    def _person(self, name: str, item: GroupPerson, pose: Pose, frame: tuple[Corner, float]) -> str:
        radius = self._context.site.catalogue.pedestrian(item.model).radius
        obstacle = self._fitting.place_person(Disc(*pose.xy, radius), self._floor)
        if not obstacle:
            ways = tuple(self._waypoints(item.waypoints, frame, (pose.xy, radius)))
            self.dynamic.append(DynamicObstacle(name, item.model, pose, ways))
        return obstacle

    def _waypoints(
        self, points: Sequence[Corner], frame: tuple[Corner, float], walker: tuple[Corner, float]
    ) -> Iterator[Waypoint]:
        """Those that the person gets to."""
        start, radius = walker
        for point in points:
            x, y = in_map(Pose(*point), *frame).xy
            if self._context.site.planner.is_free(x, y, radius) and self._context.site.planner.connected(
                start, (x, y), radius
            ):
                yield Waypoint(Position(x, y))
