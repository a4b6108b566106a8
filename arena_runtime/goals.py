"""From the active phase of a robot to the goal of its navigator."""

from math import isnan

from arena_runtime.robots.goal import Goal
from arena_simulation_setup.frame import Frame, FrameLayout
from arena_simulation_setup.scenario.phase import GotoPhase, Phase

CLOSE_ENOUGH = 0.1
TOLERANCE_SHARE = 0.5
ACCEPTABLE_SHARE = 0.9


def goal_of(active: tuple[int, Phase] | None, frame: Frame, layout: FrameLayout) -> Goal | None:
    """Where the navigator shall go for a phase; None means to stand still.

    A pose is approached well within its tolerance, so that the robot does not stop on the edge of it. A person is
    followed to where the person is now. A named area without a dispatch pose is entered anywhere.

    Args:
        active: Index and phase, as the judge names it.
        frame: Latest frame.
        layout: Its layout.
    """
    if active is None or not isinstance(active[1], GotoPhase):
        return None
    phase = active[1]
    if phase.pose is not None:
        radius = phase.tolerance_radius or 0.0
        angle = phase.tolerance_angle or 0.0
        return Goal(
            point=phase.pose.xy,
            yaw=phase.pose.yaw if angle > 0.0 and phase.target is None else None,
            position_tolerance=max(0.02, min(CLOSE_ENOUGH, radius * TOLERANCE_SHARE)),
            yaw_tolerance=max(0.02, angle * TOLERANCE_SHARE),
            acceptable_distance=radius * ACCEPTABLE_SHARE if phase.target is None else 0.0,
        )
    return None if phase.target is None else _named_goal(phase.target, phase.tolerance_radius or 0.0, frame, layout)


def _named_goal(target: str, radius: float, frame: Frame, layout: FrameLayout) -> Goal | None:
    row = layout.person_index.get(target)
    if row is not None:
        x, y = frame.people[row, :2].tolist()
        return None if isnan(x) else Goal(point=(x, y), position_tolerance=max(0.1, radius * TOLERANCE_SHARE))
    area = layout.area_named.get(target)
    return None if area is None else Goal(polygon=area.corners)
