"""Compiles the loops that episodes run in, so that the first episode on a machine does not wait for it."""

import os

from arena_lab.bench_episode import standard_episode
from arena_runtime.simulation import Simulation, SimulationOptions
from arena_simulation_setup.site import open_site

WORLD = "hospital_1"
PEOPLE = 4
SECONDS = 2.0


def main() -> None:
    """Simulate a short episode with people, doors, a robot and its scanner."""
    site = open_site(WORLD, os.environ)
    simulation = Simulation(site, standard_episode(site, PEOPLE, seconds=SECONDS), SimulationOptions(scans=True))
    while simulation.outcome is None:
        simulation.step()


if __name__ == "__main__":
    main()
