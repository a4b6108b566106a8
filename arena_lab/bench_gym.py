"""How many steps a second the environment for learning makes."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

from arena_lab.bench_runtime import Figure, Progress
from arena_lab.run import quiet_collector
from arena_runtime.simulation import Simulation
from arena_simulation_setup.order import CommandVelocity

STEPS = 1000
LEAST_STEPS_PER_SECOND = 200.0
MOST_OVER_TICKS = 1.5
MOST_RESET_MS = 500.0


def gym_figures(world: str, scenario: str, seed: int, repeats: int, progress: Progress) -> tuple[Figure, ...]:
    """Steps of a robot with random actions, with and without its scans, beside the bare ticks of the same episode.

    Args:
        world: The world argument.
        scenario: Name of a scenario; empty for random episodes.
        seed: Seed of the episode and of the actions.
        repeats: Runs; the fastest counts.
        progress: Told what comes next.

    Raises:
        ModuleNotFoundError: Without Gymnasium; the sentence says what to install.
    """
    from arena_lab.gym.environment import ArenaEnvironment

    given: dict[str, Any] = {"world": world, "scenario": scenario, "timeout": -1.0, "no_progress": -1.0}
    progress("loading the world")
    seeing, blind = ArenaEnvironment(**given), ArenaEnvironment(scan=False, **given)
    parts: tuple[Callable[[], float], ...] = (
        lambda: _steps_s(seeing, seed),
        lambda: _steps_s(blind, seed),
        lambda: _bare_s(blind, seed),
        lambda: _reset_s(blind, seed),
    )
    progress(f"{STEPS} steps with scans, without, and their bare ticks, in turn")
    runs = [[part() for part in parts] for _ in range(repeats)]
    with_scan, without, bare, resets = (min(times) for times in zip(*runs, strict=True))
    return (
        Figure("steps_per_s", "steps a second with scans", STEPS / with_scan, at_least=LEAST_STEPS_PER_SECOND),
        Figure("blind_steps_per_s", "steps a second without scans", STEPS / without, at_least=LEAST_STEPS_PER_SECOND),
        Figure("over_ticks", "a step without scans beside its bare ticks", without / bare, at_most=MOST_OVER_TICKS),
        Figure("reset_ms", "a reset, ms", resets * 1e3, at_most=MOST_RESET_MS),
    )


def _actions(environment: Any, seed: int) -> Any:
    limits = environment.action_space.high
    return np.random.Generator(np.random.PCG64(seed)).uniform(-limits, limits, (STEPS, len(limits))).astype(np.float32)


def _steps_s(environment: Any, seed: int) -> float:
    """Seconds of all steps; an episode that ends is begun again, which does not count."""
    environment.reset(seed=seed)
    spent = 0.0
    with quiet_collector():
        for action in _actions(environment, seed):
            began = perf_counter()
            *_, terminated, truncated, _ = environment.step(action)
            spent += perf_counter() - began
            if terminated or truncated:
                environment.reset(seed=seed)
    return spent


def _bare_s(environment: Any, seed: int) -> float:
    environment.reset(seed=seed)
    episode, robot = environment.simulation.episode, environment.simulation.start.layout.robots[0]
    simulation = Simulation(environment.site, episode)
    spent = 0.0
    with quiet_collector():
        for action in _actions(environment, seed).tolist():
            if simulation.outcome is not None:
                simulation = Simulation(environment.site, episode)
            began = perf_counter()
            simulation.orders.request(CommandVelocity(robot, action[0], 0.0, action[-1]))
            for _ in range(environment.settings.ticks):
                simulation.step()
            spent += perf_counter() - began
    return spent


def _reset_s(environment: Any, seed: int) -> float:
    began = perf_counter()
    environment.reset(seed=seed)
    return perf_counter() - began
