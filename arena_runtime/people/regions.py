"""Everybody who comes and goes through the regions of an episode."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena_runtime.people.arrivals import NEVER_NS
from arena_runtime.people.crowd import Crowd
from arena_runtime.people.sink import Sink
from arena_runtime.people.source import Arrival, Source
from arena_runtime.people.standing_room import StandingRoom
from arena_simulation_setup.episode import Episode, EpisodePerson
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.route.floor import floor_within, parts_of
from arena_simulation_setup.scenario.region import SINK, SOURCE, EpisodeRegion

Floats = NDArray[np.float64]


class Traffic:
    """Lets people appear at sources and disappear at sinks.

    Besides those of sources, a person of the episode who walks the waypoints once, and whose last one lies in a sink
    that takes another one, leaves there for good.

    Args:
        episode: Its regions and people.
        planner: Free space of the episode, its objects included.
        crowd: The people, who are made absent and present.
    """

    def __init__(self, episode: Episode, planner: RoutePlanner, crowd: Crowd) -> None:
        self._people = episode.people
        self._planner = planner
        self._crowd = crowd
        self._sinks = {region.name: Sink(region) for region in episode.regions if region.type == SINK}
        self._row_of = {person.name: row for row, person in enumerate(episode.people)}
        self._open = [region for region in episode.regions if _is_open(region)]
        self._sources = [self._source(region, episode) for region in self._open]
        self._source_of = {
            self._row_of[name]: source
            for region, source in zip(self._open, self._sources, strict=True)
            for name in region.people
        }
        # Who leaves where: NaN for who does not.
        self._goal_x, self._goal_y = np.full((2, len(self._people)), np.nan)
        self._reach = np.zeros(len(self._people))
        self._leaves_by: dict[int, Sink] = {}
        for row, person in enumerate(episode.people):
            self._send_out(row, person)
        self._due_ns = self._next_due()

    def take_over(self, people: Sequence[EpisodePerson], crowd: Crowd, planner: RoutePlanner) -> None:
        """Go on with a crowd of further people, or in a space with other furniture.

        Args:
            people: Everybody, newcomers last.
            crowd: The people from now on.
            planner: Free space from now on; the very same one where no furniture has changed.
        """
        known, newcomers = len(self._people), len(people) - len(self._people)
        self._people, self._crowd = tuple(people), crowd
        nowhere = np.full(newcomers, np.nan)
        self._goal_x = np.concatenate((self._goal_x, nowhere))
        self._goal_y = np.concatenate((self._goal_y, nowhere))
        self._reach = np.concatenate((self._reach, np.zeros(newcomers)))
        for row, person in enumerate(people[known:], known):
            self._row_of[person.name] = row
            self._send_out(row, person)
        if planner is not self._planner:
            self._planner = planner
            for region, source in zip(self._open, self._sources, strict=True):
                parts = self._parts(region)
                source.use_floor(np.vstack(parts) if parts else np.empty((0, 2)))

    def forget(self, row: int) -> None:
        """Somebody is taken away for good and reaches no sink."""
        self._leaves_by.pop(row, None)
        self._goal_x[row] = self._goal_y[row] = np.nan

    def step(self, now_ns: int, people: Floats, robots: Floats, slabs: Floats) -> None:
        """Let go who is there, then let those come who are due.

        Args:
            now_ns: Episode time at the end of the tick, nanoseconds.
            people: Rows as in ``Frame.people``, before the tick.
            robots: Shape (R, 3): x, y, radius of each robot, metres.
            slabs: Shape (S, 4, 2): rectangles that nobody may stand in, metres, map frame.
        """
        if self._leaves_by:
            self._let_leave(now_ns, people)
        if now_ns >= self._due_ns:
            self._let_come(now_ns, StandingRoom(self._crowd, robots, slabs))
            self._due_ns = self._next_due()

    def _let_leave(self, now_ns: int, people: Floats) -> None:
        off_x, off_y = people[:, 0] - self._goal_x, people[:, 1] - self._goal_y
        for row in np.flatnonzero(off_x * off_x + off_y * off_y <= self._reach).tolist():
            x, y, sink = float(people[row, 0]), float(people[row, 1]), self._leaves_by[row]
            if not sink.covers(x, y) and sink.covers(float(self._goal_x[row]), float(self._goal_y[row])):
                continue
            self._crowd.remove(row)
            self._goal_x[row] = self._goal_y[row] = np.nan
            del self._leaves_by[row]
            if row in self._source_of:
                self._source_of[row].give_back(row, now_ns)
                self._due_ns = self._next_due()

    def _let_come(self, now_ns: int, room: StandingRoom) -> None:
        for source in self._sources:
            while source.due_ns <= now_ns:
                found = source.appear(now_ns, room.fits)
                if found is not None:
                    self._appear(*found)
                    room.take(found[0].row, found[1])

    def _appear(self, arrival: Arrival, place: Corner) -> None:
        row, person = arrival.row, self._people[arrival.row]
        if arrival.sink is None or arrival.goal is None:
            self._crowd.walk(row, person.waypoints, person.waypoint_mode)
            ahead = person.waypoints[0] if person.waypoints else place
        else:
            ahead = self._planner.nearest_reachable(place, arrival.goal, person.radius)
            self._crowd.walk(row, (arrival.goal,), "once")
            self._heads_for(row, arrival.sink, arrival.goal)
        self._crowd.teleport(row, *place, float(np.arctan2(ahead[1] - place[1], ahead[0] - place[0])))

    def _heads_for(self, row: int, sink: Sink, goal: Corner) -> None:
        self._goal_x[row], self._goal_y[row] = goal
        self._reach[row] = sink.radius * sink.radius
        self._leaves_by[row] = sink

    def _send_out(self, row: int, person: EpisodePerson) -> None:
        """A person of the episode whose way ends in a sink leaves there."""
        if person.absent or person.waypoint_mode != "once" or not person.waypoints:
            return
        for sink in self._sinks.values():
            if sink.has_room and sink.covers(*person.waypoints[-1]):
                sink.reserve()
                self._heads_for(row, sink, person.waypoints[-1])
                return

    def _source(self, region: EpisodeRegion, episode: Episode) -> Source:
        rows = [self._row_of[name] for name in region.people]
        sinks = [(self._sinks[choice.sink], choice.weight) for choice in region.sinks]
        parts = self._parts(region)
        if not parts:
            radius = self._largest_radius(region)
            raise ValueError(f"source {region.name} has no place from where a person of {radius:g} m radius gets away")
        return Source(region, rows, sinks, np.vstack(parts), episode.seed)

    def _parts(self, region: EpisodeRegion) -> list[Floats]:
        """Places of a source from where everybody gets away, part by part."""
        radius = self._largest_radius(region)
        goals = [goal for choice in region.sinks for goal in self._sinks[choice.sink].places]
        floor = floor_within(self._planner.room((region.corners,)), region.corners, radius, region.margin)
        return [
            part
            for part in parts_of(self._planner, floor, radius)
            if all(self._planner.connected(_corner(part[0]), goal, radius) for goal in goals)
        ]

    def _largest_radius(self, region: EpisodeRegion) -> float:
        return max(self._people[self._row_of[name]].radius for name in region.people)

    def _next_due(self) -> int:
        return min((source.due_ns for source in self._sources), default=NEVER_NS)


def _corner(point: Floats) -> Corner:
    return (float(point[0]), float(point[1]))


def _is_open(region: EpisodeRegion) -> bool:
    """Whether anybody can ever come from a region."""
    return region.type == SOURCE and bool(region.people)
