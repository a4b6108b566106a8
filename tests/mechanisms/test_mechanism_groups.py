"""Things that change together in one step."""

from attrs import frozen

from arena_runtime.mechanisms.columns import vocabulary_columns
from arena_runtime.mechanisms.contract import Outcome, Polygon, Sensed, SensingArea, View
from arena_runtime.mechanisms.sensing import Agents
from arena_runtime.mechanisms.stepper import MechanismStepper
from arena_simulation_setup.frame import FactColumn
from arena_simulation_setup.order import SetField


@frozen
class Plate:
    """A member of a pair: pressed is what is said of it."""

    entity: str
    kind: str = "pressure_plate"
    writable: tuple[str, ...] = ("pressed",)
    senses: SensingArea | None = None

    @property
    def columns(self) -> tuple[FactColumn, ...]:
        return vocabulary_columns(self.entity, self.kind)

    def slabs(self, memory: object) -> tuple[Polygon, ...]:
        return ()

    def closing_bands(self, memory: object, now_ns: int) -> tuple[Polygon, ...]:
        return ()


@frozen
class Seesaw:
    """Two plates of which exactly one is pressed: a write to one releases the other in the same step."""

    left: Plate = Plate("left/0")
    right: Plate = Plate("right/0")

    @property
    def members(self) -> tuple[Plate, ...]:
        return (self.left, self.right)

    def start(self, sensed: tuple[Sensed, ...]) -> tuple[Outcome, ...]:
        return self._outcomes(left=True)

    def tick(self, views: tuple[View, ...]) -> tuple[Outcome, ...]:
        left = bool(views[0].memory)
        for at, view in enumerate(views):
            if view.orders:
                left = at == 0
        return self._outcomes(left)

    def at_rest(self, outcomes: tuple[Outcome, ...]) -> bool:
        return True

    def _outcomes(self, left: bool) -> tuple[Outcome, ...]:
        return (
            Outcome({"pressed": left}, left, members=("somebody",) if left else ()),
            Outcome({"pressed": not left}, left),
        )


def test_a_write_to_one_member_of_a_resting_group_takes_effect_on_another_in_the_same_step() -> None:
    stepper = MechanismStepper([Seesaw()])
    stepper.start(Agents())
    assert stepper.facts["left/0", "pressure_plate"] == {"pressed": True}
    assert stepper.members == {("left/0", "pressure_plate"): ("somebody",)}
    stepper.step(10, 10, Agents(), [SetField("right", "pressed", "true")])
    assert stepper.facts["left/0", "pressure_plate"] == {"pressed": False}
    assert stepper.facts["right/0", "pressure_plate"] == {"pressed": True}
    assert stepper.codes.tolist() == [0, 1]
    assert stepper.members == {}


def test_a_write_before_frame_zero_is_in_frame_zero_of_all_members() -> None:
    stepper = MechanismStepper([Seesaw()])
    stepper.start(Agents(), [SetField("right", "pressed", "true")])
    assert stepper.codes.tolist() == [0, 1]
