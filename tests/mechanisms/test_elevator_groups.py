"""Which cabins of a world share their steps."""

from pathlib import Path

from arena_runtime.mechanisms.elevator import ElevatorGroup
from arena_runtime.mechanisms.elevator_groups import elevator_groups
from arena_runtime.mechanisms.registry import build_mechanisms
from arena_runtime.mechanisms.sensing import Agents
from arena_runtime.mechanisms.stepper import MechanismStepper
from arena_simulation_setup.order import SetField
from arena_simulation_setup.site import Site, open_site

LEVEL = """
zones:
- name: hall_{level}
  corners: [{{x: 0, y: 0}}, {{x: 30, y: 0}}, {{x: 30, y: 9}}, {{x: 0, y: 9}}]
  elevators: {elevators}
"""


def site(folder: Path, levels: dict[str, str], selection: str = "") -> Site:
    for level, elevators in levels.items():
        (folder / "tower" / level).mkdir(parents=True)
        text = LEVEL.format(level=level, elevators=elevators)
        (folder / "tower" / level / "world.yaml").write_text(text, encoding="utf-8")
    return open_site(f"{folder / 'tower'}{selection}", {})


def lift(name: str, x: float, destination: str = "", more: str = "") -> str:
    return f"{{name: {name}, position: [{x}, 3], door_side: +x, destination: '{destination}'{more}}}"


def names(groups: tuple[ElevatorGroup, ...]) -> list[list[str]]:
    return [[member.entity for member in group.members] for group in groups]


def test_cabins_that_lead_to_each_other_over_any_way_are_one_group_and_a_single_one_is_its_own(tmp_path: Path) -> None:
    levels = {
        "0": f"[{lift('west_0', 3, '1.west_1')}, {lift('alone', 13)}, {lift('east_0', 23, '1.east_1')}]",
        "1": f"[{lift('west_1', 3)}, {lift('east_1', 23, '2.east_2, 0.east_0')}]",
        "2": f"[{lift('west_2', 3, '1.west_1')}, {lift('east_2', 23, '0.east_0')}]",
    }
    world = site(tmp_path, levels).world
    groups = tuple(elevator_groups(world))
    assert names(groups) == [
        ["west_0/0", "west_1/1", "west_2/2"],
        ["alone/0"],
        ["east_0/0", "east_1/1", "east_2/2"],
    ]
    east = groups[2].members
    assert [member.destinations for member in east] == [("east_1/1",), ("east_2/2", "east_0/0"), ("east_0/0",)]
    assert [cabin.entity for cabin in groups[1].strangers] == [
        "west_0/0",
        "east_0/0",
        "west_1/1",
        "east_1/1",
        "west_2/2",
        "east_2/2",
    ]


def test_a_destination_on_a_level_that_is_not_loaded_is_none(tmp_path: Path) -> None:
    levels = {"0": f"[{lift('a', 3, '1.b')}]", "1": f"[{lift('b', 3, '0.a')}]"}
    (group,) = elevator_groups(site(tmp_path, levels, "[0]").world)
    assert [(member.entity, member.destinations) for member in group.members] == [("a/0", ())]


def test_a_plate_on_a_cabin_that_drives_its_door_wakes_and_opens_it(tmp_path: Path) -> None:
    plate = ", semantics: [{preset: pressure_plate, params: {position: [20, 3], radius: 1.0, drives: a/door}}]"
    world = site(tmp_path, {"0": f"[{lift('a', 3, more=plate)}]"}).world
    stepper = MechanismStepper(build_mechanisms(world))
    (group,) = elevator_groups(world)
    assert group.members[0].wakers == (("a/0", "pressure_plate"),)
    stepper.start(Agents())
    for tick, agents in enumerate([Agents()] * 3 + [Agents(("foot",), [20.0], [3.0], [0.2])] * 40):
        stepper.step((tick + 1) * 33_333_333, 33_333_333, agents)
    assert stepper.facts["a/0", "elevator"]["cabin_door"] == "open"


def test_a_regime_wakes_resting_cabins_and_its_end_lets_them_shut(tmp_path: Path) -> None:
    plate = ", recall_on: alarm, semantics: [{preset: pressure_plate, params: {regime: alarm}}]"
    world = site(tmp_path, {"0": f"[{lift('a', 3, more=plate)}]"}).world
    stepper = MechanismStepper(build_mechanisms(world))
    stepper.start(Agents())

    def door_after(ticks: int, first: int, *writes: SetField) -> object:
        for tick in range(first, first + ticks):
            stepper.step((tick + 1) * 33_333_333, 33_333_333, Agents(), writes if tick == first else ())
        return stepper.facts["a/0", "elevator"]["cabin_door"]

    assert door_after(30, 0) == "closed"
    assert door_after(150, 30, SetField("a", "pressed", "true")) == "open"
    assert door_after(100, 180, SetField("a", "pressed", "false")) == "closed"
