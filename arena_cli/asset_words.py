"""What a call of `arena asset` says: action, kind, name and options."""

from collections.abc import Mapping, Sequence

from attrs import field, frozen

from arena_cli.argument import UsageError
from arena_simulation_setup.files.near_names import near_or_all
from arena_simulation_setup.tree.identifiers import (
    DomainIdentifier,
    MaterialIdentifier,
    ObjectIdentifier,
    PedestrianIdentifier,
    RobotIdentifier,
    SoundIdentifier,
    WallIdentifier,
)
from arena_simulation_setup.tree.listing import is_relative

WORLD = "world"
ASSET_KINDS: Mapping[str, type[DomainIdentifier]] = {
    "object": ObjectIdentifier,
    "human": PedestrianIdentifier,
    "material": MaterialIdentifier,
    "wall": WallIdentifier,
    "robot": RobotIdentifier,
    "sound": SoundIdentifier,
}
KINDS = (WORLD, *ASSET_KINDS)

# Per action: least and most words after it, and its options.
ACTIONS: Mapping[str, tuple[int, int, tuple[str, ...]]] = {
    "find": (2, 2, ("--json",)),
    "ls": (0, 1, ("--json", "--network")),
    "pull": (2, 2, ("--json", "--bucket")),
    "push": (2, 2, ("--json", "--bucket", "--force", "--yes")),
}
WITH_VALUE = ("--bucket",)


@frozen
class Call:
    """A call that was understood.

    Attributes:
        action: One of ``ACTIONS``.
        kind: One of ``KINDS``; empty means all of them.
        name: Name as written; empty where the action takes none.
        options: Option to value; those without one have an empty text.
    """

    action: str
    kind: str = ""
    name: str = ""
    options: Mapping[str, str] = field(factory=dict)

    @property
    def as_json(self) -> bool:
        """Whether rows are printed for programs."""
        return "--json" in self.options

    @property
    def relative(self) -> str:
        """Path of the thing in a bucket.

        Raises:
            UsageError: If the name has a wrong form.
        """
        try:
            relative = self.name if self.kind == WORLD else ASSET_KINDS[self.kind].parse(self.name).relative_path
        except ValueError as error:
            raise UsageError(str(error)) from None
        if not is_relative(relative):
            raise UsageError(f"{self.name!r} is no name of a {self.kind}")
        return relative


def parse_call(words: Sequence[str]) -> Call:
    """Read the words after ``arena asset``.

    Raises:
        UsageError: For an unknown action, kind or option, or a wrong number of words.
    """
    action = words[0]
    if action not in ACTIONS:
        raise UsageError(f"unknown action {action!r} of arena asset ({near_or_all(action, tuple(ACTIONS))})")
    least, most, known = ACTIONS[action]
    plain, options = _split(action, words[1:], known)
    if not least <= len(plain) <= most:
        expected = {0: "at most a kind", 2: "a kind and a name"}[least]
        raise UsageError(f"arena asset {action} takes {expected}, got {' '.join(plain) or 'nothing'}")
    kind, name = [*plain, "", ""][:2]
    if kind and kind not in KINDS:
        raise UsageError(f"unknown kind {kind!r} ({near_or_all(kind, KINDS)})")
    return Call(action, kind, name, options)


def _split(action: str, words: Sequence[str], known: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    plain: list[str] = []
    options: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("-"):
            plain.append(word)
            continue
        option, has_value, value = word.partition("=")
        if option not in known or (has_value and option not in WITH_VALUE):
            raise UsageError(f"unknown option {word!r} of arena asset {action} ({near_or_all(option, known)})")
        if option in WITH_VALUE and not has_value:
            value = rest.pop(0) if rest else ""
        if option in WITH_VALUE and not value:
            raise UsageError(f"{option} needs a value")
        options[option] = value
    return plain, options
