"""Runs and records an episode, slowly; prints the tick after each simulated second of it."""

import sys
import time
from pathlib import Path

from arena_lab.run import RunOptions, run_episode
from arena_runtime.simulation import Simulation
from arena_simulation_setup.site import open_site
from task_generator.generator import generate
from task_generator.request import EpisodeRequest

LAST_NS = 8_000_000_000


def progress(time_ns: int, simulation: Simulation) -> None:
    """Tell that a second has passed, and wait."""
    sys.stdout.write(f"{simulation.frame.tick}\n")
    sys.stdout.flush()
    # Whoever ends this early has all the time for it.
    time.sleep(0.1 if time_ns < LAST_NS else 60.0)


site = open_site("map_empty", {})
made = generate(site, EpisodeRequest(1, 1, "scenario", "scenario", scenario="default"))
run_episode(site, made.episode, RunOptions(Path(sys.argv[1]), progress=progress))
