"""A recording of another system as an episode and its frames."""

from collections.abc import Iterator, Mapping
from importlib.metadata import version

import numpy as np
from attrs import evolve, frozen

from arena_evaluation.foreign.error import ForeignError
from arena_evaluation.foreign.findings import Findings
from arena_evaluation.foreign.moved import Alignment, person_rows, robot_rows
from arena_evaluation.foreign.no_task import IMPORTED, NO_TASK
from arena_evaluation.foreign.options import Judging
from arena_evaluation.foreign.placing import walks
from arena_evaluation.foreign.rotation import Floats
from arena_evaluation.foreign.timeline import Timeline
from arena_simulation_setup.episode import Episode, EpisodePerson, EpisodeRobot, WorldReference
from arena_simulation_setup.files.near_names import did_you_mean
from arena_simulation_setup.frame import NO_CODE, EpisodeStart, Frame, FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.recording.occupancy import OccupancyGrid
from arena_simulation_setup.scenario.phase import GotoPhase, Phase
from arena_simulation_setup.timebase import NANOSECONDS_PER_SECOND, tick_time_ns
from arena_simulation_setup.world.compaction import CompactedWorld

PERSON_RADIUS = 0.25
PERSON_HEIGHT = 1.75
VERSIONED = ("arena_simulation_setup", "rosbags")


@frozen(eq=False)
class ForeignWorld:
    """The world that a recording happened in.

    Attributes:
        reference: Its name and content.
        world: Its levels in the map frame.
        json: Its canonical text.
        plan: Its map.
    """

    reference: WorldReference
    world: CompactedWorld
    json: str
    plan: OccupancyGrid

    def alignment(self, judging: Judging) -> Alignment:
        """Where the map of the recording lies in it.

        Raises:
            ForeignError: If it has no such level.
        """
        if not judging.level:
            return Alignment(judging.offset)
        origins = self.world.origins
        if judging.level not in origins:
            hint = did_you_mean(judging.level, origins)
            levels = ", ".join(origins)
            raise ForeignError(f"{self.reference.argument} has no level {judging.level!r} (loaded: {levels}{hint})")
        return Alignment(judging.offset, origins[judging.level])


@frozen(eq=False)
class ForeignEpisode:
    """A recording, ready to be judged and written.

    Attributes:
        start: Episode, names, world.
        ticks: Ticks at which everything is known.
        robots: Shape (N, R, 6) over all ticks.
        people: Shape (N, P, 5) over all ticks.
    """

    start: EpisodeStart
    ticks: tuple[int, ...]
    robots: Floats
    people: Floats

    def frames(self) -> Iterator[Frame]:
        """One frame for each tick at which everything is known; nobody recorded contacts, signals and fields."""
        signals = np.full(self.robots.shape[1], NO_CODE)
        for tick in self.ticks:
            time_ns = tick_time_ns(tick, self.start.episode.rate)
            yield Frame(tick, time_ns, self.robots[tick], self.people[tick], [], [], [], signals, [])


def foreign_episode(
    findings: Findings, times: Timeline, world: ForeignWorld, judging: Judging, gap_ns: int | None, number: int
) -> ForeignEpisode:
    """The episode of a recording.

    Args:
        findings: The recording.
        times: Its ticks.
        world: Where it happened.
        judging: What is asked of it.
        gap_ns: Longest time between two messages that is bridged, nanoseconds; None for what suits each source.
        number: Number of the episode.

    Raises:
        ForeignError: If the world has no such level.
    """
    alignment = world.alignment(judging)
    seconds = (times.times_ns - times.start_ns) / NANOSECONDS_PER_SECOND
    robots = {
        robot.name: _masked(robot_rows(placed.poses, times.known & placed.known, seconds, alignment), times)
        for robot, placed in zip(findings.robots, times.robots, strict=True)
    }
    everybody = walks(findings, times.times_ns, gap_ns)
    people = {walk.name: _masked(person_rows(walk, seconds, alignment), times) for walk in everybody}
    radii = {walk.name: walk.radius or PERSON_RADIUS for walk in everybody}
    episode = _episode(robots, people, radii, world, judging, number)
    layout = FrameLayout(robots=tuple(robots), people=tuple(people), areas=world.world.areas())
    versions = tuple((name, version(name)) for name in VERSIONED)
    start = EpisodeStart(0, evolve(episode, robots=_tasked(episode, judging, alignment)), layout, world.json, versions)
    ticks = tuple(times.ticks.tolist())
    return ForeignEpisode(start, ticks, _stacked(robots, 6, len(seconds)), _stacked(people, 5, len(seconds)))


def _masked(rows: Floats, times: Timeline) -> Floats:
    return np.where(times.known[:, None], rows, np.nan)


def _stacked(rows: Mapping[str, Floats], width: int, count: int) -> Floats:
    return np.stack(list(rows.values()), axis=1) if rows else np.empty((count, 0, width))


def _episode(
    robots: Mapping[str, Floats],
    people: Mapping[str, Floats],
    radii: Mapping[str, float],
    world: ForeignWorld,
    judging: Judging,
    number: int,
) -> Episode:
    return Episode(
        episode_id=number,
        world=world.reference,
        scenario=judging.scenario,
        seed=0,
        rate=judging.rate,
        obstacles_mode=IMPORTED,
        robots_mode=IMPORTED,
        robots=tuple(
            EpisodeRobot(name, "", judging.radius, _pose(rows[0]), adapter="external") for name, rows in robots.items()
        ),
        people=tuple(
            EpisodePerson(
                name, "", radii[name], PERSON_HEIGHT, _first_pose(rows), 0.0, absent=bool(np.isnan(rows[0, 0]))
            )
            for name, rows in people.items()
        ),
        conditions=judging.conditions,
    )


def _tasked(episode: Episode, judging: Judging, alignment: Alignment) -> tuple[EpisodeRobot, ...]:
    """The robots with their goals, or with the phase that stands for none."""
    phases: tuple[Phase, ...] = tuple(
        GotoPhase(
            pose=alignment.pose(goal),
            tolerance_radius=judging.tolerance,
            tolerance_angle=judging.tolerance_angle,
            hold_time=0.0,
            signal="",
        )
        for goal in judging.goals
    )
    found = []
    for robot in episode.robots:
        own, conditions = judging.tasks.get(robot.name, (phases, ()))
        found.append(evolve(robot, phases=own or (NO_TASK,), conditions=conditions))
    return tuple(found)


def _first_pose(rows: Floats) -> Pose:
    there = np.flatnonzero(~np.isnan(rows[:, 0]))
    return _pose(rows[there[0]]) if len(there) else Pose(0.0, 0.0)


def _pose(row: Floats) -> Pose:
    x, y, yaw = row[:3].tolist()
    return Pose(x, y, yaw)
