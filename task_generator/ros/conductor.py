"""Which episode comes when: resets, ends and what was staged in between, one after the other in one thread."""

import traceback
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

from attrs import evolve

from arena_simulation_setup.episode_json import episode_hash
from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.site import Site
from task_generator.generator import generate
from task_generator.module_chain import ModuleChain
from task_generator.module_driver import ModuleDriver
from task_generator.parameters import declared_parameters
from task_generator.ros.current_episode import CurrentEpisode, Ending
from task_generator.ros.joining import joined_name, request_problem
from task_generator.ros.one_thread import OneThread
from task_generator.ros.ports import Board, ResetError, Runtime, Worlds
from task_generator.ros.settings import Settings
from task_generator.seeds import episode_seed
from task_generator.staging import Live, QueueRequest, Rejection, Staged, apply, stage

Answer = TypeVar("Answer")


class Conductor:
    """Decides about episodes. Public methods may be called from any thread; answers come as futures.

    Args:
        settings: What episodes are made with.
        worlds: Where worlds come from.
        runtime: Who simulates.
        board: Where the state is shown.
        finish: Called when the last episode of the run has ended.
    """

    def __init__(
        self, settings: Settings, worlds: Worlds, runtime: Runtime, board: Board, finish: Callable[[], None]
    ) -> None:
        self._settings, self._worlds, self._runtime, self._board = settings, worlds, runtime, board
        self._finish = finish
        self._thread = OneThread("conductor", board.warn)
        self._staged = Staged()
        self._human_params: dict[str, Any] = {}
        self._human_params_told: list[str] = []
        self._modules = ModuleDriver()
        self._current: CurrentEpisode | None = None
        self._episodes = 0
        self._run_seed = ""
        self._active = False

    def prepare(self) -> "Future[None]":
        """Take over what the parameters say about the people, and show what the first reset would use."""
        return self._thread.ask(self._prepare)

    def forget(self) -> "Future[None]":
        """Drop what is staged and what is known of the latest episode."""
        return self._thread.ask(self._forget)

    def activate(self, run_seed: str) -> "Future[None]":
        """Take resets from now on; the first episode follows at once where episodes follow by themselves."""
        return self._thread.ask(lambda: self._activate(run_seed))

    def deactivate(self) -> "Future[None]":
        """End the episode in progress and take no more resets."""
        return self._thread.ask(self._deactivate)

    def close(self, within_s: float) -> None:
        """End the episode in progress, show its end if the runtime tells in time, and stop.

        Args:
            within_s: How long to wait for the runtime, wall seconds.
        """
        current: CurrentEpisode | None = None
        with suppress(TimeoutError, ResetError):
            current = self._thread.ask(self._leave).result(within_s)
            if current is not None:
                current.done.result(within_s)
                self._thread.ask(lambda: None).result(within_s)
        if current is not None and not current.done.done():
            current.done.set_result(Ending("", "SKIPPED", "cancelled"))
        self._thread.stop()

    def stage(self, request: QueueRequest) -> "Future[str]":
        """Merge a request into what the next reset applies; why it was refused, or nothing."""
        return self._thread.ask(lambda: self._stage(request))

    def reset(self, world: str, seed: int, goal_uuid: str = "") -> "Future[CurrentEpisode]":
        """Start the next episode; the one in progress ends as skipped.

        Args:
            world: World argument; empty keeps the world.
            seed: Seed of the episode; below 0 derives it from the seed of the run.
            goal_uuid: Identifier of the action goal that asks; empty for none.

        Returns:
            The episode, once the runtime has it; the future raises ``ResetError`` where none was started.
        """
        return self._thread.ask(lambda: self._reset(world, seed, goal_uuid))

    def cancel(self, episode_id: int) -> "Future[None]":
        """End an episode if it is still in progress."""
        return self._thread.ask(lambda: self._cancel(episode_id))

    def heard(self, ending: Ending) -> "Future[None]":
        """Take note that the runtime has ended an episode."""
        return self._thread.ask(lambda: self._heard(ending))

    @property
    def chain(self) -> ModuleChain:
        """The modules with what they remember."""
        return self._modules.chain

    def wish(self, word: str) -> "Future[None]":
        """Take note that somebody wants the ``next`` or the ``previous`` stage of a curriculum."""
        return self._thread.ask(lambda: self._modules.wish(word))

    def look(self, question: Callable[[CurrentEpisode, Site], Answer]) -> "Future[Answer]":
        """Answer a question about the episode in progress; the future raises ``ResetError`` without one."""
        return self._thread.ask(lambda: self._look(question))

    def interfere(self) -> "Future[None]":
        """Take note that somebody changed the episode in progress."""
        return self._thread.ask(self._interfere)

    def add_robot(self, model: str, name: str) -> "Future[str]":
        """Stage a further robot; the future has its name.

        Args:
            model: Its model.
            name: The name that is wanted; empty for the one that it gets.
        """
        return self._thread.ask(lambda: self._add_robot(model, name))

    def lost_runtime(self) -> "Future[None]":
        """Take note that the runtime is gone."""
        return self._thread.ask(self._lost_runtime)

    def _leave(self) -> CurrentEpisode | None:
        running = self._running
        self._deactivate()
        return running

    @property
    def _running(self) -> CurrentEpisode | None:
        current = self._current
        return None if current is None or current.ending is not None else current

    def _live(self) -> Live:
        return self._settings.live(self._human_params)

    def _prepare(self) -> None:
        self._human_params = {**self._settings.human_params(), **self._human_params}
        self._board.show_queue(self._staged, self._live())

    def _forget(self) -> None:
        self._staged, self._human_params, self._current = Staged(), {}, None
        self._modules.forget()

    def _activate(self, run_seed: str) -> None:
        self._active = True
        self._run_seed = run_seed
        if self._settings.flag("task.episode.auto_reset"):
            self._next()

    def _deactivate(self) -> None:
        self._active = False
        if self._running is not None:
            self._tell_refusal(self._runtime.end())

    def _stage(self, request: QueueRequest) -> str:
        live = self._live()
        staged = stage(self._staged, request, live)
        if isinstance(staged, Rejection):
            return staged.message
        problem = request_problem(request, staged.world or live.world, live.world, self._worlds)
        if problem:
            return problem
        self._staged = staged
        self._board.show_queue(staged, live)
        self._interfere()
        return ""

    def _look(self, question: Callable[[CurrentEpisode, Site], Answer]) -> Answer:
        if self._running is None:
            raise ResetError("no episode is running")
        return question(self._running, self._worlds.of(self._running.live.world))

    def _interfere(self) -> None:
        if self._running is not None:
            self._update(evolve(self._running, integrity=False))

    def _add_robot(self, model: str, name: str) -> str:
        fleet = self._staged.robots or self._live().robots
        coming = joined_name(fleet, model, name, self._worlds.of(self._live().world))
        refusal = self._stage(QueueRequest(robots=(*fleet, model)))
        if refusal:
            raise ResetError(refusal)
        return coming

    def _reset(self, world: str, seed: int, goal_uuid: str) -> CurrentEpisode:
        if not self._active:
            raise ResetError("the node is not active; configure and activate it first")
        try:
            return self._started(world, seed, goal_uuid)
        except FileProblems as error:
            raise ResetError(f"the files have errors:\n{error}") from error
        except ResetError:
            raise
        except (ValueError, FileNotFoundError) as error:
            raise ResetError(str(error)) from error
        except Exception as error:
            self._board.warn(traceback.format_exc())
            raise ResetError(f"{type(error).__name__}: {error}") from error

    def _started(self, world: str, seed: int, goal_uuid: str) -> CurrentEpisode:
        self._ask_modules(self._modules.before_reset)
        applied = apply(self._staged, self._live(), declared_parameters())
        live = evolve(applied.live, world=world or applied.live.world)
        site = self._worlds.of(live.world)
        refused = self._settings.adopt(live)
        without_effect = [name for name in live.human_params if name not in self._human_params_told]
        self._human_params_told += without_effect
        unknown = [f"{name} is no parameter of the people here and has no effect" for name in without_effect]
        for sentence in (*applied.warnings, *([refused] if refused else []), *unknown):
            self._board.warn(sentence)
        self._staged, self._human_params = Staged(), dict(live.human_params)
        self._board.show_queue(self._staged, live)
        number = self._episodes + 1
        drawn = episode_seed(None if seed < 0 else seed, self._run_seed, live.world, number, 1)
        generated = generate(site, self._settings.request(number, drawn, live))
        for warning in generated.warnings:
            self._board.warn(warning)
        refusal = self._runtime.load(generated.episode)
        if refusal:
            raise ResetError(refusal)
        self._end(self._running, Ending("", "SKIPPED", "reset"))
        self._episodes = number
        self._board.show_world(live.world)
        current = CurrentEpisode(generated.episode, episode_hash(generated.episode), live, goal_uuid)
        self._update(current)
        self._ask_modules(self._modules.after_reset)
        return current

    def _ask_modules(self, hook: Callable[[Staged, Live, int, str], tuple[Staged, tuple[str, ...]]]) -> None:
        before = self._staged
        self._staged, warnings = hook(before, self._live(), self._episodes, self._run_seed)
        if self._staged != before:
            self._board.show_queue(self._staged, self._live())
        for warning in warnings:
            self._board.warn(warning)

    def _next(self) -> None:
        try:
            self._reset("", -1, "")
        except ResetError as error:
            self._board.warn(f"no episode was started: {error}")
            self._board.show_fatal(str(error), self._live())

    def _heard(self, ending: Ending) -> None:
        current = self._running
        if current is None or current.hash != ending.hash:
            return
        self._end(current, ending)
        if 0 <= self._settings.number("task.episode.count") <= self._episodes:
            self._finish()
        elif self._active and self._settings.flag("task.episode.auto_reset") and not ending.is_final:
            self._next()

    def _lost_runtime(self) -> None:
        self._end(self._running, Ending("", "FATAL", "runtime gone"))

    def _cancel(self, episode_id: int) -> None:
        current = self._running
        if current is not None and current.episode.episode_id == episode_id:
            self._tell_refusal(self._runtime.end())

    def _tell_refusal(self, refusal: str) -> None:
        if refusal:
            self._board.warn(refusal)

    def _end(self, current: CurrentEpisode | None, ending: Ending) -> None:
        if current is not None:
            self._modules.ended(ending.state)
            ended = evolve(current, ending=ending)
            self._update(ended)
            if not ended.done.done():
                ended.done.set_result(ending)

    def _update(self, current: CurrentEpisode) -> None:
        self._current = current
        self._board.show_episode(current)
