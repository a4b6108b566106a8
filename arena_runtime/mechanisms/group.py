"""Groups of mechanisms, and a mechanism alone as a group of one."""

from collections.abc import Sequence

from attrs import frozen

from arena_runtime.mechanisms.contract import Mechanism, MechanismGroup, Outcome, Sensed, View


@frozen
class Alone:
    """A mechanism that shares its steps with no other.

    Attributes:
        mechanism: The only member.
    """

    mechanism: Mechanism

    @property
    def members(self) -> tuple[Mechanism, ...]:
        """The mechanism."""
        return (self.mechanism,)

    def start(self, sensed: tuple[Sensed, ...]) -> tuple[Outcome, ...]:
        """State at frame 0."""
        return (self.mechanism.start(sensed[0]),)

    def tick(self, views: tuple[View, ...]) -> tuple[Outcome, ...]:
        """State after one tick."""
        return (self.mechanism.tick(views[0]),)

    def at_rest(self, outcomes: tuple[Outcome, ...]) -> bool:
        """Whether the mechanism rests."""
        return self.mechanism.at_rest(outcomes[0])


def grouped(mechanisms: Sequence[Mechanism | MechanismGroup]) -> tuple[MechanismGroup, ...]:
    """Everything as groups, in the order given."""
    return tuple(entry if isinstance(entry, MechanismGroup) else Alone(entry) for entry in mechanisms)
