"""Recordings as episodes in arrays."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from arena_evaluation.metrics.episode_run import EpisodeRun, Segment
from arena_evaluation.metrics.world_routes import RouteSource
from arena_simulation_setup.conditions.contact_intervals import ContactInterval, ContactLog
from arena_simulation_setup.frame import EpisodeStart, Frame, FrameLayout
from arena_simulation_setup.order import Order, SpawnPerson, SpawnRobot, SubmitPhases
from arena_simulation_setup.recording.channels import EPISODE, FRAME, MAP, ORDERS, OUTCOME, VERDICTS
from arena_simulation_setup.recording.codec import OutcomeRecord, VerdictSnapshot
from arena_simulation_setup.recording.occupancy import OccupancyGrid
from arena_simulation_setup.recording.reader import open_recording
from arena_simulation_setup.verdict import EpisodeOutcome

_TOPICS = frozenset(channel.topic for channel in (EPISODE, FRAME, ORDERS, VERDICTS, OUTCOME, MAP))


def read_run(path: Path, routes: RouteSource | None = None) -> EpisodeRun:
    """Read a recording; all of its frames are in memory afterwards.

    Args:
        path: An MCAP recording of this project, whole or cut.
        routes: Shared between recordings of one world; None makes a source of its own.

    Raises:
        RecordingError: If the file can not be read.
    """
    recording = open_recording(path)
    values = (message.value for message in recording.messages(_TOPICS))
    return collected(recording.start, values, routes)


def collected(start: EpisodeStart, values: Iterable[Any], routes: RouteSource | None = None) -> EpisodeRun:
    """An episode from what was recorded of it, in the order in which it was recorded.

    Args:
        start: The start of the episode.
        values: Further starts, frames, orders, snapshots, outcomes and a map; anything else is ignored.
        routes: As for ``read_run``.
    """
    collector = _Collector(start)
    for value in values:
        collector.take(value)
    return collector.run(RouteSource() if routes is None else routes)


class _Collector:
    """Sorts what comes out of a recording."""

    def __init__(self, start: EpisodeStart) -> None:
        self._start, self._layout = start, start.layout
        self._frames: list[Frame] = []
        self._times: list[int] = []
        self._segments: list[Segment] = []
        self._touches = _Touches()
        self._touches.use_layout(start.layout)
        self._said = VerdictSnapshot(0, 0)
        self._outcome: EpisodeOutcome | None = None
        self._submissions: list[SubmitPhases] = []
        self._robots = {robot.name: robot for robot in start.episode.robots}
        self._people = {person.name: person for person in start.episode.people}
        self._plan: OccupancyGrid | None = None

    def take(self, value: Any) -> None:
        match value:
            case Frame():
                self._frames.append(value)
                self._times.append(value.time_ns)
                self._touches.take(value)
            case EpisodeStart():
                self._use_layout(value.layout)
            case VerdictSnapshot():
                self._said = value
            case OutcomeRecord():
                self._outcome = value.outcome
            case Order(request=SubmitPhases() as request):
                self._submissions.append(request)
            case Order(request=SpawnRobot() as spawn):
                self._robots.setdefault(spawn.robot.name, spawn.robot)
            case Order(request=SpawnPerson() as spawn):
                self._people.setdefault(spawn.person.name, spawn.person)
            case OccupancyGrid():
                self._plan = value

    def run(self, routes: RouteSource) -> EpisodeRun:
        self._close_segment()
        episode = evolve(self._start.episode, robots=tuple(self._robots.values()), people=tuple(self._people.values()))
        return EpisodeRun(
            evolve(self._start, episode=episode),
            np.array(self._times, dtype=np.int64),
            tuple(self._segments),
            self._touches.intervals(),
            self._said,
            self._outcome,
            tuple(self._submissions),
            self._plan,
            routes,
        )

    def _use_layout(self, layout: FrameLayout) -> None:
        if layout != self._layout:
            self._close_segment()
            self._layout = layout
            self._touches.use_layout(layout)

    def _close_segment(self) -> None:
        first = len(self._times) - len(self._frames)
        if self._frames:
            self._segments.append(_segment(self._layout, first, self._frames))
        self._frames = []


class _Touches:
    """Contacts with indices that are the same in all layouts, so that one that goes on is one contact."""

    def __init__(self) -> None:
        self._robots: dict[str, int] = {}
        self._partners: dict[str, int] = {}
        self._rows: list[tuple[int, NDArray[np.int32]]] = []
        self._robot_of = self._partner_of = np.empty(0, np.int32)

    def use_layout(self, layout: FrameLayout) -> None:
        self._robot_of = np.array([_number(self._robots, name) for name in layout.robots], np.int32)
        # The last entry answers for the index -1 of what has no name.
        partners = [_number(self._partners, name) for name in layout.partners]
        self._partner_of = np.array([*partners, -1], np.int32)

    def take(self, frame: Frame) -> None:
        if frame.contacts.size:
            robot, kind, partner = frame.contacts.T
            rows = np.column_stack((self._robot_of[robot], kind, self._partner_of[partner]))
            self._rows.append((frame.time_ns, rows))

    def intervals(self) -> tuple[ContactInterval, ...]:
        log = ContactLog(FrameLayout(robots=tuple(self._robots), partners=tuple(self._partners)))
        for time_ns, rows in self._rows:
            log.observe(time_ns, rows)
        return log.intervals()


def _number(known: dict[str, int], name: str) -> int:
    return known.setdefault(name, len(known))


def _segment(layout: FrameLayout, first: int, frames: list[Frame]) -> Segment:
    return Segment(
        layout,
        first,
        np.stack([frame.robots for frame in frames]),
        np.stack([frame.people for frame in frames]),
        np.stack([frame.numbers for frame in frames]),
        np.stack([frame.codes for frame in frames]),
    )
