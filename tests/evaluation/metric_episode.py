"""Episodes from trajectories that somebody can compute by hand."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from arena_evaluation.metrics.recorded_run import collected
from arena_evaluation.metrics.robot_run import RobotRun
from arena_simulation_setup.episode import Episode, EpisodePerson, EpisodeRobot, WorldReference
from arena_simulation_setup.frame import CONTACT_KINDS, Area, EpisodeStart, FactColumn, Frame, FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.recording.codec import OutcomeRecord, VerdictSnapshot
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.timebase import tick_time_ns
from arena_simulation_setup.verdict import EpisodeOutcome, PhaseOutcome, Verdict

ROBOT = "jackal_0"
RADIUS = 0.25

Path2D = Callable[[float], tuple[float, float]]
Floats = NDArray[np.float64]


def heading(path: Path2D, time: float) -> float:
    """Direction of travel, radians."""
    (x, y), (next_x, next_y) = path(time - 1e-4), path(time + 1e-4)
    return math.atan2(next_y - y, next_x - x)


def goto(x: float, y: float, radius: float = 0.3) -> GotoPhase:
    return GotoPhase(pose=Pose(x, y), tolerance_radius=radius, tolerance_angle=0.0, hold_time=0.0, signal="")


def run_of(
    path: Path2D,
    seconds: float,
    people: Mapping[str, Path2D] | None = None,
    *,
    rate: int = 30,
    yaw: Callable[[float], float] | None = None,
    phases: Sequence[GotoPhase] = (),
    met: int | None = None,
    outcome: str = "SUCCESS",
    reason: str = "",
    areas: Sequence[Area] = (),
    numbers: Mapping[tuple[str, str], Callable[[float], float]] | None = None,
    codes: Mapping[tuple[str, str, tuple[str, ...]], Callable[[float], int]] | None = None,
    contacts: Sequence[tuple[float, float, str, str]] = (),
    ticks: Sequence[int] | None = None,
    world_json: str = "",
    groups: Mapping[str, str] | None = None,
    verdicts: Sequence[Verdict] = (),
) -> RobotRun:
    """A robot that follows a path for some seconds.

    Args:
        path: Seconds to metres.
        seconds: Duration.
        people: Likewise; NaN means absent.
        rate: Frames per second.
        yaw: Seconds to radians; None is the direction of travel.
        phases: The robot's task.
        met: How many of its phases were met, the last at the end; None is all.
        outcome: State of the end; empty is a cut recording.
        reason: Of the end.
        areas: Places.
        numbers: Entity and field to the value over time.
        codes: Entity, field and texts to the code over time.
        contacts: First and last second, kind and partner.
        ticks: Which frames there are; None is all.
        world_json: Text of the world.
        groups: Person to group.
        verdicts: What was judged.
    """
    people, numbers, codes = people or {}, numbers or {}, codes or {}
    partners = tuple(dict.fromkeys(partner for *_, partner in contacts if partner))
    layout = FrameLayout(
        robots=(ROBOT,),
        people=tuple(people),
        numbers=tuple(FactColumn(entity, "", name, "continuous") for entity, name in numbers),
        codes=tuple(FactColumn(entity, "", name, "discrete", codes=texts) for entity, name, texts in codes),
        partners=partners,
        areas=tuple(areas),
    )
    wanted = range(round(seconds * rate) + 1) if ticks is None else ticks
    frames = []
    for tick in wanted:
        time_ns = tick_time_ns(tick, rate)
        time = time_ns / 1e9
        frames.append(
            Frame(
                tick,
                time_ns,
                [[*path(time), heading(path, time) if yaw is None else yaw(time), 0.0, 0.0, 0.0]],
                [[*walk(time), 0.0, 0.0, 0.0] for walk in people.values()],
                [value(time) for value in numbers.values()],
                [value(time) for value in codes.values()],
                [
                    [0, CONTACT_KINDS.index(kind), partners.index(partner) if partner else -1]
                    for first, last, kind, partner in contacts
                    if first - 1e-6 <= time <= last + 1e-6
                ],
                [255],
                [],
            )
        )
    described = tuple(
        EpisodePerson(name, "adult", RADIUS, 1.7, Pose(0.0, 0.0), 1.0, agent={"group": (groups or {}).get(name)})
        for name in people
    )
    robot = EpisodeRobot(ROBOT, "jackal", RADIUS, Pose(*path(0.0)), tuple(phases))
    episode = Episode(1, WorldReference("w", "0"), "s", 7, rate=rate, robots=(robot,), people=described)
    start = EpisodeStart(0, episode, layout, world_json)
    last = frames[-1].tick
    done = len(phases) if met is None else met
    judged = tuple(
        PhaseOutcome(ROBOT, index, "goto", "met" if index < done else "failed", last, "because")
        for index in range(len(phases))
    )
    said = VerdictSnapshot(last, frames[-1].time_ns, tuple(verdicts), judged)
    end = [OutcomeRecord(1, "", EpisodeOutcome(outcome, last, reason))] if outcome else []
    return RobotRun(collected(start, [*frames, said, *end]), ROBOT)


def straight(speed: float = 1.0, angle: float = 0.0, x: float = 0.0, y: float = 0.0) -> Path2D:
    return lambda time: (x + speed * time * math.cos(angle), y + speed * time * math.sin(angle))


def circle(radius: float, speed: float = 1.0) -> Path2D:
    return lambda time: (radius * math.cos(speed * time / radius), radius * math.sin(speed * time / radius))


def standing(x: float, y: float) -> Path2D:
    return lambda _: (x, y)


def square(name: str, x: float, y: float, size: float, level: str = "0") -> Area:
    """An area of a size with its lower left corner at a point."""
    return Area(name, level, "zone", ((x, y), (x + size, y), (x + size, y + size), (x, y + size)))
