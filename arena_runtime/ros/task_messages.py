"""What a robot is asked to do, as messages for a planner from outside."""

from arena_simulation_setup.frame import Frame, FrameLayout
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.scenario.phase import GotoPhase, Phase


def target_pose(phase: Phase, frame: Frame, layout: FrameLayout) -> Pose | None:
    """Where a phase sends its robot, map frame; None where it sends it nowhere (holding, gestures).

    A person is followed to where the person is now; an area without a dispatch pose is entered at its middle.

    Args:
        phase: The active phase.
        frame: Latest frame.
        layout: Its layout.
    """
    if not isinstance(phase, GotoPhase):
        return None
    if phase.pose is not None:
        return phase.pose
    if phase.target is None:
        return None
    row = layout.person_index.get(phase.target)
    if row is not None:
        x, y = frame.people[row, :2].tolist()
        return None if x != x else Pose(x, y)
    corners = next(
        (area.corners for area in layout.areas if phase.target in (area.name, f"{area.name}/{area.level}")), ()
    )
    return _middle(corners)


def _middle(corners: tuple[Corner, ...]) -> Pose | None:
    if not corners:
        return None
    return Pose(sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
