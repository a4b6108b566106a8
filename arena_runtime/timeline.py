"""The timeline of an episode: scripted writes, from the state of the frame before and the time of the frame to come."""

from collections.abc import Callable, Collection, Mapping, Sequence
from math import isfinite

from attrs import evolve, frozen
from numpy.random import Generator

from arena_runtime.mechanisms.writes import Writable, resolve_entity, validate_write, written_column
from arena_runtime.triggers import Holds, Trigger, trigger_of
from arena_simulation_setup.conditions.facts import number_of
from arena_simulation_setup.conditions.truth import Truth
from arena_simulation_setup.frame import FrameLayout
from arena_simulation_setup.order import SetField
from arena_simulation_setup.randomness import stream
from arena_simulation_setup.scenario.timeline import SetAction, TimelineEntry
from arena_simulation_setup.semantics.vocabulary import CONTINUOUS

RANDOM = "random"
RANGE = ".."

Draw = Callable[[Generator], str]


@frozen(eq=False)
class _Write:
    """One write of an entry.

    Attributes:
        request: What is written, its entity spelt in full and its value as authored.
        draw: Draws the value; None where it stands as it is.
        possible: Whether anything carries it out.
    """

    request: SetField
    draw: Draw | None
    possible: bool

    def valued(self, rng: Generator) -> SetField:
        """The write with its value drawn."""
        return self.request if self.draw is None else evolve(self.request, value=self.draw(rng))


@frozen(eq=False)
class _Script:
    """One entry: when it fires, what it writes, and where its random values come from."""

    trigger: Trigger
    writes: tuple[_Write, ...]
    rng: Generator


class Timeline:
    """The scripted writes of one episode.

    Entries are looked at once per tick, in list order, and their writes are handed out in that order, so that the last
    write to a field counts. ``at`` and ``every`` go by the time of the frame that the tick leads to; ``when`` goes by
    the frame before, so no entry sees what another writes in the same tick. Source: behaviour of Arena's timelines.

    Attributes:
        warnings: One sentence for each write that nothing can carry out; such writes are left out.

    Args:
        entries: As authored.
        seed: Seed of the episode; entry i draws from the stream ("timeline", i).
        layout: Names of everything in the frames.
        writable: Fields that can be set.
        declared: Entity to the fields that the world gives it, whether or not anything acts on them.

    Raises:
        ValueError: If a name in a ``when`` is on several levels.
    """

    def __init__(
        self,
        entries: Sequence[TimelineEntry],
        seed: int,
        layout: FrameLayout,
        writable: Writable,
        declared: Mapping[str, Collection[str]],
    ) -> None:
        self._layout, self._writable, self._declared = layout, writable, declared
        self.warnings: tuple[str, ...] = ()
        self._scripts = tuple(self._script(index, entry, seed) for index, entry in enumerate(entries))

    def due(self, now_ns: int, holds: Holds) -> tuple[SetField, ...]:
        """The writes of a tick; every tick is asked for once, in order.

        Args:
            now_ns: Time of the frame that the tick leads to.
            holds: Truth of an atom on the frame before; None where it is unknown.
        """
        return tuple(
            request for script in self._scripts if script.trigger.fires(now_ns, holds) for request in _requests(script)
        )

    def _script(self, index: int, entry: TimelineEntry, seed: int) -> _Script:
        trigger = trigger_of(entry)
        if trigger.atom is not None:
            try:
                Truth(self._layout).slot(trigger.atom)
            except ValueError as error:
                raise ValueError(f"timeline[{index}].when: {error}") from None
        writes = [self._write(f"timeline[{index}].set[{at}]", action) for at, action in enumerate(entry.actions)]
        return _Script(trigger, tuple(writes), stream(seed, "timeline", index))

    def _write(self, place: str, action: SetAction) -> _Write:
        entity = resolve_entity(self._layout.numbers + self._layout.codes, action.entity) or action.entity
        draw = drawing(action.value)
        error = self._refusal(action, entity, drawn=draw is not None)
        if error is not None:
            written = f"{action.entity}.{action.field} = {action.value}"
            self.warnings += (f"{place}: {written} has no effect and is skipped: {error}",)
        return _Write(SetField(entity, action.field, action.value), draw, error is None)

    def _refusal(self, action: SetAction, entity: str, *, drawn: bool) -> str | None:
        """Why a write can not be carried out; None where it can."""
        columns = self._layout.numbers + self._layout.codes
        column = written_column(columns, self._writable, entity, action.field)
        if column is None and action.field in self._declared.get(action.entity, ()):
            return "nothing in the simulation lets it be set"
        if column is not None and drawn:
            return None if column.role == CONTINUOUS else f"{action.value!r} draws a number, but it is {column.role}"
        return validate_write(columns, self._writable, SetField(entity, action.field, action.value))


def drawing(value: str) -> Draw | None:
    """How a value is drawn: ``random`` from [0, 1), ``lo..hi`` between two finite numbers; None for any other text."""
    if value == RANDOM:
        return lambda rng: repr(float(rng.random()))
    low, high = map(_finite, value.split(RANGE, 1)) if RANGE in value else (None, None)
    if low is None or high is None or not isfinite(high - low):
        return None
    return lambda rng: repr(low + (high - low) * float(rng.random()))


def _finite(text: str) -> float | None:
    number = None if "_" in text else number_of(text)
    return number if number is not None and isfinite(number) else None


def _requests(script: _Script) -> list[SetField]:
    """Writes of a firing; those that are skipped draw all the same, so that no other value depends on them."""
    drawn = [(write.possible, write.valued(script.rng)) for write in script.writes]
    return [request for possible, request in drawn if possible]
