"""Reading the tasks of robots."""

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields, keys_of
from arena_simulation_setup.files.places import ORIGIN_POSE, pose_or_place
from arena_simulation_setup.files.read_clause import read_clause
from arena_simulation_setup.files.read_phase import read_phase
from arena_simulation_setup.files.values import text
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import GotoPhase, Phase
from arena_simulation_setup.scenario.robot_task import RobotTask

NOWHERE: Pose | str = ORIGIN_POSE


def read_robot_task(cursor: Cursor) -> RobotTask:
    """One entry of a scenario's ``robots:`` list."""
    fields = Fields(cursor, (*keys_of(RobotTask), "goal"))
    return RobotTask(
        start=fields.required("start", pose_or_place, NOWHERE),
        start_floor=fields.optional("start_floor", text, ""),
        goal_floor=fields.optional("goal_floor", text, ""),
        phases=_phases(fields),
        conditions=fields.listed("conditions", read_clause),
        extra=fields.rest(),
    )


def _phases(fields: Fields) -> tuple[Phase, ...]:
    phases = fields.listed("phases", read_phase)
    goal: Pose | str | None = fields.optional("goal", pose_or_place, None)
    if goal is None:
        return phases
    if phases:
        fields.warn("goal", "robot.goal", "'goal' is ignored, 'phases' are given", expected="phases alone")
        return phases
    fields.warn(
        "goal", "robot.goal", "'goal' is deprecated and read as one goto phase", expected="phases: [{goto: ...}]"
    )
    if isinstance(goal, str):
        return (GotoPhase(target=goal),)
    return (GotoPhase(pose=goal),)
