"""The environment ``Arena-v0``: episodes in which actions drive one robot."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from arena_lab.gym.settings import settings_of
from arena_lab.gym.spaces import ObservationForm, Observed, action_space, command_of
from arena_lab.gym.top_view import Pixels, TopView
from arena_lab.gym.trial import DrivenRobot, Trial
from arena_runtime.simulation import Simulation
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.files.near_names import did_you_mean
from arena_simulation_setup.frame import CONTACT_KINDS
from arena_simulation_setup.randomness import SEED_BITS_MASK
from arena_simulation_setup.timebase import DEFAULT_RATE, ns_to_seconds
from arena_simulation_setup.verdict import EpisodeOutcome
from task_generator.generator import generate
from task_generator.seeds import episode_seed

EPISODE = "episode"
RENDER_MODES = ("rgb_array",)


class ArenaEnvironment(gymnasium.Env[Any, Any]):
    """One robot of an episode, driven by velocity commands.

    Args:
        render_mode: ``rgb_array`` for pictures from above; None for none.
        **given: See ``Settings``.

    Raises:
        ValueError: If an argument is unknown or impossible, or names something that does not exist.
        NotFoundError: If there is no such world.
        FileProblems: If the world's files have errors.

    Attributes:
        site: The world.
        settings: What the environment was made with.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 10}  # noqa: RUF012 - as the base class has it

    def __init__(self, render_mode: str | None = None, **given: Any) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode={render_mode!r}: expected None or {RENDER_MODES[0]!r}")
        self.settings, self.render_mode = settings_of(given), render_mode
        self.metadata = {**type(self).metadata, "render_fps": self.settings.decision_rate}
        self.site = self.settings.open_site()
        self._template = self.settings.request()
        self._model = self.settings.model(self.site, self._template)
        self._actions = action_space(self._model)
        self._form = ObservationForm(self.site, self._model, self.settings.scan)
        self.action_space, self.observation_space = self._actions, self._form.space
        self._count = 0
        self._warnings: tuple[str, ...] = ()
        self._trial: Trial | None = None
        self._recording: Path | None = None
        self._top_view: TopView | None = None

    @property
    def simulation(self) -> Simulation:
        """The running episode; to be read only.

        Raises:
            RuntimeError: Before the first reset.
        """
        return self._running().simulation

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Begin an episode.

        Args:
            seed: Seed of the episode, the one that ``arena run`` gives it; None draws one from the seed before.
            options: ``{"episode": Episode}`` begins this episode instead of a generated one.

        Raises:
            ValueError: If an option is unknown, or no such episode can be made.
        """
        super().reset(seed=seed)
        self._leave("another episode was begun")
        self._count += 1
        drawn = seed if seed is not None else int(self.np_random.integers(SEED_BITS_MASK))
        episode = self._asked_for(options or {}) or self._generated(drawn)
        robot = DrivenRobot(self.settings.controlled, self._model, self._form.has_scan)
        record_to = self.settings.record_to
        trial = Trial(self.site, episode, robot, None if record_to is None else Path(record_to))
        self._trial, self._recording = trial, trial.recording
        self._warnings += trial.simulation.warnings
        return self._observed(trial), {**self._told(trial), "warnings": list(self._warnings)}

    def step(self, action: NDArray[np.floating]) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Drive for one step.

        Raises:
            ValueError: If the action has another shape or a number that is not finite.
            RuntimeError: If no episode is running.
        """
        trial = self._running()
        if any(trial.ended()):
            raise RuntimeError("the episode is over; reset the environment before the next step")
        facts = trial.advance(command_of(action, self._actions), self.settings.ticks)
        terminated, truncated = trial.ended()
        if terminated or truncated:
            trial.end(f"the task of {trial.name} is over")
        return self._observed(trial), float(self.settings.reward(facts)), terminated, truncated, self._told(trial)

    def render(self) -> Pixels | None:
        """The building from above, shape (height, width, 3); None without a render mode."""
        if self.render_mode is None:
            return None
        if self._top_view is None:
            trial = self._running()
            self._top_view = TopView(self.site, trial.simulation, trial.robot, self.settings.render_size)
        return self._top_view.picture()

    def close(self) -> None:
        """Give the running episode up and complete its recording; may be called more than once."""
        self._leave("the environment was closed")

    def _running(self) -> Trial:
        if self._trial is None:
            raise RuntimeError("no episode is running; reset the environment first")
        return self._trial

    def _leave(self, reason: str) -> None:
        if self._top_view is not None:
            self._top_view.close()
            self._top_view = None
        if self._trial is not None:
            self._trial.end(reason)
            self._trial = None

    def _asked_for(self, options: Mapping[str, Any]) -> Episode | None:
        """The episode of the options; None where they have none."""
        for name in options:
            if name != EPISODE:
                hint = did_you_mean(name, (EPISODE,))
                raise ValueError(f"reset has no option {name!r} (expected {EPISODE!r}{hint})")
        episode: object = options.get(EPISODE)
        if episode is None:
            return None
        if not isinstance(episode, Episode):
            raise ValueError(f"option {EPISODE!r} is a {type(episode).__name__}, expected an Episode")
        if episode.rate != DEFAULT_RATE:
            raise ValueError(f"the episode has {episode.rate} ticks per second, expected {DEFAULT_RATE}")
        self._warnings = ()
        return episode

    def _generated(self, seed: int) -> Episode:
        own = episode_seed(seed, "", self.settings.world, 1, 1)
        generated = generate(self.site, evolve(self._template, seed=own, episode_id=self._count))
        self._warnings = generated.warnings
        return generated.episode

    def _observed(self, trial: Trial) -> Observed:
        observed = self._form.observed(trial.bearings, trial.velocity)
        if self._form.has_scan:
            observed["scan"] = trial.ranges()
        return observed

    def _told(self, trial: Trial) -> dict[str, Any]:
        simulation, frame = trial.simulation, trial.simulation.frame
        outcome = simulation.outcome or EpisodeOutcome("", frame.tick, "")
        touching = frame.contacts[frame.contacts[:, 0] == trial.robot].tolist()
        partners = simulation.start.layout.partners
        return {
            "seed": simulation.episode.seed,
            "tick": frame.tick,
            "time": ns_to_seconds(frame.time_ns),
            "outcome": outcome.state,
            "reason": outcome.reason,
            "is_success": trial.succeeded,
            "verdicts": list(simulation.judge.verdicts()),
            "phases": list(trial.phases),
            "contacts": [(CONTACT_KINDS[kind], partners[row] if row >= 0 else "") for _, kind, row in touching],
            "collisions": trial.collisions,
            "recording": "" if self._recording is None else str(self._recording),
        }
