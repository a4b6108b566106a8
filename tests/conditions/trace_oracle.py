"""What the prose says about a whole trace: first the spans of the phases, then the end, then each clause on its span.

Nothing of the judging code is used. A robot's task does not depend on the other robots, except that the episode ends
for all of them at once; so tasks are laid out to the end of the trace first and cut afterwards.
"""

from __future__ import annotations

from attrs import frozen
from random_traces import BINARY, ROBOTS, Case, ClauseText, Instant, PhaseText

Truth = bool | None
Sample = tuple[Truth, Truth]
Found = tuple[str, int]
BOXES = {
    "ward": ((0, 4, 0, 4),),
    "ward/0": ((0, 4, 0, 4),),
    "lab": ((4, 8, 0, 4),),
    "hall": ((0, 8, 4, 6), (0, 2, 4, 8)),
}
STATES = {True: "holds", False: "violated", None: "unknown"}


def truth(text: str, robot: str, now: Instant) -> Truth:
    """Truth of an atom, read from its text."""
    if text.startswith("not "):
        inner = truth(text[4:], robot, now)
        return None if inner is None else not inner
    words = text.split(" ")
    if words[1] == "==":
        return _field(*words[0].rsplit(".", 1), words[2], now)
    subject = robot if words[0] == "robot" else words[0]
    last = robot if words[-1] == "robot" else words[-1]
    if subject not in now.positions or (last not in now.positions if words[1] == "within" else last not in BOXES):
        return None
    place = now.positions[subject]
    if words[1] == "within":
        return _near(place, now.positions[last], float(words[2]))
    return place is not None and any(a <= place[0] <= b and c <= place[1] <= d for a, b, c, d in BOXES[last])


def _field(entity: str, field: str, wanted: str, now: Instant) -> Truth:
    if entity not in ("door_1", "door_1/0"):
        return None
    if field == "open":
        return None if now.opened is None else now.opened == wanted
    return None if now.progress is None else abs(now.progress - float(wanted)) <= 1e-6


def _near(one: tuple[float, float] | None, two: tuple[float, float] | None, radius: float) -> bool:
    return one is not None and two is not None and (one[0] - two[0]) ** 2 + (one[1] - two[1]) ** 2 <= radius**2


def decided(op: str, samples: list[Sample]) -> tuple[Truth, int | None]:
    """Answer over a complete scope and the sample that decided it early; None for the end."""
    known = [index for index, (p, q) in enumerate(samples) if p is not None and q is not None]
    p_at = [index for index in known if samples[index][0]]
    q_at = [index for index in known if samples[index][1]]
    early = {
        "always": [(False, index) for index in known if not samples[index][0]],
        "never": [(False, index) for index in p_at],
        "eventually": [(True, index) for index in p_at],
        "never_during": [(False, index) for index in p_at if index in q_at],
        "before": [
            (index in p_at, index) for index in sorted({*p_at, *q_at})[:1] if (index in p_at) != (index in q_at)
        ],
    }[op]
    if early:
        return early[0]
    if len(known) < len(samples) or not samples:
        return None, None
    return op not in ("eventually", "before"), None


@frozen
class Span:
    """Samples of a scope, ``first`` to ``last`` both included; ``last`` below ``first`` is none."""

    first: int
    last: int


@frozen
class Layout:
    """A robot's task: span and outcome of each phase, the sample after which nothing is left, and an abort."""

    spans: tuple[Span, ...]
    outcomes: tuple[str, ...]
    finish: int | None
    abort: int | None


class Oracle:
    """All verdicts of one case."""

    def __init__(self, case: Case) -> None:
        self.trace = case.trace
        self.case = case
        self.layouts = {robot: self._layout(robot, len(case.trace) - 1) for robot in ROBOTS}
        self.last, self.outcome = self._end()
        self.layouts = {robot: self._layout(robot, self.last) for robot in ROBOTS}

    def verdicts(self) -> dict[tuple[str, str], Found]:
        """State and tick by robot and identity of the clause."""
        found: dict[tuple[str, str], Found] = {}
        for robot, layout in self.layouts.items():
            finish = self.last if layout.finish is None else layout.finish
            whole = Span(0, finish if self.case.phases[robot] else -1)
            for index, clause in enumerate(self.case.clauses):
                found[robot, f"e{index}"] = self._verdict(clause, robot, whole, self.last)
            for index, clause in enumerate(self.case.requests[robot]):
                found[robot, f"r0:{index}"] = self._verdict(clause, robot, whole, finish)
            for number, (phase, span) in enumerate(zip(self.case.phases[robot], layout.spans, strict=True)):
                close = span.last if span.last >= span.first else finish
                for index, clause in enumerate(phase.clauses):
                    found[robot, f"{number}:{index}"] = self._verdict(clause, robot, span, close)
        return found

    def _end(self) -> tuple[int, str | None]:
        aborts = [layout.abort for layout in self.layouts.values() if layout.abort is not None]
        finishes = [layout.finish for robot, layout in self.layouts.items() if self.case.phases[robot]]
        ends = [(index, "FAILED") for index in aborts]
        if finishes and None not in finishes:
            ends.append((max(index for index in finishes if index is not None), "SUCCESS"))
        return min(ends, default=(len(self.trace) - 1, None))

    def _layout(self, robot: str, last: int) -> Layout:
        phases, requests = self.case.phases[robot], [*self.case.clauses, *self.case.requests[robot]]
        spans: list[Span] = []
        outcomes: list[str] = []
        start, finish, aborts = 0, None, []
        for phase in phases:
            if finish is not None:
                spans.append(Span(start, start - 1))
                outcomes.append("dropped")
                continue
            met = next((k for k in range(start, last + 1) if self._met(phase, robot, start, k)), None)
            end = last if met is None else met
            stopped = self._stopped(requests, robot, Span(0, end)) + self._stopped(
                phase.clauses, robot, Span(start, end)
            )
            if stopped:
                met, end = None, min(index for index, _ in stopped)
                finish = end
                aborts += [index for index, policy in stopped if index == end and policy == "abort_episode"]
            spans.append(Span(start, end))
            outcomes.append("dropped" if stopped else "pending" if met is None else "met")
            if met is not None or stopped:
                unmet = [clause["on_failure"] for clause in phase.clauses if self._fails(clause, robot, spans[-1])]
                finish = end if stopped or {*unmet} - {"continue"} else None
                aborts += [end for policy in unmet if policy == "abort_episode"]
            start = end + 1
        if phases and finish is None and outcomes[-1] == "met":
            finish = spans[-1].last
        if finish is not None:
            over = Span(0, finish)
            own = self.case.requests[robot]
            aborts += [finish for c in own if c["on_failure"] == "abort_episode" and self._fails(c, robot, over)]
        return Layout(tuple(spans), tuple(outcomes), finish, min(aborts, default=None))

    def _met(self, phase: PhaseText, robot: str, start: int, now: int) -> bool:
        if phase.until and truth(phase.until, robot, self.trace[now]) is not True:
            return False
        candidates = range(start, now + 1) if phase.until else (now,)
        return any(self._parked(phase, robot, first, held) for held in candidates for first in range(start, held + 1))

    def _parked(self, phase: PhaseText, robot: str, first: int, held: int) -> bool:
        """Whether the robot stood on one point of the goal from one sample to another without a missing frame."""
        during = self.trace[first : held + 1]
        places = {now.positions[robot] for now in during}
        ticks = during[-1].tick - during[0].tick
        whole = ticks == len(during) - 1 and len(places) == 1 and None not in places
        return whole and ticks >= round(phase.hold * 10) and all(self._arrived(phase, robot, now) for now in during)

    def _arrived(self, phase: PhaseText, robot: str, now: Instant) -> bool:
        if phase.target in BOXES:
            return truth(f"robot in {phase.target}", robot, now) is True
        goal = now.positions[phase.target] if phase.target else phase.point
        return _near(now.positions[robot], goal, phase.radius)

    def _samples(self, clause: ClauseText, robot: str, span: Span) -> list[tuple[int, Sample]]:
        """Samples of a scope with their places in the trace; a range of missing frames is one unknown sample."""
        found: list[tuple[int, Sample]] = []
        for index in range(span.first, span.last + 1):
            if self.trace[index].tick != (self.trace[index - 1].tick + 1 if index else 0):
                found.append((index, (None, None)))
            q = truth(clause["q"], robot, self.trace[index]) if clause["op"] in BINARY else False
            found.append((index, (truth(clause["p"], robot, self.trace[index]), q)))
        return found

    def _judged(self, clause: ClauseText, robot: str, span: Span) -> tuple[Truth, int | None]:
        samples = self._samples(clause, robot, span)
        answer, at = decided(clause["op"], [sample for _, sample in samples])
        return answer, None if at is None else samples[at][0]

    def _fails(self, clause: ClauseText, robot: str, span: Span) -> bool:
        return self._judged(clause, robot, span)[0] is False

    def _stopped(
        self, clauses: list[ClauseText] | tuple[ClauseText, ...], robot: str, span: Span
    ) -> list[tuple[int, str]]:
        """Where a clause that stops more than itself is violated by a sample, and its policy."""
        found = []
        for clause in clauses:
            if clause["on_failure"] != "continue":
                answer, at = self._judged(clause, robot, span)
                if answer is False and at is not None:
                    found.append((at, clause["on_failure"]))
        return found

    def _verdict(self, clause: ClauseText, robot: str, span: Span, close: int) -> Found:
        answer, at = self._judged(clause, robot, span)
        return STATES[answer], self.trace[close if at is None else at].tick
