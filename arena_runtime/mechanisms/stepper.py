"""All mechanisms of an episode, one tick at a time."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from arena_runtime.mechanisms.contract import (
    FOREVER_NS,
    Command,
    Dozing,
    FactValue,
    Mechanism,
    MechanismGroup,
    Member,
    Outcome,
    Polygon,
    Sensed,
    View,
    Wakeable,
)
from arena_runtime.mechanisms.fact_table import FactTable
from arena_runtime.mechanisms.group import Alone, grouped
from arena_runtime.mechanisms.near_pairs import ANYBODY, LEFT, TRIGGERED
from arena_runtime.mechanisms.sensing import Agents, ProximitySensor
from arena_runtime.mechanisms.slabs import Slabs, rectangles_from
from arena_runtime.mechanisms.writes import resolve_entity, validate_write, written_column
from arena_simulation_setup.order import SetField

Floats = NDArray[np.float64]
Orders = Mapping[int, tuple[SetField, ...]]
NO_REGIMES: frozenset[str] = frozenset()


class MechanismStepper:
    """Holds what all mechanisms of one episode remember and publish.

    Every mechanism sees the facts and regimes of the previous frame, so that their order can not matter. One that is
    at rest and senses nobody is not called, since its outcome would be the one it already has, until something changes
    that it names as its waker; nor is one that dozes. A group is called as a whole.

    Args:
        mechanisms: As ``build_mechanisms`` gives them.
        obstacles: Convex polygons (metres, map frame, counter-clockwise) of objects that are neither robot nor person.
    """

    def __init__(self, mechanisms: Sequence[Mechanism | MechanismGroup], obstacles: Sequence[Polygon] = ()) -> None:
        self._groups = grouped(mechanisms)
        self._spans = _spans(self._groups)
        self.table = FactTable([member for group in self._groups for member in group.members])
        self.mechanisms: tuple[Member, ...] = self.table.mechanisms
        self._group_of = tuple(at for at, span in enumerate(self._spans) for _ in span)
        self._outcomes: list[Outcome] = []
        self._dozers = tuple(_dozer(group) for group in self._groups)
        self._dozes = [False] * len(self._groups)
        # Groups that are called in the next tick, and when those that doze for a while are called at the latest.
        self._awake: dict[int, None] = {}
        self._wake_ns: dict[int, int] = {}
        self._facts: dict[tuple[str, str], Mapping[str, FactValue]] = {}
        self._regimes = NO_REGIMES
        self._numbers, self._codes = self.table.empty_arrays()
        self._keys = tuple((mechanism.entity, mechanism.kind) for mechanism in self.mechanisms)
        self._index = {key: i for i, key in enumerate(self._keys)}
        self._movers = tuple(i for i, mechanism in enumerate(self.mechanisms) if _moves(mechanism))
        self._movers_of = tuple(tuple(i for i in span if _moves(self.mechanisms[i])) for span in self._spans)
        self._woken_by = _woken_by(self.mechanisms, self._group_of)
        self._slabs = Slabs({index: self.mechanisms[index] for index in self._movers})
        self.place_obstacles(obstacles)

    def place_obstacles(self, obstacles: Sequence[Polygon]) -> None:
        """Say anew what stands loose, after a spawn or a removal; takes effect at the next tick."""
        self._sensor = ProximitySensor([mechanism.senses for mechanism in self.mechanisms], obstacles)
        self._rouse(range(len(self._groups)))

    @property
    def facts(self) -> Mapping[tuple[str, str], Mapping[str, FactValue]]:
        """(entity, kind) to field to value, as of the last tick."""
        return self._facts

    @property
    def members(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """(entity, kind) to the agents that its facts are about, as of the last tick, where there are any."""
        return {
            (mechanism.entity, mechanism.kind): outcome.members
            for mechanism, outcome in zip(self.mechanisms, self._outcomes, strict=True)
            if outcome.members
        }

    @property
    def regimes(self) -> frozenset[str]:
        """Regimes that were asserted in the last tick."""
        return self._regimes

    @property
    def numbers(self) -> Floats:
        """Shape (N,): ``Frame.numbers`` as of the last tick; overwritten by the next."""
        return self._numbers

    @property
    def codes(self) -> NDArray[np.uint8]:
        """Shape (C,): ``Frame.codes`` as of the last tick; overwritten by the next."""
        return self._codes

    def start(self, agents: Agents, orders: Sequence[SetField] = ()) -> list[Command]:
        """Enter frame 0 with fresh memories.

        Args:
            agents: Robots and people as placed.
            orders: Writes that apply before frame 0, in order.

        Returns:
            Commands that put everything that moves where it belongs.
        """
        self._rouse(range(len(self._groups)))
        noticed = self._sensor.noticed(agents)
        sensed = [noticed.get(index, quiet) for index, quiet in enumerate(self._sensor.quiet)]
        self._outcomes = [
            outcome
            for group, span in zip(self._groups, self._spans, strict=True)
            for outcome in group.start(tuple(sensed[span.start : span.stop]))
        ]
        self._slabs.forget()
        commands = [command for outcome in self._outcomes for command in outcome.commands]
        self._publish(range(len(self._outcomes)))
        self._announce()
        routed = self._routed(orders)
        if not routed:
            return commands
        called = list(dict.fromkeys(self._group_of[index] for index in routed))
        commands += self._advance(0, 0, noticed, routed, called)
        self._rouse(range(len(self._groups)))
        return commands

    def step(self, now_ns: int, dt_ns: int, agents: Agents, orders: Sequence[SetField] = ()) -> list[Command]:
        """Advance to the next frame.

        Args:
            now_ns: Time of the frame that this tick leads to.
            dt_ns: Time since the previous frame.
            agents: Robots where they are and people where this tick puts them, so that no slab steps into a person.
            orders: Writes of this tick, in order.

        Returns:
            What is to be done to the scene, in the order of the mechanisms.

        Raises:
            ValueError: If an order was not validated.
        """
        routed = self._routed(orders) if orders else {}
        self._rouse(self._group_of[index] for index in routed)
        self._rouse(self._due(now_ns))
        noticed = self._sensor.noticed(agents)
        called = sorted({*self._awake, *(self._group_of[index] for index in noticed)})
        return self._advance(now_ns, dt_ns, noticed, routed, called)

    def slab_polygons(self) -> tuple[Polygon, ...]:
        """What stands on the floor now, metres, map frame."""
        return tuple(
            slab for index in self._movers for slab in self.mechanisms[index].slabs(self._outcomes[index].memory)
        )

    def barred(self, next_ns: int) -> Floats:
        """Rectangles that are walls to people and navigators in the tick that leads to ``next_ns``.

        Returns:
            Shape (S, 4, 2): slabs, then what closing slabs have yet to sweep; corners in metres, map frame. The same
            array as long as nothing moves.
        """
        slabs, bands = self._slabs.rectangles(self._outcomes), self.closing_bands(next_ns)
        return np.concatenate((slabs, rectangles_from(bands))) if bands else slabs

    def closing_bands(self, next_ns: int) -> tuple[Polygon, ...]:
        """What slabs have yet to sweep that close in the tick that leads to ``next_ns``: as good as walls to people."""
        called = sorted((*self._awake, *self._due(next_ns)))
        return tuple(
            band
            for at in called
            for index in self._movers_of[at]
            for band in self.mechanisms[index].closing_bands(self._outcomes[index].memory, next_ns)
        )

    def _advance(
        self, now_ns: int, dt_ns: int, noticed: Mapping[int, Sensed], routed: Orders, called: Sequence[int]
    ) -> list[Command]:
        outcomes, facts, regimes, quiet = self._outcomes, self._facts, self._regimes, self._sensor.quiet
        commands: list[Command] = []
        changed, announced = [], False
        for at in called:
            group, span, views = self._groups[at], self._spans[at], []
            for index in span:
                sensed, memory = noticed.get(index) or quiet[index], outcomes[index].memory
                views.append(View(now_ns, dt_ns, sensed, facts, regimes, memory, routed.get(index, ())))
            result = group.tick(tuple(views))
            for index, outcome in zip(span, result, strict=True):
                before = outcomes[index]
                if outcome.facts is not before.facts and outcome.facts != before.facts:
                    changed.append(index)
                if outcome.regimes is not before.regimes and outcome.regimes != before.regimes:
                    announced = True
                outcomes[index] = outcome
                if outcome.commands:
                    commands += outcome.commands
                    self._slabs.note(index)
            self._lay_down(at, result)
        if changed:
            self._publish(changed)
        if announced:
            self._announce()
        return commands

    def _lay_down(self, at: int, result: tuple[Outcome, ...]) -> None:
        """Let a group rest or doze that has been called, if it wants to."""
        dozer = self._dozers[at]
        doze = dozer.doze(result[0]) if dozer is not None else None
        self._rouse((at,))
        if doze is not None:
            self._dozes[at] = True
            self._sensor.seek(self._spans[at].start, LEFT if doze.triggered else TRIGGERED)
            if doze.until_ns < FOREVER_NS:
                self._wake_ns[at] = doze.until_ns
        elif not self._groups[at].at_rest(result):
            return
        del self._awake[at]

    def _due(self, now_ns: int) -> list[int]:
        """Groups that have dozed long enough."""
        return [at for at, until_ns in self._wake_ns.items() if until_ns <= now_ns]

    def _rouse(self, groups: Iterable[int]) -> None:
        """Let groups notice whoever is near, and be called until they rest again."""
        for at in groups:
            self._awake[at] = None
            if self._dozes[at]:
                self._wake_ns.pop(at, None)
                self._dozes[at] = False
                self._sensor.seek(self._spans[at].start, ANYBODY)

    def _publish(self, changed: Sequence[int]) -> None:
        facts = dict(self._facts)
        for index in changed:
            key, outcome = self._keys[index], self._outcomes[index]
            facts[key] = outcome.facts
            self.table.encode_one(index, outcome, self._numbers, self._codes)
            if key in self._woken_by:
                self._wake(key)
        self._facts = facts

    def _announce(self) -> None:
        before = self._regimes
        self._regimes = frozenset(name for outcome in self._outcomes for name in outcome.regimes) or NO_REGIMES
        for name in sorted(before ^ self._regimes):
            self._wake(name)

    def _wake(self, waker: str | tuple[str, str]) -> None:
        self._rouse(self._woken_by.get(waker, ()))

    def _routed(self, orders: Sequence[SetField]) -> Orders:
        routed: dict[int, tuple[SetField, ...]] = {}
        for order in orders:
            error = validate_write(self.table.columns, self.table.writable, order)
            if error is not None:
                raise ValueError(error)
            entity = resolve_entity(self.table.columns, order.entity) or order.entity
            column = written_column(self.table.columns, self.table.writable, entity, order.field)
            if column is not None:
                index = self._index[entity, column.kind]
                routed[index] = (*routed.get(index, ()), SetField(entity, order.field, order.value))
        return routed


def _dozer(group: MechanismGroup) -> Dozing | None:
    """Who says whether a group dozes: a mechanism that shares its steps with no other."""
    alone: object = group.mechanism if isinstance(group, Alone) else None
    return alone if isinstance(alone, Dozing) else None


def _spans(groups: Sequence[MechanismGroup]) -> tuple[range, ...]:
    """Indices of the members of each group among all members."""
    spans, first = [], 0
    for group in groups:
        spans.append(range(first, first + len(group.members)))
        first = spans[-1].stop
    return tuple(spans)


def _moves(mechanism: Member) -> bool:
    """Whether a mechanism can have slabs: it then says how far they reach."""
    return mechanism.senses is not None and mechanism.senses.body_distance >= 0.0


def _woken_by(mechanisms: Sequence[Member], group_of: Sequence[int]) -> Mapping[str | tuple[str, str], tuple[int, ...]]:
    """Groups that each regime or fact wakes."""
    woken: dict[str | tuple[str, str], dict[int, None]] = {}
    for mechanism, at in zip(mechanisms, group_of, strict=True):
        for waker in mechanism.wakers if isinstance(mechanism, Wakeable) else ():
            woken.setdefault(waker, {})[at] = None
    return {waker: tuple(groups) for waker, groups in woken.items()}
