"""The thread that simulates: loads, pauses, steps and paces episodes, one after the other."""

import gc
import traceback
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from threading import Thread
from time import monotonic

from arena_runtime.ros.episode_run import EpisodeRun, Listener
from arena_runtime.ros.lockstep import Lockstep
from arena_runtime.ros.mailbox import Mailbox
from arena_runtime.ros.meter import Meter
from arena_runtime.ros.pacing import Pacer
from arena_runtime.simulation import Simulation, SimulationOptions, Tick
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.order import CommandVelocity, Request
from arena_simulation_setup.site import Site
from arena_simulation_setup.timebase import ns_to_seconds

REST_S = 0.25
# Time zero means "not set" to ROS: clocks wait for more, and a transform looked up at zero is the latest one.
FIRST_OFFSET_NS = 1_000_000_000


class NotPossibleError(RuntimeError):
    """The simulation is in no state for what was asked; the sentence says why."""


class Driver:
    """Owns the simulation. Every public method may be called from any thread but its own.

    Attributes:
        meter: How it keeps up.

    Args:
        listener: Who is told what happens.
        target_rtf: Simulated seconds per wall second; 0 for as many as possible.
        report: Takes the traceback of a failed episode.
        begin: Makes the simulation of an episode.
        lockstep: Whose commands each tick waits for; None waits for nobody.
    """

    def __init__(
        self,
        listener: Listener,
        target_rtf: float,
        report: Callable[[str], None],
        begin: Callable[[Site, Episode], Simulation] | None = None,
        lockstep: Lockstep | None = None,
    ) -> None:
        self._listener, self._report = listener, report
        self._begin, self._lockstep = begin or _with_scans, lockstep
        self.meter = Meter(monotonic())
        self._pacer = Pacer(target_rtf)
        self._mailbox = Mailbox()
        self._run: EpisodeRun | None = None
        self._latest: EpisodeRun | None = None
        self._next_offset_ns = FIRST_OFFSET_NS
        self._paused = self._stopping = False
        self._steps: deque[tuple[int, Future[int]]] = deque()
        self._thread = Thread(target=self._loop, name="simulation")

    def start(self, paused: bool = False) -> None:
        """Start the thread.

        Args:
            paused: Whether time stands still until ``set_paused``.
        """
        self._paused = paused
        self._thread.start()

    def stop(self) -> None:
        """End the episode as skipped and the thread with it; returns when both are gone."""
        if self._thread.is_alive():
            self._mailbox.ask(self._stop)
            self._thread.join()

    def load(self, site: Site, episode: Episode) -> tuple[str, ...]:
        """Begin an episode; the one before ends as skipped, unless the new one can not begin.

        Returns:
            One sentence for each thing of the episode that can not be carried out.

        Raises:
            ValueError: If the episode can not happen in this world; the one before goes on.
            MailboxClosed: If the driver has stopped.
        """
        return self._mailbox.ask(lambda: self._load(site, episode)).result()

    def end(self, state: str, reason: str) -> None:
        """End the episode in progress, if there is one.

        Args:
            state: One of ``OUTCOME_STATES``.
            reason: Why.
        """
        self._mailbox.ask(lambda: self._end(state, reason)).result()

    def set_paused(self, paused: bool) -> None:
        """Stop or continue; holds for the episodes to come as well."""
        self._mailbox.ask(lambda: self._set_paused(paused)).result()

    def step(self, ticks: int) -> int:
        """Simulate a number of ticks while paused, as fast as possible.

        Returns:
            The last tick that was simulated.

        Raises:
            NotPossibleError: If there is no episode, it is not paused, or it ends before.
        """
        return self._mailbox.ask(lambda: self._want_steps(ticks)).result().result()

    def request(self, request: Request) -> "Future[Request]":
        """Ask for something at the next tick; the future has the request as it was understood.

        The future raises ``OrderRefused`` where it can not be carried out, ``NotPossibleError`` without an episode.
        """
        return self._mailbox.ask(lambda: self._request(request))

    def request_made(self, make: Callable[[Simulation], Request]) -> "Future[Request]":
        """The same for a request that depends on how the episode stands; what ``make`` raises is the future's."""
        return self._mailbox.ask(lambda: self._request(make(self._running().simulation)))

    def command(self, command: CommandVelocity, stamp_ns: int | None) -> "Future[Request]":
        """Ask for a velocity from the next tick on; see ``request``.

        Args:
            command: The velocity.
            stamp_ns: Time of /clock at the frame that it answers, nanoseconds; None means the latest one.
        """
        # Asked now, since a frame may go out before the simulation's thread gets to it.
        answered_ns = self._lockstep.stamp_ns if self._lockstep is not None and stamp_ns is None else stamp_ns or 0
        return self._mailbox.ask(lambda: self._command(command, answered_ns))

    def set_target_rtf(self, target_rtf: float) -> None:
        """Change the pace; see ``Pacer``."""
        self._mailbox.ask(lambda: self._set_pace(target_rtf)).result()

    def _loop(self) -> None:
        while not self._stopping:
            self._mailbox.serve(self._idle_s())
            if self._stopping:
                break
            if not self._moving:
                self._rest()
            elif self._lockstep is not None and self._lockstep.missing:
                self._await_commands(self._lockstep)
            elif self._steps or self._pacer.wait_s(monotonic()) <= 0.0:
                self._tick()
        self._mailbox.close()

    @property
    def _moving(self) -> bool:
        return self._run is not None and (bool(self._steps) or not self._paused)

    def _idle_s(self) -> float:
        if not self._moving:
            return REST_S
        if self._lockstep is not None and self._lockstep.missing:
            return min(REST_S, self._lockstep.left_s(monotonic()))
        return 0.0 if self._steps else self._pacer.wait_s(monotonic())

    def _tick(self) -> None:
        run = self._run
        assert run is not None
        began_s, before_ns = monotonic(), run.stamp_ns
        late = self._pacer.begin(began_s, ns_to_seconds(run.period_ns)) and not self._steps and not self._lockstep
        try:
            self._listener.ticked(run, self._stepped(run))
        except Exception as error:
            self._fail(run, error)
        self.meter.note(monotonic() - began_s, ns_to_seconds(run.stamp_ns - before_ns), late)
        self._count_step(run.simulation.frame.tick)
        if run.simulation.outcome is not None:
            self._finish(run)

    def _stepped(self, run: EpisodeRun) -> Tick:
        if self._lockstep is None:
            return run.simulation.step()
        for command in self._lockstep.answers():
            run.simulation.orders.request(command)
        tick = run.simulation.step()
        self._lockstep.published(run)
        return tick

    def _await_commands(self, lockstep: Lockstep) -> None:
        run = self._run
        assert run is not None
        if lockstep.left_s(monotonic()) > 0.0:
            if lockstep.rests(monotonic(), REST_S):
                self._rest()
            return
        tick = run.simulation.frame.tick
        reason = lockstep.give_up(tick)
        if reason:
            self._end("FAILED", reason)

    def _load(self, site: Site, episode: Episode) -> tuple[str, ...]:
        if self._lockstep is not None:
            self._lockstep.require(episode)
        simulation = self._begin(site, episode)
        self._end("SKIPPED", "reset")
        run = EpisodeRun(site, simulation, self._next_offset_ns)
        self._run = self._latest = run
        self._pacer.restart()
        if self._lockstep is not None:
            self._lockstep.published(run)
        gc.collect()
        gc.freeze()
        try:
            self._listener.began(run)
        except Exception as error:
            self._fail(run, error)
        if simulation.outcome is not None:
            self._finish(run)
        return simulation.warnings

    def _end(self, state: str, reason: str) -> None:
        run = self._run
        if run is not None:
            run.simulation.judge.close(state, reason, run.simulation.frame.tick)
            self._finish(run)

    def _fail(self, run: EpisodeRun, error: Exception) -> None:
        self._report("".join(traceback.format_exception(error)))
        tick = run.simulation.frame.tick
        run.simulation.judge.close("FAILED", f"tick {tick}: {type(error).__name__}: {error}", tick)

    def _finish(self, run: EpisodeRun) -> None:
        self._run = None
        self._next_offset_ns = run.stamp_ns + run.period_ns
        gc.unfreeze()
        outcome = run.simulation.outcome
        while self._steps:
            _, answer = self._steps.popleft()
            answer.set_exception(NotPossibleError(f"the episode ended at tick {outcome.tick}" if outcome else "ended"))
        try:
            self._listener.ended(run)
        except Exception as error:
            self._report("".join(traceback.format_exception(error)))

    def _rest(self) -> None:
        if self._lockstep is not None and not self._moving:
            self._lockstep.rest()
        try:
            self._listener.rested(self._latest)
        except Exception as error:
            self._report("".join(traceback.format_exception(error)))

    def _set_paused(self, paused: bool) -> None:
        self._paused = paused
        self._pacer.restart()

    def _set_pace(self, target_rtf: float) -> None:
        self._pacer = Pacer(target_rtf)

    def _want_steps(self, ticks: int) -> "Future[int]":
        if self._run is None:
            raise NotPossibleError("no episode is loaded")
        if not self._paused:
            raise NotPossibleError("the simulation is not paused; single ticks need set_paused first")
        answer: Future[int] = Future()
        if ticks < 1:
            answer.set_result(self._run.simulation.frame.tick)
        else:
            waiting = self._steps[-1][0] if self._steps else self._run.simulation.frame.tick
            self._steps.append((waiting + ticks, answer))
        return answer

    def _count_step(self, tick: int) -> None:
        while self._steps and self._steps[0][0] <= tick:
            self._steps.popleft()[1].set_result(tick)

    def _request(self, request: Request) -> Request:
        return self._running().simulation.orders.request(request)

    def _running(self) -> EpisodeRun:
        if self._run is None:
            raise NotPossibleError("no episode is running")
        return self._run

    def _command(self, command: CommandVelocity, stamp_ns: int) -> Request:
        if self._run is not None and self._lockstep is not None and not self._lockstep.accepts(command.robot):
            return command
        accepted = self._request(command)
        if self._lockstep is not None:
            self._lockstep.took(command, stamp_ns)
        return accepted

    def _stop(self) -> None:
        self._end("SKIPPED", "cancelled")
        self._stopping = True


def _with_scans(site: Site, episode: Episode) -> Simulation:
    return Simulation(site, episode, SimulationOptions(scans=True))
