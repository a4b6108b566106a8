"""Arguments of the documented platform that leave no choice here: what holds instead, and what is said about them."""

from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from textwrap import fill
from types import MappingProxyType

from attrs import frozen

from arena_cli.argument import UsageError


@frozen
class PlatformWord:
    """An argument without a parameter behind it.

    Attributes:
        why: What there is instead, in a few words.
        accepted: Values that say what is always so; None for any, which then has no effect.
    """

    why: str
    accepted: tuple[str, ...] | None = ()


HELP_WIDTH = 118
Words = Mapping[str, PlatformWord]
NO_SOUND = PlatformWord("sounds are facts here; nothing is played, and nobody hears anything")
NO_FLAG = PlatformWord("there are no such flags here", None)
NO_NODE = PlatformWord("arena run has no nodes", None)
NO_LOCKSTEP = "arena run has no controllers to wait for; arena launch lockstep:=true waits for them"

# Old names, which stand for words of the tables below.
OLD_WORDS: Mapping[str, str] = MappingProxyType(
    {"arm": "robot.arm", "planner": "robot.planner", "train_mode": "robot.train"}
)

# By name or pattern of names, the first that matches counts. What somebody declares as an argument comes before.
PLATFORM_WORDS: Words = MappingProxyType(
    {
        "sim": PlatformWord("MuJoCo is the only simulator", ("mujoco",)),
        "headless": PlatformWord("nothing opens a window; docs/watching.md tells how to look on", ("true",)),
        "viz": PlatformWord("nothing opens a window; docs/watching.md tells how to look on", ("false",)),
        "use_sim_time": PlatformWord("the task generator always follows /clock", ("true",)),
        "env.managed": PlatformWord("environments end with their launch", ("true",)),
        "acoustics": PlatformWord("sounds are facts here; nothing is played", ("none",)),
        "auditory.*": NO_SOUND,
        "robot.hearing.*": NO_SOUND,
        "complexity": PlatformWord(
            "robots know their pose; robot.localization:=external leaves that to AMCL (2) or SLAM (3)", ("1",)
        ),
        "robot.train": PlatformWord("docs/gymnasium.md tells how robots learn here", ("false",)),
        "robot.ready_timeout": PlatformWord("robots are ready at once", ("-1",)),
        "robot.arm": PlatformWord("arms follow the built-in motion, see docs/robots.md", ("",)),
        "robot.planner": PlatformWord(
            "the built-in navigator plans; robot.mobile:=external leaves driving to a planner of your own", ("",)
        ),
        "robot.*.*": PlatformWord(
            "what a robot can do stands in its caps.yaml: copy its folder, change that, and give robot:=FOLDER"
        ),
        "debug": NO_FLAG,
        "debug.*": NO_FLAG,
        "optim": NO_FLAG,
        "optim.*": NO_FLAG,
    }
)

RUN_WORDS: Words = MappingProxyType(
    {
        "lockstep": PlatformWord(NO_LOCKSTEP, ("false",)),
        "lockstep.*": PlatformWord(NO_LOCKSTEP, None),
        "target_rtf": PlatformWord("arena run is as fast as possible; rtf:= gives it a pace", ("0", "0.0")),
        "autostart": PlatformWord("arena run starts with its first episode", ("true",)),
        **dict.fromkeys(
            ("task.episode.auto_reset", "task.auto_reset", "auto_reset"),
            PlatformWord("arena run makes as many episodes as episodes:= says", ("true",)),
        ),
        "robot.localization": PlatformWord("robots know their pose", ("runtime",)),
        "robot.cameras": PlatformWord("video.out:= makes pictures", ("false",)),
        **dict.fromkeys(
            (
                *("env.id", "env.ns", "env.shared_domain", "env.bootstrap_timeout", "timeout_wait_for_service"),
                *("log_level", "robot.cmd_vel_stamped"),
            ),
            NO_NODE,
        ),
        **dict.fromkeys(
            ("arena.*", "humansim.*", "hunav.*"), PlatformWord("no parameter of the people can be set", None)
        ),
        **PLATFORM_WORDS,
    }
)


def without_platform_words(
    words: Iterable[str], table: Words, known: Sequence[str]
) -> tuple[list[str], tuple[str, ...]]:
    """The words without those that a table tells about, and a warning for each of these.

    Args:
        words: What the caller wrote.
        table: What is said about which.
        known: Arguments that there are, which come before patterns of the table.

    Raises:
        UsageError: For a value that does not hold here.
    """
    left, warnings = [], []
    written = list(words)
    names = {word.partition(":=")[0] for word in written}
    for word in written:
        old, separator, value = word.partition(":=")
        name = OLD_WORDS.get(old, old)
        if name != old:
            warnings.append(f"{old} is the old name of {name}")
            if name in names:
                warnings.append(f"{old} is ignored, {name} is given")
                continue
        key = _key(name, table, known) if separator else ""
        if key:
            warnings.append(_said(f"{name}:={value}", value, table[key]))
        else:
            left.append(word)
    return left, tuple(warnings)


def platform_lines(table: Words) -> str:
    """The names of a table in lines, for ``--help``."""
    names = ", ".join(table)
    return fill(names, HELP_WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


def is_platform_word(name: str, table: Words = PLATFORM_WORDS) -> bool:
    """Whether a table tells about an argument."""
    return bool(_key(name, table, ()))


def _key(name: str, table: Words, known: Sequence[str]) -> str:
    if name in known:
        return ""
    return next((key for key in table if fnmatchcase(name, key)), "")


def _said(word: str, value: str, about: PlatformWord) -> str:
    if about.accepted is None:
        return f"{word} has no effect: {about.why}"
    if value.strip().lower() in about.accepted:
        return f"{word} says what is always so: {about.why}"
    expected = " or ".join(accepted for accepted in about.accepted if accepted)
    raise UsageError(f"{word}: expected {expected}: {about.why}" if expected else f"{word}: {about.why}")
