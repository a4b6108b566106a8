"""Options of `arena evaluation import`."""

from collections.abc import Mapping, Sequence
from math import radians
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from arena_cli.argument import UsageError, count_value, float_value, size_value
from arena_cli.evaluation_paths import complain
from arena_cli.option_parser import OptionParser, value_of
from arena_simulation_setup.files.near_names import near_or_all
from arena_simulation_setup.timebase import seconds_to_ns

if TYPE_CHECKING:
    from arena_evaluation.foreign.options import ImportOptions, Judging
    from arena_simulation_setup.conditions.clause import Clause
    from arena_simulation_setup.geometry import Pose

HEADING_TOLERANCE = radians(30.0)
FRAMES = ("map", "base")
_SIGNED = ("--offset", "--goal")

EXAMPLES = """\
  arena evaluation import my_bag --list
  arena evaluation import my_bag world:=hospital_1 -o imported
  arena evaluation import run.mcap world:=./my_world --robot spot=/spot/odometry --goal 4.5,2 -o imported
  arena evaluation import bags/* world:=hospital_1 --offset=-12.5,3,1.57 --conditions rules.yaml -o imported --json

Each PATH is a rosbag2 folder, or a file *.mcap or *.db3, and becomes an episode in a folder of its own below DIR, which
replay, metrics and report take like any other. docs/import.md says what is read and how.

exit codes: 0 imported, 1 a recording could not be read or written, 2 bad usage, 3 a condition is violated"""


@frozen
class Wanted:
    """What the caller wants.

    Attributes:
        paths: Recordings.
        output: Folder to write into; None where nothing shall be written.
        only_list: Whether to look only.
        as_json: Whether to answer in JSON.
        scenario: Scenario whose tasks and conditions are judged; empty for none.
        options: How recordings shall be understood.
        judging: What is asked of them.
    """

    paths: tuple[Path, ...]
    output: Path | None
    only_list: bool
    as_json: bool
    scenario: str
    options: "ImportOptions"
    judging: "Judging"


def read_options(words: Sequence[str]) -> Wanted:
    """Read the options.

    Raises:
        UsageError: If one is unknown or has a bad value.
        OSError: If the file of conditions can not be read.
        FileProblems: If it has errors.
    """
    from arena_evaluation.foreign.options import ImportOptions, Judging

    given = _parser().parse_args(_joined(words))
    frames = dict(given.frame)
    gap_ns = None if given.gap is None else seconds_to_ns(given.gap)
    robots = _once("--robot", given.robot)
    if given.scenario and given.goal:
        raise UsageError("--goal and --scenario both say what the task is; give one of them")
    options = ImportOptions(
        robots, given.people, frames.get("map", ""), frames.get("base", ""), given.clock or "", gap_ns
    )
    judging = Judging(
        goals=tuple(goal for goal, _ in given.goal),
        tolerance=given.tolerance,
        tolerance_angle=HEADING_TOLERANCE if given.goal and all(turned for _, turned in given.goal) else 0.0,
        conditions=() if given.conditions is None else _clauses(given.conditions),
        rate=given.rate,
        radius=given.radius,
        offset=given.offset[0],
        level=given.level,
    )
    return Wanted(tuple(given.paths), given.output, given.list, given.json, given.scenario, options, judging)


def _parser() -> OptionParser:
    from arena_evaluation.foreign.options import ROBOT_RADIUS
    from arena_evaluation.foreign.samples import CLOCKS
    from arena_simulation_setup.geometry import Pose
    from arena_simulation_setup.timebase import DEFAULT_RATE

    parser = OptionParser("arena evaluation import", "Make recordings of other systems ours.", EXAMPLES)
    parser.usage = "arena evaluation import PATH … world:=NAME -o DIR [options]"
    add: Any = parser.add_argument
    origin = (Pose(0.0, 0.0), True)
    add("paths", nargs="+", type=Path, metavar="PATH", help="rosbag2 folder, or file *.mcap or *.db3")
    add("-o", "--output", type=Path, metavar="DIR", help="folder to write episodes into")
    add("--list", action="store_true", help="only say what is in the recordings; needs no world")
    add("--robot", action="append", default=[], type=value_of(_pair), metavar="NAME=TOPIC", help=_ROBOT)
    add("--people", default="", metavar="TOPIC", help="topic of the people; none leaves them out [found by its type]")
    add("--frame", action="append", default=[], type=value_of(_frame), metavar="map=F", help=_FRAME)
    add("--offset", default=origin, type=value_of(_place), metavar="X,Y,YAW", help=_OFFSET)
    add(
        "--level", default="", metavar="NAME", help="level of the world whose own frame that is [the world's map frame]"
    )
    add("--rate", default=DEFAULT_RATE, type=value_of(count_value), metavar="N", help="frames per second [30]")
    add("--radius", default=ROBOT_RADIUS, type=value_of(size_value), metavar="M", help="radius of the robots [0.3]")
    add("--goal", action="append", default=[], type=value_of(_place), metavar="X,Y[,YAW]", help=_GOAL)
    add("--tolerance", default=1.0, type=value_of(size_value), metavar="M", help="how near a goal is reached [1.0]")
    add("--scenario", default="", metavar="NAME", help="judge the tasks and conditions of a scenario of the world")
    add("--conditions", type=Path, metavar="FILE.yaml", help="judge its `conditions:` over the whole recording")
    add("--clock", choices=CLOCKS, help="times: header stamps or of receiving [stamps where everything has some]")
    add("--gap", type=value_of(size_value), metavar="S", help="longest silence that is bridged [0.5, or 3 periods]")
    add("--json", action="store_true", help="one JSON object per recording on stdout")
    return parser


_ROBOT = "where a robot is: a topic (/odom) or a frame (base_link); repeatable [all that are found]"
_FRAME = "frame that is the world's map, or base=F for that of the robots [map, base_footprint or base_link]"
_OFFSET = "where the recorded map lies in the world, metres and radians [0,0,0]"
_GOAL = "task of every robot, in the recorded map; repeatable [no task]"


def _joined(words: Sequence[str]) -> list[str]:
    """Words in which numbers with a sign are not taken for options."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1] in _SIGNED and word.startswith("-"):
            joined[-1] += f"={word}"
        else:
            joined.append(word)
    return joined


def _pair(text: str) -> tuple[str, str]:
    name, separator, value = text.partition("=")
    if not separator or not name or not value or name.split() != [name]:
        raise ValueError(f"expected NAME=TOPIC, got {text!r}")
    return name, value


def _frame(text: str) -> tuple[str, str]:
    name, value = _pair(text)
    if name not in FRAMES:
        raise ValueError(f"unknown frame {name!r} ({near_or_all(name, FRAMES)})")
    return name, value.lstrip("/")


def _place(text: str) -> "tuple[Pose, bool]":
    """A pose, and whether its heading is given."""
    from arena_simulation_setup.geometry import Pose

    numbers = [float_value(part) for part in text.split(",")]
    if len(numbers) not in (2, 3):
        raise ValueError(f"expected x,y or x,y,yaw, got {text!r}")
    return Pose(*numbers), len(numbers) == 3


def _once(option: str, pairs: Sequence[tuple[str, str]]) -> Mapping[str, str]:
    names = [name for name, _ in pairs]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"{option}: {name!r} is given twice")
    return dict(pairs)


def _clauses(path: Path) -> "tuple[Clause, ...]":
    from arena_cli.scenario_episode import read_conditions

    clauses, warnings = read_conditions(path)
    for warning in warnings:
        complain(f"warning: {warning}")
    return clauses
