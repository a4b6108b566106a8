"""A task from outside as an order: read and checked before it can break a tick."""

from collections.abc import Iterator

from attrs import evolve

from arena_runtime.simulation import Simulation
from arena_simulation_setup.conditions.judge import Judge
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.files.near_names import did_you_mean
from arena_simulation_setup.order import SubmitPhases
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.task_json import task_from_texts


def submitted(simulation: Simulation, robot: str, phases: str, conditions: str) -> SubmitPhases:
    """The order to give a robot a new task.

    Args:
        simulation: The running episode.
        robot: Name of the robot.
        phases: Phases as a JSON list; what a phase leaves out has its default.
        conditions: Clauses as a JSON list; empty for none.

    Raises:
        ValueError: If a text is no such list, there is no such robot, or a name stands for no place or for several.
    """
    order = task_from_texts(robot, phases, conditions)
    before = simulation.start.episode
    known = [entry.name for entry in before.robots]
    if robot not in known:
        raise ValueError(f"unknown robot {robot!r} (expected one of {', '.join(known)}{did_you_mean(robot, known)})")
    for complaint in _unknown_targets(order, simulation):
        raise ValueError(f"task of {robot}: {complaint}")
    # The judge refuses names that stand for several places; better here than within a tick.
    Judge(_with_task(before, order), simulation.start.layout)
    return order


def _unknown_targets(order: SubmitPhases, simulation: Simulation) -> Iterator[str]:
    layout = simulation.start.layout
    known = (*layout.area_named, *layout.people)
    for index, phase in enumerate(order.phases):
        if not isinstance(phase, GotoPhase):
            continue
        if phase.target is not None and phase.target not in known:
            near = did_you_mean(phase.target, known)
            yield f"phase {index}: {phase.target!r} is neither a zone, a door, an elevator nor a person{near}"
        if phase.pose is not None and phase.tolerance_radius is None:
            yield f"phase {index}: expected tolerance_radius, the distance in metres that counts as there"


def _with_task(episode: Episode, order: SubmitPhases) -> Episode:
    robots = [
        evolve(robot, phases=order.phases, conditions=order.conditions) if robot.name == order.robot else robot
        for robot in episode.robots
    ]
    return evolve(episode, robots=tuple(robots))
