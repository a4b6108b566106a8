"""Modules: what else takes part in a reset, and what else listens between resets.

A module is a pure function with a memory: each hook takes what the module remembered and gives what it remembers from
then on, so that whoever drives it, a node or a test, holds all of its state.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.order import Request
from arena_simulation_setup.route import RoutePlanner
from task_generator.parameters import Parameters
from task_generator.staging import Live, QueueRequest
from task_generator.task_defaults import TaskDefaults
from task_generator.tasks import TaskMode
from task_generator.tasks.robots.guided.tour import Tour

NEXT, PREVIOUS = "next", "previous"


@frozen(eq=False)
class Moment:
    """What a module sees at a reset.

    Attributes:
        live: What episodes are made with, before what is staged is applied.
        parameters: Values of all declared parameters.
        outcomes: Outcome states of the episodes that ended since the reset before, in order.
        wishes: ``next`` and ``previous``, as they were heard since the reset before.
        episodes: Number of episodes that were begun so far.
        run_seed: Seed text of the run.
    """

    live: Live
    parameters: Parameters
    outcomes: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()
    episodes: int = 0
    run_seed: str = ""


@frozen
class Step:
    """What a hook wants.

    Attributes:
        memory: What the module remembers.
        request: What to stage before the reset applies what is staged; None for nothing.
        warnings: Sentences.
    """

    memory: Any = None
    request: QueueRequest | None = None
    warnings: tuple[str, ...] = ()


@frozen
class InitialPose:
    """Somebody pointed out where robots shall be, map frame."""

    pose: Pose


@frozen
class GoalPose:
    """Somebody pointed out where robots shall go, map frame."""

    pose: Pose


@frozen
class ClickedPoint:
    """Somebody clicked on a point, metres, map frame."""

    point: Corner


Event = InitialPose | GoalPose | ClickedPoint


@frozen(eq=False)
class Scene:
    """The episode in progress as a listener needs it.

    Attributes:
        robots: Name and radius in metres of each robot, in order.
        planner: Free space of the episode.
        defaults: Tolerances of new phases.
        tours: Waypoints of guided robots by name; None where the robot mode is another.
        positions: Where robots are by name, metres, map frame; of one that is not listed nobody asks for its ways.
    """

    robots: tuple[tuple[str, float], ...]
    planner: RoutePlanner
    defaults: TaskDefaults = TaskDefaults()
    tours: Mapping[str, Tour] | None = None
    positions: Mapping[str, Corner] = field(factory=dict)


@frozen
class Reaction:
    """What an event leads to.

    Attributes:
        orders: For the runtime, in order; whoever sends one takes the integrity of the episode.
        reset: Whether the next episode shall begin at once.
        tours: The tours from then on; None where nothing changes about them.
        warnings: Sentences.
    """

    orders: tuple[Request, ...] = ()
    reset: bool = False
    tours: Mapping[str, Tour] | None = field(default=None)
    warnings: tuple[str, ...] = ()


class TM_Module(TaskMode):
    """Base of the modules: nothing happens."""

    def __init__(self) -> None:
        """Modules outlive episodes, so that they have no surroundings of their own."""

    def before_reset(self, memory: Any, moment: Moment) -> Step:
        """What to stage before a reset.

        Args:
            memory: What the module remembered last; None at first.
            moment: What there is to see.
        """
        return Step(memory)

    def after_reset(self, memory: Any, moment: Moment) -> Step:
        """What follows on a reset; a request counts for the next one."""
        return Step(memory)

    def heard(self, event: Event, scene: Scene) -> Reaction:
        """What an event during an episode leads to."""
        return Reaction()


def spread(pose: Pose, robots: Sequence[tuple[str, float]], planner: RoutePlanner) -> dict[str, Pose]:
    """A place of its own for each robot, as near to a pose as there is one; robots without any are left out.

    Args:
        pose: Where the first one is wanted, map frame; all take its heading.
        robots: Name and radius in metres of each.
        planner: Where they fit.
    """
    placed: dict[str, Pose] = {}
    taken: list[tuple[Corner, float]] = []
    for name, radius in robots:
        spot = _nearest(pose.xy, radius, taken, planner)
        if spot is not None:
            taken.append((spot, radius))
            placed[name] = Pose(*spot, yaw=pose.yaw)
    return placed


# Between robots that are put beside each other, metres.
GAP = 0.1


def _nearest(
    wanted: Corner, radius: float, taken: Sequence[tuple[Corner, float]], planner: RoutePlanner
) -> Corner | None:
    points = planner.free_points(radius)
    x, y = points[:, 0], points[:, 1]
    free = planner.clearance.at_points(x, y) >= radius
    for (other_x, other_y), other in taken:
        free &= (x - other_x) ** 2 + (y - other_y) ** 2 >= (radius + other + GAP) ** 2
    if planner.is_free(*wanted, radius) and not taken:
        return wanted
    points = points[free]
    if not len(points):
        return None
    offsets = points - wanted
    nearest_x, nearest_y = points[int((offsets * offsets).sum(axis=1).argmin())].tolist()
    return (nearest_x, nearest_y)
