"""What happened when: phases, verdicts, contacts, doors, as plain values with seconds from the first frame."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from arena_evaluation.metrics.episode_run import EpisodeRun
from arena_evaluation.report.plan_shapes import rounded
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.scenario.phase import GotoPhase, Phase
from arena_simulation_setup.timebase import NANOSECONDS_PER_SECOND, tick_time_ns
from arena_simulation_setup.verdict import PENDING, UNKNOWN, Verdict

DOOR_FACTS = (("door", "state", "progress"), ("elevator", "cabin_door", "cabin_door_progress"))
"""Kind of an entity with a door, the fact that names its state, and the fact of how far it is open."""
CLOSED = "closed"

Plain = dict[str, Any]


class Moments:
    """The events of an episode.

    Args:
        run: The episode, with one frame at least.
    """

    def __init__(self, run: EpisodeRun) -> None:
        self._run = run
        self._first_ns = int(run.times_ns[0])

    def verdicts(self) -> list[Plain]:
        """One for each clause and robot; one that a cut leaves open is unknown, with that reason."""
        return [self._verdict(verdict) for verdict in self._run.said.verdicts]

    def phases(self) -> list[Plain]:
        """One for each phase of each robot, with its beginning and its end (null while it is open)."""
        ends: dict[str, float] = {}
        found = []
        for phase in self._run.said.phases:
            asked = self._run.phases(phase.robot)
            described = asked[phase.index] if phase.index < len(asked) else None
            begin = ends.get(phase.robot, 0.0)
            end = None if phase.tick is None else self._seconds(phase.tick)
            ends[phase.robot] = self._run.duration if end is None else end
            known = {"robot": phase.robot, "index": phase.index, "kind": phase.kind, "outcome": phase.outcome}
            found.append({**known, "begin": begin, "end": end, "reason": phase.reason, **_task(described, phase.kind)})
        return found

    def contacts(self) -> list[Plain]:
        """All contacts of robots."""
        return [
            {
                "robot": contact.robot,
                "kind": contact.kind,
                "partner": contact.partner,
                "begin": self._since(contact.start_ns),
                "end": self._since(contact.end_ns),
            }
            for contact in self._run.contacts
        ]

    def doors(self) -> list[Plain]:
        """Doors that were not shut all the time, with the stretches of each state."""
        states = ((entity, list(self._states(entity, field))) for entity, field, _ in door_facts(self._run))
        return [
            {"name": entity, "spans": spans} for entity, spans in states if any(state != CLOSED for *_, state in spans)
        ]

    def gaps(self) -> list[tuple[float, float]]:
        """Stretches of more than two ticks without a frame."""
        times = self._run.times - self._run.times[0]
        wide = np.flatnonzero(np.diff(times) > 2.5 * self._run.tick)
        return [(_short(times[index]), _short(times[index + 1])) for index in wide]

    def _verdict(self, verdict: Verdict) -> Plain:
        cut = self._run.outcome is None and verdict.state == PENDING
        clause = self._clause(verdict)
        return {
            "id": verdict.id,
            "robot": verdict.robot,
            "state": UNKNOWN if cut else verdict.state,
            "rule": " ".join(part for part in (verdict.op, verdict.p, "|" if verdict.q else "", verdict.q) if part),
            "text": "" if clause is None else clause.text,
            "time": None if verdict.tick is None else self._seconds(verdict.tick),
            "tick": verdict.tick,
            "reason": self._run.incomplete() if cut else verdict.reason,
        }

    def _clause(self, verdict: Verdict) -> Clause | None:
        """The clause of a verdict, for the words that its author gave it."""
        scope, _, number = verdict.id.rpartition(":")
        clauses = self._scope(verdict.robot, scope)
        place = number if scope else verdict.id[1:]
        return clauses[int(place)] if place.isdigit() and int(place) < len(clauses) else None

    def _scope(self, robot: str, scope: str) -> Sequence[Clause]:
        """The clauses of the episode (an empty scope), of a request (``r<number>``) or of a phase (its index)."""
        episode = self._run.start.episode
        if not scope:
            return episode.conditions
        own = [entry for entry in episode.robots if entry.name == robot]
        first = [entry.conditions for entry in own if entry.phases or entry.conditions]
        requests = first + [task.conditions for task in self._run.submissions if task.robot == robot]
        scopes = {f"r{index}": clauses for index, clauses in enumerate(requests)}
        scopes |= {str(index): phase.conditions for index, phase in enumerate(self._run.phases(robot))}
        return scopes.get(scope, ())

    def _states(self, entity: str, field: str) -> Iterator[tuple[float, float, str]]:
        columns = [
            (segment.rows, segment.codes[:, index], column.codes)
            for segment in self._run.segments
            for index, column in enumerate(segment.layout.codes)
            if (column.entity, column.field) == (entity, field)
        ]
        times = self._run.times - self._run.times[0]
        for rows, codes, texts in columns:
            cuts = [0, *(np.flatnonzero(np.diff(codes)) + 1).tolist(), len(codes)]
            for first, end in pairwise(cuts):
                begin, until = times[rows.start + first], times[min(rows.start + end, len(times) - 1)]
                code = int(codes[first])
                yield _short(begin), _short(until), texts[code] if code < len(texts) else UNKNOWN

    def _seconds(self, tick: int) -> float:
        return self._since(tick_time_ns(tick, self._run.start.episode.rate))

    def _since(self, time_ns: int) -> float:
        return _short((time_ns - self._first_ns) / NANOSECONDS_PER_SECOND)


def door_facts(run: EpisodeRun) -> list[tuple[str, str, str]]:
    """Entity, fact of the state, and fact of how far it is open, of everything with a door."""
    columns = [column for segment in run.segments for column in segment.layout.codes]
    return list(
        dict.fromkeys(
            (column.entity, state, progress)
            for column in columns
            for kind, state, progress in DOOR_FACTS
            if (column.kind, column.field) == (kind, state)
        )
    )


def _task(phase: Phase | None, kind: str) -> Mapping[str, Any]:
    """What a phase asks for: ``title``, the author's ``text``, and where its goal is."""
    if phase is None:
        return {"title": kind, "text": ""}
    if isinstance(phase, GotoPhase):
        place = None if phase.pose is None else rounded([phase.pose.xy])
        where = "" if phase.pose is None else f"({phase.pose.x:.1f}, {phase.pose.y:.1f})"
        title = f"{kind} {phase.target or where}".strip()
        reach = None if phase.tolerance_radius is None else round(phase.tolerance_radius * 100.0)
        return {"title": title, "text": phase.text, "target": phase.target, "goal": place, "reach": reach}
    return {"title": kind, "text": phase.text}


def _short(seconds: float) -> float:
    return round(float(seconds), 3)
