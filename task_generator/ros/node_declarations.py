"""Parameters of the node itself; those of the task modes come from their schemas."""

from math import pi, radians

from arena_simulation_setup.episode import ADAPTERS
from task_generator.adapters import NAVIGATOR, parse_adapters
from task_generator.declarations import BOOL, DOUBLE, INTEGER, STRING, STRING_ARRAY, ParameterDeclaration
from task_generator.fleet import parse_fleet
from task_generator.humans import DEFAULT_HUMAN, checked_human, humans
from task_generator.tasks.registry import MODULES, OBSTACLES_MODES, ROBOTS_MODES

GOAL = "task.episode.goto_pose"
SPAWN = "task.episode.spawn"
UNLIMITED = -1.0
LONGEST_S = 1e9


def node_declarations() -> tuple[ParameterDeclaration, ...]:
    """All of them; limits below zero mean without limit."""
    limit, long = (UNLIMITED, LONGEST_S), (0.0, LONGEST_S)
    return (
        ParameterDeclaration("world", STRING, "map_empty", "name of a world, name[0,3] for some levels, or a path"),
        ParameterDeclaration("run_seed", STRING, "", "what every seed of the run derives from; empty draws one"),
        ParameterDeclaration(
            "robot", STRING, "jackal", "robots: model, model[n], or a comma list of these", check=parse_fleet
        ),
        ParameterDeclaration(
            "robot.mobile",
            STRING,
            NAVIGATOR,
            f"who drives: {', '.join(ADAPTERS)}; a comma list has one for each robot, name=adapter is one's own",
            check=parse_adapters,
        ),
        ParameterDeclaration(
            "human",
            STRING,
            DEFAULT_HUMAN,
            f"human backend, for mode prompt: {', '.join(humans())}",
            check=checked_human,
        ),
        ParameterDeclaration("scenario", STRING, "", "short for both modes scenario with this file"),
        ParameterDeclaration("task.obstacles", STRING, "random", "obstacle mode", _enum(OBSTACLES_MODES.names())),
        ParameterDeclaration("task.robots", STRING, "random", "robot mode", _enum(ROBOTS_MODES.names())),
        ParameterDeclaration(
            "task.modules", STRING_ARRAY, (), "modules that take part in resets", _enum(MODULES.names())
        ),
        ParameterDeclaration(
            "human_params", STRING_ARRAY, (), "parameters of the people, each humansim.<name>:=<value> or the like"
        ),
        ParameterDeclaration("task.episode.count", INTEGER, -1, "episodes until the node leaves, below 0 endless"),
        ParameterDeclaration("task.episode.auto_reset", BOOL, True, "whether an episode follows on an episode"),
        ParameterDeclaration("task.episode.timeout", DOUBLE, UNLIMITED, "simulated seconds until it fails", "", limit),
        ParameterDeclaration("task.episode.fail_on_collision", BOOL, False, "whether a contact ends it"),
        ParameterDeclaration(
            f"{GOAL}.timeout.no_progress", DOUBLE, UNLIMITED, "seconds within 1 m of one spot until it fails", "", limit
        ),
        ParameterDeclaration(f"{GOAL}.tolerance.radius", DOUBLE, 1.0, "metres from a goal pose", "", (0.0, 100.0)),
        ParameterDeclaration(
            f"{GOAL}.tolerance.angle", DOUBLE, radians(30.0), "radians from its heading, 0 for any", "", (0.0, pi)
        ),
        ParameterDeclaration(f"{GOAL}.hold_time", DOUBLE, 0.0, "seconds to stay parked at a goal", "", long),
        ParameterDeclaration(f"{GOAL}.signal", STRING, "", "what a robot must signal at a goal, empty for nothing"),
        ParameterDeclaration(f"{SPAWN}.robot_clearance", DOUBLE, 0.25, "metres around starts and goals", "", long),
        ParameterDeclaration(f"{SPAWN}.obstacle_clearance", DOUBLE, 0.35, "metres around drawn objects", "", long),
        ParameterDeclaration(
            f"{SPAWN}.obstacle_max_radius", DOUBLE, 15.0, "metres, of the widest drawn object, below 0 any", "", limit
        ),
        ParameterDeclaration("assets.strict", BOOL, False, "whether a missing asset is an error, not a placeholder"),
        ParameterDeclaration(
            "timeout_wait_for_service", DOUBLE, 30.0, "wall seconds to wait for the runtime", "", (0.0, 3600.0)
        ),
        ParameterDeclaration("autostart", BOOL, False, "whether the node configures and activates itself at start"),
    )


def _enum(names: tuple[str, ...]) -> str:
    return f"enum:{','.join(names)}"
