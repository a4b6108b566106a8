"""People at ticks: between two messages that both show somebody, that person is on the way from one to the other."""

import numpy as np
from attrs import frozen

from arena_evaluation.foreign.findings import Findings
from arena_evaluation.foreign.people import PeopleStream, Sighting
from arena_evaluation.foreign.rotation import IDENTITY, Floats, blended, composed
from arena_evaluation.foreign.samples import Bools, Bracket, Placed, Times, bracket, usual_gap


@frozen(eq=False)
class Walk:
    """One person.

    Attributes:
        name: Name of the person.
        poses: Shape (N, 7), map frame of the recording; of no meaning while absent.
        present: Shape (N,).
        has_heading: Shape (N,): whether the recording tells where the person looks.
        radius: Metres; 0 where the recording tells none.
    """

    name: str
    poses: Floats
    present: Bools
    has_heading: Bools
    radius: float


def walks(findings: Findings, times_ns: Times, gap_ns: int | None) -> tuple[Walk, ...]:
    """Everybody at some times.

    Args:
        findings: The recording.
        times_ns: Shape (N,), by its clock.
        gap_ns: Longest time between two messages that is bridged, nanoseconds; None for what suits the topic.
    """
    people = findings.people
    if people is None:
        return ()
    table = _Table(findings, people, gap_ns)
    return tuple(table.walk(name, times_ns) for name in people.names)


def people_known(findings: Findings, times_ns: Times, gap_ns: int | None) -> Bools:
    """Whether it is known at some times who is there; with a recording without people it always is."""
    if findings.people is None:
        return np.ones(len(times_ns), dtype=bool)
    table = _Table(findings, findings.people, gap_ns)
    return table.bracket(times_ns).known


class _Table:
    """Messages of people in the order of time, each frame in the map at their times."""

    def __init__(self, findings: Findings, people: PeopleStream, gap_ns: int | None) -> None:
        self._people = people
        times = people.times(findings.clock)
        self._times, first = np.unique(times[::-1], return_index=True)
        # Of messages with equal times the last one counts.
        self._order = (len(times) - 1 - first).tolist()
        self._gap_ns = usual_gap(self._times) if gap_ns is None else gap_ns
        self._frames = {
            frame: chain.at(self._times, findings.clock, gap_ns) for frame, chain in findings.people_chains.items()
        }
        self._leave_out_unplaced()

    def _leave_out_unplaced(self) -> None:
        """Forget messages with somebody in a frame that is nowhere at their time."""
        placed = [
            all(self._frames[person.frame].known[row] for person in self._people.sightings[index].values())
            for row, index in enumerate(self._order)
        ]
        kept = np.flatnonzero(placed)
        self._times, self._order = self._times[kept], [self._order[row] for row in kept.tolist()]
        self._frames = {frame: Placed(found.poses[kept], found.known[kept]) for frame, found in self._frames.items()}

    def bracket(self, times_ns: Times) -> Bracket:
        if not len(self._times):
            nothing = np.zeros(len(times_ns), dtype=np.intp)
            return Bracket(nothing, nothing, np.zeros(len(times_ns)), nothing.astype(bool))
        return bracket(self._times, times_ns, self._gap_ns)

    def walk(self, name: str, times_ns: Times) -> Walk:
        sightings = [self._people.sightings[index].get(name) for index in self._order]
        rows, seen, turned = self._rows(sightings)
        place = self.bracket(times_ns)
        present = place.known & seen[place.left] & seen[place.right]
        poses = blended(rows[place.left], rows[place.right], place.fractions)
        has_heading = present & turned[place.left] & turned[place.right]
        return Walk(name, poses, present, has_heading, self._people.radius(name))

    def _rows(self, sightings: list[Sighting | None]) -> tuple[Floats, Bools, Bools]:
        """Poses in the map, whether somebody is seen, and whether a heading is told; one row per message."""
        rows = np.tile(np.array(IDENTITY), (len(sightings), 1))
        seen, turned = np.zeros(len(sightings), dtype=bool), np.zeros(len(sightings), dtype=bool)
        for frame, placed in self._frames.items():
            here = [index for index, found in enumerate(sightings) if found is not None and found.frame == frame]
            if not here:
                continue
            found = [sighting for index in here if (sighting := sightings[index]) is not None]
            local = np.array([(*sighting.place, *(sighting.rotation or IDENTITY[3:])) for sighting in found])
            local[:, 3:] /= np.linalg.norm(local[:, 3:], axis=1, keepdims=True)
            rows[here] = composed(placed.poses[here], local)
            seen[here] = placed.known[here]
            turned[here] = [sighting.rotation is not None for sighting in found]
        return rows, seen, turned
