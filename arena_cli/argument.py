"""Arguments of the form ``name:=value``: one description each, one parser for all verbs."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.files.near_names import near_or_all, nearest
from arena_simulation_setup.timebase import LONGEST_DURATION_S

KINDS = {
    "task.obstacles": "obstacle mode",
    "task.robots": "robot mode",
    "task.modules": "module",
    "lockstep.channels": "robot driven from outside",
}
"""What arguments name that do not say so themselves."""


class UsageError(Exception):
    """The command was called in a way that it does not understand; exit code 2."""


def text_value(text: str) -> str:
    """The text itself, so that ``007`` and ``on`` stay what they are."""
    return text


def file_value(text: str) -> str:
    """A file that exists, as an absolute path; empty for none."""
    if text and not Path(text).expanduser().is_file():
        raise ValueError("there is no such file")
    return str(Path(text).expanduser().resolve()) if text else ""


def int_value(text: str) -> int:
    """A decimal whole number."""
    try:
        return int(text, 10)
    except ValueError:
        raise ValueError(f"expected a whole number, got {text!r}") from None


def count_value(text: str) -> int:
    """A whole number from 1."""
    count = int_value(text)
    if count < 1:
        raise ValueError(f"expected a whole number from 1, got {text!r}")
    return count


def seed_value(text: str) -> int:
    """A whole number of at most 63 bits."""
    from arena_simulation_setup.randomness import SEED_BITS_MASK

    seed = int_value(text)
    if seed > SEED_BITS_MASK:
        raise ValueError(f"expected a whole number of at most {SEED_BITS_MASK}, got {text!r}")
    return seed


def float_value(text: str) -> float:
    """A finite number."""
    try:
        number = float(text)
    except ValueError:
        raise ValueError(f"expected a number, got {text!r}") from None
    if not isfinite(number):
        raise ValueError(f"expected a finite number, got {text!r}")
    return number


def size_value(text: str) -> float:
    """A number from 0: a length, an angle or a time to wait."""
    number = float_value(text)
    if not 0.0 <= number <= LONGEST_DURATION_S:
        raise ValueError(f"expected a number from 0 to {LONGEST_DURATION_S:g}, got {text!r}")
    return number


def duration_value(text: str) -> float:
    """Seconds; whatever is below 0 has its own meaning."""
    seconds = float_value(text)
    if seconds > LONGEST_DURATION_S:
        raise ValueError(f"expected at most {LONGEST_DURATION_S:g} seconds, got {text!r}")
    return seconds


def number_up_to(largest: float) -> Callable[[str], float]:
    """A reader of numbers from 0 to a largest one."""

    def read(text: str) -> float:
        number = float_value(text)
        if not 0.0 <= number <= largest:
            raise ValueError(f"expected a number from 0 to {largest:g}, got {text!r}")
        return number

    return read


def choice_of(*words: str) -> Callable[[str], str]:
    """A reader of one of a few words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(f"{near_or_all(text, words)}, got {text!r}")
        return text

    return read


def bool_value(text: str) -> bool:
    """``true`` or ``false`` (also 1 and 0)."""
    values = {"true": True, "1": True, "false": False, "0": False}
    if text.strip().lower() not in values:
        raise ValueError(f"expected true or false, got {text!r}")
    return values[text.strip().lower()]


@frozen
class Argument:
    """One argument.

    Attributes:
        name: What stands before ``:=``; a trailing ``*`` accepts every name with that beginning.
        default: Value where it is not given.
        description: What it does, in one sentence.
        parse: Text to value; raises ValueError with what was expected.
        old_names: Earlier names that still work, with a warning; one with a leading ``!`` meant the opposite switch.
    """

    name: str
    default: Any
    description: str
    parse: Callable[[str], Any] = text_value
    old_names: tuple[str, ...] = ()


@frozen
class Parsed:
    """The values of a call.

    Attributes:
        values: Argument name to value, defaults filled in.
        given: Names that the caller wrote.
        wildcard: Values of names that matched an argument with ``*``, as text.
        warnings: Sentences about old names.
    """

    values: Mapping[str, Any]
    given: frozenset[str] = frozenset()
    wildcard: Mapping[str, str] = field(factory=dict)
    warnings: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> Any:
        """Value of an argument."""
        return self.values[name]


def parse_arguments(arguments: Sequence[Argument], tokens: Iterable[str]) -> Parsed:
    """Read ``name:=value`` tokens; where an old name and the new one are given, the new one counts.

    Args:
        arguments: What is accepted.
        tokens: What the caller wrote.

    Raises:
        UsageError: For a token of another form, an unknown name, a name given twice or a bad value.
    """
    exact = {argument.name: argument for argument in arguments if not argument.name.endswith("*")}
    renamed = {old.lstrip("!"): (argument, old[0] == "!") for argument in arguments for old in argument.old_names}
    prefixes = tuple(argument.name[:-1] for argument in arguments if argument.name.endswith("*"))
    given: dict[str, Any] = {}
    wildcard: dict[str, str] = {}
    warnings: list[str] = []
    words = [_split(token, exact) for token in tokens]
    new_names = {name for name, _ in words}
    for name, value in words:
        if name in renamed:
            argument, is_opposite = renamed[name]
            opposite = ", which means the opposite" if is_opposite else ""
            warnings.append(f"{name} is the old name of {argument.name}{opposite}")
            if argument.name in new_names:
                warnings.append(f"{name} is ignored, {argument.name} is given")
                continue
            name, value = argument.name, _opposite(name, value) if is_opposite else value
        if name in given or name in wildcard:
            raise UsageError(f"{name} is given twice")
        if name in exact:
            given[name] = _value(exact[name], value)
        elif prefixes and name.startswith(prefixes):
            wildcard[name] = value
        else:
            raise UsageError(_unknown(name, sorted(exact)))
    values = {name: given.get(name, argument.default) for name, argument in exact.items()}
    return Parsed(values, frozenset(given), wildcard, tuple(warnings))


def check_known(argument: str, name: str, known: Sequence[str]) -> None:
    """Make sure that a name exists.

    Raises:
        UsageError: If it does not; the nearest known name, or all of them, are offered.
    """
    if name not in known:
        kind = KINDS.get(argument, argument.rpartition(".")[2])
        raise UsageError(f"{argument}:={name}: there is no such {kind} ({near_or_all(name, known)})")


def check_options(given: Collection[str], known: Sequence[str], arguments: Sequence[Argument]) -> None:
    """Make sure that all options exist.

    Args:
        given: Words that begin with a dash.
        known: Options of the command, help left out.
        arguments: What it takes as ``name:=value``, which may have been meant.

    Raises:
        UsageError: If one does not.
    """
    for word in sorted(set(given).difference(known)):
        names = {f"--{argument.name}": f"{argument.name}:=" for argument in arguments}
        near = nearest(word.partition("=")[0], (*known, *names))
        hint = f"; did you mean {names.get(near, near)!r}?" if near else ""
        expected = f"{', '.join(known)} or --help" if known else "name:=value or --help"
        raise UsageError(f"unknown option {word!r} (expected {expected}{hint})")


def help_lines(arguments: Sequence[Argument]) -> list[str]:
    """A line per argument with its default, for ``--help``."""
    width = max(len(argument.name) for argument in arguments) + 2
    lines = []
    for argument in arguments:
        default = "" if argument.default in (None, "") else f" [{_shown(argument.default)}]"
        lines.append(f"  {argument.name + ':=':<{width}}  {argument.description}{default}")
    return lines


def _split(token: str, known: Collection[str]) -> tuple[str, str]:
    name, separator, value = token.partition(":=")
    if not separator or not name:
        raise UsageError(f"{token!r} is not of the form name:=value{_meant(token, known)}")
    return name, value


def _meant(token: str, known: Collection[str]) -> str:
    """What a token of another form may have meant."""
    name, separator, value = token.partition("=")
    near = nearest(name.removesuffix(":"), known) if separator else ""
    return f"; did you mean '{near}:={value}'?" if near else ""


def _opposite(name: str, text: str) -> str:
    try:
        return str(not bool_value(text)).lower()
    except ValueError as error:
        raise UsageError(f"{name}:={text}: {error}") from None


def _value(argument: Argument, text: str) -> Any:
    try:
        return argument.parse(text)
    except ValueError as error:
        raise UsageError(f"{argument.name}:={text}: {error}") from None


def _unknown(name: str, names: list[str]) -> str:
    return f"unknown argument {name!r} ({near_or_all(name, names)})"


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def default_text(value: Any) -> str:
    """A value as launch files write it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(str(item) for item in value)}]"
    return str(value)
