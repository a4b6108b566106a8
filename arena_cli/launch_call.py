"""What a launch is asked for, by words or by the launch system: values, plans of nodes, and what is said about them."""

from collections.abc import Mapping, Sequence

from attrs import evolve, field, frozen

from arena_cli.argument import Argument, Parsed, UsageError, default_text, parse_arguments
from arena_cli.environments import Common, NodePlan, environment_table, node_plans
from arena_cli.file_arguments import OF_LAUNCHES, found_in_file, overlaid
from arena_cli.launch_arguments import PEOPLE_ARGUMENTS, launch_arguments
from arena_cli.launch_checks import check_call
from arena_cli.platform_words import OLD_WORDS, PLATFORM_WORDS, is_platform_word, without_platform_words
from arena_cli.robot_words import located_words
from arena_cli.task_arguments import TASK_CONFIG
from arena_cli.task_config import MODE, configured
from arena_simulation_setup.files.near_names import typo_of
from task_generator.declarations import Value
from task_generator.human_params import parse_human_params

# What plans are made of, in the order of ``node_plans``.
PLANNED = ("env.n", "env.shared_domain", "run_seed", "record.dir", "log_level", "env.ns", "record.auto")
PEOPLE_PREFIXES = tuple(argument.name.removesuffix("*") for argument in PEOPLE_ARGUMENTS)


@frozen
class LaunchCall:
    """A launch that can begin.

    Attributes:
        plans: The nodes in order of their start.
        table: Which environment is in which domain; empty for a single one.
        warnings: What is said about the arguments.
        texts: For the launch system: arguments that it has under another name or in another form, by name.
    """

    plans: Sequence[NodePlan]
    table: str = ""
    warnings: tuple[str, ...] = ()
    texts: Mapping[str, str] = field(factory=dict)

    @property
    def messages(self) -> tuple[str, ...]:
        """What is shown before the nodes start."""
        warnings = [f"warning: {warning}" for warning in self.warnings]
        return (*warnings, *([self.table] if self.table else []))


def accepted_arguments() -> list[Argument]:
    """Everything that a launch takes as ``name:=value`` and hands on."""
    return [*(row.argument for row in launch_arguments()), *PEOPLE_ARGUMENTS]


def parsed_call(words: Sequence[str]) -> Parsed:
    """The values of a call; words of the documented platform without effect are left out, with a warning.

    Raises:
        UsageError: If a word is unknown, or has a value that does not fit.
    """
    arguments = accepted_arguments()
    left, warnings = without_platform_words(words, PLATFORM_WORDS, [argument.name for argument in arguments])
    parsed, said = parse_arguments(arguments, left), list(warnings)
    whole = configured(parsed, arguments, said.append)
    return evolve(whole, warnings=(*said, *parsed.warnings))


def checked_call(parsed: Parsed) -> LaunchCall:
    """The launch that values ask for, once it is known that it can begin.

    Raises:
        UsageError: If a value does not fit, or names what is not there.
    """
    warnings = list(parsed.warnings)
    arguments = accepted_arguments()
    found = found_in_file(parsed, arguments, OF_LAUNCHES, warnings.append)
    whole = overlaid(parsed, arguments, found)
    check_call(whole, lambda sentence: warnings.append(sentence.removeprefix("warning: ")))
    plans, table = plans_of(whole, {name: parameter.value for name, parameter in found.items()})
    return LaunchCall(plans, table, tuple(warnings))


def launch_call(texts: Mapping[str, str]) -> LaunchCall:
    """The same for arguments as the launch system keeps them: all of them, and those of other launch files.

    Args:
        texts: Their values by name.

    Raises:
        UsageError: As ``checked_call``.
    """
    defaults = {row.name: row.default_text for row in launch_arguments()}
    old_names = [old.lstrip("!") for argument in accepted_arguments() for old in argument.old_names]
    names = (*defaults, *old_names, *OLD_WORDS)
    ours = [name for name in texts if name in names or name.startswith(PEOPLE_PREFIXES) or is_platform_word(name)]
    parsed = parsed_call([f"{name}:={texts[name]}" for name in ours if texts[name] != defaults.get(name)])
    call = checked_call(parsed)
    # Under their new names; a text that is the default was not given.
    changed = {name: default_text(parsed[name]) for name in parsed.given if texts.get(name) == defaults[name]}
    if parsed[TASK_CONFIG.name]:
        changed[MODE] = parsed[MODE]
    if "robot" in parsed.given:
        changed["robot"] = located_words(parsed["robot"])
    slips = {name: typo_of(name, names) for name in texts if name not in ours}
    said = (f"{name} is no argument of this launch; did you mean {near!r}?" for name, near in slips.items() if near)
    return evolve(call, warnings=(*said, *call.warnings), texts=changed)


def plans_of(parsed: Parsed, of_file: Mapping[str, Value] = {}) -> tuple[Sequence[NodePlan], str]:
    """The nodes that values ask for, and a table of their environments; empty for a single one.

    Args:
        parsed: The values.
        of_file: Parameters of the task generator that are handed over beside those that were given.

    Raises:
        UsageError: If there can not be so many environments, or a parameter of the people does not fit.
    """
    people = [f"{name}:={parsed.wildcard[name]}" for name in parsed.wildcard if name.startswith(PEOPLE_PREFIXES)]
    try:
        parse_human_params(people)
    except ValueError as error:
        raise UsageError(str(error)) from None
    count, shared_domain, run_seed, record_dir, *common = (parsed[name] for name in PLANNED)
    for name in ("env.ns", "env.id"):
        if count > 1 and parsed[name]:
            raise UsageError(
                f"{name}:={parsed[name]}: expected env.n:=1, several are called /env_<i> and counted from 0"
            )
    folder = record_dir if parsed["record.auto"] else ""
    try:
        plans = node_plans(count, shared_domain, run_seed, folder, Common(tuple(people), of_file, *common))
    except ValueError as error:
        raise UsageError(f"env.n:={parsed['env.n']}: {error}") from None
    return plans, environment_table(plans)
