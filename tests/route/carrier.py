"""A stand-in for the elevators of a building: doors that open for whoever is near, and cabins that carry."""

from __future__ import annotations

from attrs import define, field

from arena_simulation_setup.geometry import Corner, segment_distance_squared
from arena_simulation_setup.route import Cabin, RoutePlanner

Disc = tuple[float, float, str]
# Whoever calls keeps a door open this long after the first has come in.
BOARDING_SECONDS = 6.0


@define
class Carrier:
    """Cabins carry who stands in them to where they want, one second after their door has shut behind the last.

    Attributes:
        planner: Routes with cabins and lifts.
        open_seconds: How long a door stays open after anybody was in the doorway or came in.
        progress: Door of each cabin, 0 shut to 1 open.
    """

    planner: RoutePlanner
    open_seconds: float = 2.0
    progress: list[float] = field(init=False)
    _idle: list[float] = field(init=False)
    _boarding: list[float] = field(init=False)
    _riders: list[dict[str, Corner]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        count = len(self.planner.space.cabins)
        self.progress, self._idle = [0.0] * count, [99.0] * count
        self._boarding = [0.0] * count
        self._riders = [{} for _ in range(count)]

    def step(self, dt: float, discs: dict[str, Disc]) -> dict[str, Corner]:
        """Advance; ``discs`` names x, y and wanted cabin of everybody; returned is who is carried where."""
        carried: dict[str, Corner] = {}
        for number, cabin in enumerate(self.planner.space.cabins):
            riders = {name: disc for name, disc in discs.items() if disc[2] and cabin.holds(disc[0], disc[1])}
            bound = {disc[2] for disc in riders.values()}
            leaving = any(cabin.holds(disc[0], disc[1]) and not disc[2] for disc in discs.values())
            new = set(riders) - set(self._riders[number])
            self._riders[number] = {name: disc[:2] for name, disc in riders.items()}
            self._boarding[number] = self._boarding[number] + dt if riders else 0.0
            coming = any(disc[2] == cabin.name and self._inside(disc) for disc in discs.values())
            near = any(self._calls(cabin, disc) for disc in discs.values())
            near = near and self._boarding[number] < BOARDING_SECONDS and (not coming or bool(riders))
            in_band = any(abs(cabin.ahead_of(disc[0], disc[1])) < 0.4 for disc in discs.values() if near)
            self._idle[number] = 0.0 if near or leaving or new or in_band else self._idle[number] + dt
            opens = self._idle[number] < self.open_seconds
            self.progress[number] = min(1.0, max(0.0, self.progress[number] + (dt if opens else -dt)))
            if riders and self.progress[number] == 0.0 and self._idle[number] > self.open_seconds + 2.0:
                target = next(other for other in self.planner.space.cabins if other.name in bound)
                for name, disc in riders.items():
                    carried[name] = (
                        disc[0] + target.center[0] - cabin.center[0],
                        disc[1] + target.center[1] - cabin.center[1],
                    )
        return carried

    def slabs(self) -> list[tuple[Corner, ...]]:
        """Rectangles of the doors where they are, sliding from start to end."""
        found = []
        for cabin, progress in zip(self.planner.space.cabins, self.progress, strict=True):
            (x0, y0), (x1, y1) = cabin.door
            dx, dy = (x1 - x0) * progress, (y1 - y0) * progress
            out_x, out_y = cabin.out[0] * 0.025, cabin.out[1] * 0.025
            x0, y0, x1, y1 = x0 + dx, y0 + dy, x1 + dx, y1 + dy
            found.append(
                ((x0 - out_x, y0 - out_y), (x1 - out_x, y1 - out_y), (x1 + out_x, y1 + out_y), (x0 + out_x, y0 + out_y))
            )
        return found

    def _inside(self, disc: Disc) -> bool:
        return any(cabin.holds(disc[0], disc[1]) for cabin in self.planner.space.cabins)

    @staticmethod
    def _calls(cabin: Cabin, disc: Disc) -> bool:
        reach = cabin.activation_distance
        outside = not cabin.holds(disc[0], disc[1])
        return outside and segment_distance_squared(disc[0], disc[1], *cabin.door) <= reach * reach
