"""Metrics of contacts: how many by kind, for how long, and who ran into whom."""

from collections.abc import Callable, Iterator

import numpy as np

from arena_evaluation.metrics.robot_run import RobotRun
from arena_evaluation.metrics.track import STEP, between
from arena_simulation_setup.conditions.contact_intervals import ContactInterval
from arena_simulation_setup.timebase import NANOSECONDS_PER_SECOND

PEDESTRIAN = "pedestrian"


def collisions(run: RobotRun) -> int:
    """Number of contacts with anything."""
    return len(run.contacts)


def collisions_with(kind: str) -> Callable[[RobotRun], int]:
    """The metric that counts contacts with one kind of things."""

    def counted(run: RobotRun) -> int:
        return sum(contact.kind == kind for contact in run.contacts)

    return counted


def collision_time(run: RobotRun) -> float:
    """Seconds in contact with anything."""
    total_ns, until_ns = 0, -1
    for contact in sorted(run.contacts, key=lambda contact: contact.start_ns):
        total_ns += max(0, contact.end_ns - max(contact.start_ns, until_ns))
        until_ns = max(until_ns, contact.end_ns)
    return total_ns / NANOSECONDS_PER_SECOND


def robot_on_person_collisions(run: RobotRun) -> int:
    """Contacts with people that the robot came to faster than the person did."""
    return sum(robot >= person for robot, person in _approaches(run))


def person_on_robot_collisions(run: RobotRun) -> int:
    """Contacts with people that the person came to faster than the robot did."""
    return sum(robot < person for robot, person in _approaches(run))


def _approaches(run: RobotRun) -> Iterator[tuple[float, float]]:
    """Speeds of the robot and of the person towards each other before each contact of the two, m/s."""
    for contact in run.contacts:
        if contact.kind == PEDESTRIAN and contact.partner in run.episode.people:
            yield _approach(run, contact)


def _approach(run: RobotRun, contact: ContactInterval) -> tuple[float, float]:
    times = run.episode.times
    at = contact.start_ns / NANOSECONDS_PER_SECOND
    before = max(float(times[0]), at - STEP)
    wanted = np.array([before, at])
    robot = between(times, run.rows[:, :2], wanted)
    person = between(times, run.episode.people[contact.partner][:, :2], wanted)
    towards = person[1] - robot[1]
    distance = float(np.hypot(*towards))
    if at <= before or distance <= 0.0 or np.isnan(distance):
        return (0.0, 0.0)
    direction = towards / distance / (at - before)
    return float((robot[1] - robot[0]) @ direction), float((person[0] - person[1]) @ direction)
