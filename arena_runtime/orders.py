"""Requests from outside: checked the moment they arrive, numbered, taken at the next tick."""

from collections.abc import Callable, Collection, Sequence
from itertools import count
from math import isfinite

from arena_runtime.edit_draft import EditDraft, EditRefused
from arena_runtime.mechanisms.writes import Writable, resolve_entity, validate_write
from arena_simulation_setup.files.near_names import did_you_mean
from arena_simulation_setup.frame import FactColumn, FrameLayout
from arena_simulation_setup.order import EDITS, CommandVelocity, Edit, Order, Request, SendSignal, SetField
from arena_simulation_setup.scenario.phase import GotoPhase


class OrderRefused(ValueError):  # noqa: N818 - what happened to the order, not what went wrong in the program
    """A request that can not be carried out; the text says why and what would be accepted."""


class OrderBook:
    """Checks requests against an episode and hands them to the simulation in arrival order.

    Args:
        layout: Names of robots, people and facts of the episode.
        writable: Fields that an order may set.
        begin: Begins a draft of edits of the scene as it stands; None where it can not be edited.
    """

    def __init__(self, layout: FrameLayout, writable: Writable, begin: Callable[[], EditDraft] | None = None) -> None:
        self._columns: tuple[FactColumn, ...] = layout.numbers + layout.codes
        self._writable, self._begin = writable, begin
        self._draft: EditDraft | None = None
        self.use_layout(layout)
        self._waiting: list[Request] = []
        self._sequence = 0

    def use_layout(self, layout: FrameLayout) -> None:
        """Go by other robots and signals."""
        self._robots = tuple(name for name in layout.robots if name not in layout.gone)
        self._signals = layout.signals

    def request(self, request: Request) -> Request:
        """Accept a request for the next tick; a velocity takes the place of an earlier one that still waits.

        Returns:
            The request with its entity spelt in full.

        Raises:
            OrderRefused: If it names something that does not exist or asks for an impossible value.
        """
        accepted = self._checked(request)
        if isinstance(accepted, CommandVelocity):
            self._waiting = [waiting for waiting in self._waiting if not _replaces(accepted, waiting)]
        self._waiting.append(accepted)
        return accepted

    def free_name(self, stem: str) -> str:
        """``<stem>_<index>`` with the lowest index that nobody has or has had, those who wait to appear included.

        Raises:
            OrderRefused: If the scene can not be edited.
        """
        draft = self._begun()
        return next(name for index in count() if not draft.is_taken(name := f"{stem}_{index}"))

    def take(self, tick: int) -> tuple[Order, ...]:
        """All waiting requests as the orders of a tick, in arrival order."""
        orders = tuple(Order(tick, self._sequence + offset, request) for offset, request in enumerate(self._waiting))
        self._sequence += len(orders)
        self._waiting.clear()
        self._draft = None
        return orders

    def _checked(self, request: Request) -> Request:
        if isinstance(request, SetField):
            return self._checked_write(request)
        if isinstance(request, EDITS):
            return self._drafted(request)
        self._check_robot(request.robot)
        if isinstance(request, CommandVelocity):
            self._check_finite((request.vx, request.vy, request.wz), f"velocity of {request.robot}")
        elif isinstance(request, SendSignal):
            self._check_signal(request.signal, f"signal of {request.robot}")
        elif not request.phases:
            raise OrderRefused(f"phases of {request.robot}: expected at least one, got none")
        else:
            for phase in request.phases:
                if isinstance(phase, GotoPhase) and phase.signal:
                    self._check_signal(phase.signal, f"phases of {request.robot}")
        return request

    def _drafted(self, edit: Edit) -> Edit:
        """Check an edit on top of those that wait; its robot can be given orders at once."""
        draft = self._begun()
        try:
            draft.take(edit)
        except EditRefused as error:
            raise OrderRefused(str(error)) from error
        self._robots = draft.population.robots
        return edit

    def _begun(self) -> EditDraft:
        """The edits that wait."""
        if self._begin is None:
            raise OrderRefused("this scene can not be edited")
        self._draft = self._draft or self._begin()
        return self._draft

    def _check_signal(self, signal: str, what: str) -> None:
        if signal not in self._signals:
            raise OrderRefused(f"{what}: no signal {signal!r} in this episode{_expected(signal, self._signals)}")

    def _checked_write(self, write: SetField) -> SetField:
        error = validate_write(self._columns, self._writable, write)
        if error is not None:
            raise OrderRefused(error)
        return SetField(resolve_entity(self._columns, write.entity) or write.entity, write.field, write.value)

    def _check_robot(self, name: str) -> None:
        if name not in self._robots:
            raise OrderRefused(f"unknown robot {name!r}{_expected(name, self._robots)}")

    @staticmethod
    def _check_finite(numbers: Sequence[float], what: str) -> None:
        if not all(isfinite(number) for number in numbers):
            raise OrderRefused(f"{what}: expected finite numbers, got {tuple(numbers)}")


def _replaces(command: CommandVelocity, waiting: Request) -> bool:
    return isinstance(waiting, CommandVelocity) and waiting.robot == command.robot


def _expected(name: str, known: Collection[str]) -> str:
    return f" (expected one of {', '.join(known) or 'none'}{did_you_mean(name, known)})"
