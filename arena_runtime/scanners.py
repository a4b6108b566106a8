"""All laser scanners of an episode."""

from arena_runtime.cast import Cast
from arena_runtime.robots.lidar import LidarReader
from arena_runtime.tick import Scan


class Scanners:
    """Reads the scanners that are due.

    Args:
        cast: Whose robots they are on.
        seed: Seed of the episode.
    """

    def __init__(self, cast: Cast, seed: int) -> None:
        self._seed = seed
        self._readers: list[LidarReader | None] = []
        self.use_cast(cast)

    def use_cast(self, cast: Cast) -> None:
        """Go on with a cast that may have further robots at the end, and some that are gone."""
        self._cast = cast
        for index, (model, robot) in enumerate(cast.robots):
            if index == len(self._readers):
                self._readers.append(LidarReader(model, robot.name, self._seed))
            if robot.name in cast.layout.gone:
                self._readers[index] = None

    def read(self, tick: int, rate: int) -> tuple[Scan, ...]:
        """The readings that are due at a tick.

        Args:
            tick: Number of the tick; every one is asked for once.
            rate: Ticks per second of simulated time.
        """
        scan = self._cast.scene.scan
        return tuple(
            Scan(robot, lidar, reader.read(lidar, scan(robot, lidar)))
            for robot, reader in enumerate(self._readers)
            if reader is not None
            for lidar in reader.due(tick, rate)
        )
