"""A whole episode as arrays over time, by name, whatever the layouts of its frames."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from arena_evaluation.metrics.levels import Levels
from arena_evaluation.metrics.world_routes import RouteSource
from arena_simulation_setup.conditions.contact_intervals import ContactInterval
from arena_simulation_setup.frame import NO_CODE, Area, EpisodeStart, FrameLayout
from arena_simulation_setup.order import SubmitPhases
from arena_simulation_setup.recording.codec import VerdictSnapshot
from arena_simulation_setup.recording.occupancy import OccupancyGrid
from arena_simulation_setup.scenario.phase import Phase
from arena_simulation_setup.timebase import NANOSECONDS_PER_SECOND
from arena_simulation_setup.verdict import EpisodeOutcome

Floats = NDArray[np.float64]
LONGEST_GAP_S = 0.5
"""Frames that are missing for longer than this leave an episode without metrics."""
NO_REFERENCE = "no reference run"


@frozen(eq=False)
class Segment:
    """Frames of one layout.

    Attributes:
        layout: Names of all rows and columns.
        first: Number of frames before it.
        robots: Shape (n, R, 6), as ``Frame.robots``.
        people: Shape (n, P, 5), as ``Frame.people``.
        numbers: Shape (n, N).
        codes: Shape (n, C).
    """

    layout: FrameLayout
    first: int
    robots: Floats
    people: Floats
    numbers: Floats
    codes: NDArray[np.uint8]

    @property
    def rows(self) -> slice:
        """Where its frames are among all."""
        return slice(self.first, self.first + len(self.robots))


@frozen(eq=False)
class EpisodeRun:
    """Everything about an episode that metrics are computed from.

    Attributes:
        start: The episode, with robots and people who came later, its first layout, its world.
        times_ns: Shape (N,): time of each frame, increasing.
        segments: The frames, cut where the layout changes.
        contacts: Contacts of all robots.
        said: Verdicts and phases as judged last.
        outcome: End of the episode; None where the recording stops before.
        submissions: Tasks given during the episode, by time.
        plan: Map of the world with its furniture; None where none was recorded.
        routes: Where ways through the world come from.
        reference: The same episode without robots; why there is none, where there is none.
    """

    start: EpisodeStart
    times_ns: NDArray[np.int64]
    segments: tuple[Segment, ...]
    contacts: tuple[ContactInterval, ...]
    said: VerdictSnapshot
    outcome: EpisodeOutcome | None
    submissions: tuple[SubmitPhases, ...] = ()
    plan: OccupancyGrid | None = None
    routes: RouteSource = field(factory=RouteSource)
    reference: "EpisodeRun | str" = NO_REFERENCE

    @cached_property
    def times(self) -> Floats:
        """Shape (N,): seconds since the start of the episode."""
        return np.asarray(self.times_ns / NANOSECONDS_PER_SECOND, dtype=np.float64)

    @cached_property
    def weights(self) -> Floats:
        """Shape (N,): seconds that each frame stands for: half of the time to either neighbour."""
        steps = np.diff(self.times)
        return 0.5 * (np.concatenate(([0.0], steps)) + np.concatenate((steps, [0.0])))

    @property
    def duration(self) -> float:
        """Seconds from the first frame to the last."""
        return float(self.times[-1] - self.times[0])

    @cached_property
    def robots(self) -> tuple[str, ...]:
        """Names of all robots, in the order in which they come."""
        return tuple(dict.fromkeys(name for segment in self.segments for name in segment.layout.robots))

    @cached_property
    def people(self) -> Mapping[str, Floats]:
        """Person to shape (N, 5), as ``Frame.people``; NaN while absent."""
        names = dict.fromkeys(name for segment in self.segments for name in segment.layout.people)
        return {name: self._rows(name, "people", 5) for name in names}

    def robot(self, name: str) -> Floats:
        """Shape (N, 6), as ``Frame.robots``; NaN while absent."""
        return self._rows(name, "robots", 6)

    @cached_property
    def areas(self) -> tuple[Area, ...]:
        """Zones, doors and elevators of all layouts."""
        every = (area for segment in self.segments for area in segment.layout.areas)
        return tuple({(area.name, area.level, area.kind): area for area in every}.values())

    @cached_property
    def levels(self) -> Levels:
        """Which level a place is on."""
        return Levels(self.areas)

    def fact(self, entity: str, name: str) -> Floats | None:
        """Shape (N,): a fact over time, numbers or codes, NaN without a value; None where nobody has such a fact."""
        found = np.full(len(self.times_ns), np.nan)
        known = False
        for segment, values in self._columns(entity, name):
            known = True
            found[segment.rows] = values
        return found if known else None

    def code(self, entity: str, name: str, text: str) -> Floats | None:
        """Shape (N,): 1 where a fact has a text, 0 where another, NaN without a value; None without such a fact."""
        found = np.full(len(self.times_ns), np.nan)
        known = False
        for segment in self.segments:
            for index, column in enumerate(segment.layout.codes):
                if (column.entity, column.field) == (entity, name):
                    known = True
                    wanted = column.codes.index(text) if text in column.codes else NO_CODE + 1
                    codes = segment.codes[:, index]
                    found[segment.rows] = np.where(codes == NO_CODE, np.nan, codes == wanted)
        return found if known else None

    def phases(self, robot: str) -> tuple[Phase, ...]:
        """All phases that a robot was given, by their index."""
        first = next((entry.phases for entry in self.start.episode.robots if entry.name == robot), ())
        later = (phase for task in self.submissions if task.robot == robot for phase in task.phases)
        return (*first, *later)

    def incomplete(self) -> str:
        """Why the frames do not tell the whole episode; empty where they do."""
        if not len(self.times_ns):
            return "the recording has no frames"
        if self.outcome is None:
            return f"the recording stops at {self.times[-1]:.2f} s, before its episode ends"
        gaps = np.diff(self.times)
        longest = int(gaps.argmax()) if len(gaps) else 0
        if len(gaps) and gaps[longest] > LONGEST_GAP_S + self.tick:
            return f"frames between {self.times[longest]:.2f} s and {self.times[longest + 1]:.2f} s are missing"
        return ""

    @property
    def tick(self) -> float:
        """Seconds from tick to tick."""
        return 1.0 / self.start.episode.rate

    def _rows(self, name: str, kind: str, width: int) -> Floats:
        found = np.full((len(self.times_ns), width), np.nan)
        for segment in self.segments:
            names: Sequence[str] = getattr(segment.layout, kind)
            if name in names:
                found[segment.rows] = getattr(segment, kind)[:, names.index(name)]
        return found

    def _columns(self, entity: str, name: str) -> Iterator[tuple[Segment, Floats]]:
        for segment in self.segments:
            for index, column in enumerate(segment.layout.numbers):
                if (column.entity, column.field) == (entity, name):
                    yield segment, segment.numbers[:, index]
