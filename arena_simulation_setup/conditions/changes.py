"""What has changed since the judge was last asked."""

from attrs import define, field

from arena_simulation_setup.verdict import EpisodeOutcome, Observation, PhaseOutcome, Verdict


@define
class Changes:
    """Collected in the order in which they happened.

    Attributes:
        verdicts: Clauses that were decided.
        phases: Phases that ended.
        stopped_robots: Robots whose task was given up.
    """

    verdicts: list[Verdict] = field(factory=list)
    phases: list[PhaseOutcome] = field(factory=list)
    stopped_robots: list[str] = field(factory=list)

    def take(self, outcome: EpisodeOutcome | None) -> Observation:
        """Hand everything out once, with the episode's outcome where it ended."""
        if not (self.verdicts or self.phases or self.stopped_robots or outcome):
            return _NOTHING
        taken = Observation(tuple(self.verdicts), tuple(self.phases), tuple(self.stopped_robots), outcome)
        self.verdicts, self.phases, self.stopped_robots = [], [], []
        return taken


_NOTHING = Observation()
