"""What must be true of everything in an episode together."""

from collections.abc import Sequence

from arena_simulation_setup.episode import EpisodeObject, EpisodePerson, EpisodeRobot
from arena_simulation_setup.scenario.phase import GotoPhase
from task_generator.errors import GenerationError


def check_cast(
    robots: Sequence[EpisodeRobot], people: Sequence[EpisodePerson], objects: Sequence[EpisodeObject]
) -> None:
    """Make sure that every name is used once, and that people whom a robot shall drive to take part.

    Raises:
        GenerationError: If not.
    """
    known = [person.name for person in people]
    seen: dict[str, None] = {}
    for name in [*(robot.name for robot in robots), *known, *(entry.name for entry in objects)]:
        if name in seen:
            raise GenerationError(f"two things of the episode are called {name!r}, expected a name of its own for each")
        seen[name] = None
    for robot in robots:
        for phase in robot.phases:
            if isinstance(phase, GotoPhase) and phase.target and phase.pose is None and phase.target not in known:
                takes_part = ", ".join(known) or "nobody"
                raise GenerationError(
                    f"robot {robot.name} shall drive to person {phase.target!r}, who takes no part "
                    f"in the episode (people: {takes_part})"
                )
