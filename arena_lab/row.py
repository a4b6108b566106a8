"""The result row of an episode."""

from collections.abc import Mapping
from typing import Any

from attrs import asdict, frozen

from arena_simulation_setup.verdict import PhaseOutcome, Verdict


@frozen
class EpisodeRow:
    """What came out of one episode.

    Attributes:
        episode: Number within the run, from 1.
        world: The world argument as given.
        scenario: Name of the scenario; empty for generated obstacles.
        seed: Seed of the episode; None where it failed before one was known.
        outcome: SUCCESS, FAILED, SKIPPED or FATAL.
        info: Why.
        verdicts: One per clause and robot.
        phases: One per phase.
        collisions: How often a robot touched something; see ``contact_intervals``.
        sim_s: Simulated seconds.
        wall_s: Wall seconds from reset to outcome.
        recording: Path of the recording; None where nothing was recorded.
        failed_to_run: Whether the episode could not be made or broke while it ran.
    """

    episode: int
    world: str
    scenario: str
    seed: int | None
    outcome: str
    info: str
    verdicts: tuple[Verdict, ...] = ()
    phases: tuple[PhaseOutcome, ...] = ()
    collisions: int = 0
    sim_s: float = 0.0
    wall_s: float = 0.0
    recording: str | None = None
    failed_to_run: bool = False

    @property
    def rtf(self) -> float | None:
        """Simulated seconds per wall second; None before any time has passed."""
        return self.sim_s / self.wall_s if self.wall_s > 0.0 else None

    def mapping(self) -> Mapping[str, Any]:
        """The row as JSON values, with the documented keys."""
        return {
            "episode": self.episode,
            "world": self.world,
            "scenario": self.scenario,
            "seed": self.seed,
            "outcome": self.outcome,
            "info": self.info,
            "verdicts": [asdict(verdict) for verdict in self.verdicts],
            "phases": [asdict(phase) for phase in self.phases],
            "collisions": self.collisions,
            "sim_s": round(self.sim_s, 3),
            "wall_s": round(self.wall_s, 3),
            "rtf": None if self.rtf is None else round(self.rtf, 1),
            "recording": self.recording,
        }
