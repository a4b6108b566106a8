"""Robots that stand somewhere."""

from numpy.random import Generator

from arena_simulation_setup.geometry import Pose
from task_generator.mode_context import FleetMember, ModeContext
from task_generator.tasks.robots import Assignment
from task_generator.walkers import any_heading


def parked_at_random(context: ModeContext, member: FleetMember, random: Generator) -> Assignment:
    """A robot without goals at a free place, which is taken.

    Raises:
        PlacementError: If there is none.
    """
    demand = context.world_manager.robot_demand(member.model.radius)
    point = context.world_manager.place(demand, random, f"robot {member.name}")
    return Assignment(Pose(*point, yaw=any_heading(random)))
