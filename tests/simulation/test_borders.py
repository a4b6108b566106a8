"""A robot on the line that two rooms share is in both, in their door too, for the judge as for the rooms themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from arena_runtime.simulation import Simulation
from arena_simulation_setup.conditions.parse import parse_clause
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import Teleport
from arena_simulation_setup.site import Site
from tests.simulation.two_rooms import crossing, two_room_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    folder: Path = tmp_path_factory.mktemp("worlds")
    return two_room_site(folder)


# The rooms meet at x = 5, where their door is, from y = 2 to 3.2.
@pytest.mark.parametrize(
    ("before", "other", "place", "expected"),
    [
        (3.6, "east", 5.0, {"east", "middle"}),
        (6.4, "west", 5.0, {"west", "middle"}),
        (3.6, "east", 4.9, {"middle"}),
        (6.4, "west", 5.1, {"middle"}),
        (3.6, "east", 4.4, set()),
    ],
)
def test_who_stands_on_a_shared_line_is_in_both_rooms_and_in_the_door(
    site: Site, before: float, other: str, place: float, expected: set[str]
) -> None:
    episode = crossing(site)
    areas = (other, "middle")
    clauses = tuple(parse_clause({"op": "eventually", "p": f"robot in {area}"}) for area in areas)
    robot = evolve(episode.robots[0], start=Pose(before, 2.6), adapter="external")
    simulation = Simulation(site, evolve(episode, robots=(robot,), people=(), conditions=clauses))
    for _ in range(45):
        simulation.step()
    simulation.orders.request(Teleport("jackal_0", Pose(place, 2.6)))
    for _ in range(30):
        simulation.step()
    assert simulation.frame.robots[0, 0] == place, "it stands still, so it stays exactly there"
    verdicts = {verdict.id: verdict.state for verdict in simulation.judge.verdicts()}
    assert {area for area, state in zip(areas, verdicts.values(), strict=True) if state == "holds"} == expected
