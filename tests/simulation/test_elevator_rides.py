"""Robots and people on elevators in whole episodes."""

import itertools
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest

from arena_lab.resimulate import resimulate
from arena_runtime.recorder import Recorder
from arena_runtime.simulation import Simulation, Tick
from arena_simulation_setup.episode import Episode, EpisodePerson, EpisodeRobot, Limits
from arena_simulation_setup.frame import Frame
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import CommandVelocity, Teleport
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site, open_site
from arena_simulation_setup.timebase import seconds_to_ns

LEVEL = """
zones:
- name: hall_{level}
  corners: [{{x: 0, y: 0}}, {{x: 10, y: 0}}, {{x: 10, y: 6}}, {{x: 0, y: 6}}]
  walls:
  - {{start: [0, 0], end: [10, 0]}}
  - {{start: [10, 0], end: [10, 6]}}
  - {{start: [10, 6], end: [0, 6]}}
  - {{start: [0, 6], end: [0, 0]}}
  elevators:
  - {{name: lift_{level}, position: [8, 3], size: {size}, door_side: -x, destination: {other}.lift_{other},
     hold_time: 1.0}}
"""
RADIUS = 0.267


def tower(folder: Path, size: str = "[2, 2, 2.2]") -> Site:
    for level, other in (("0", "1"), ("1", "0")):
        (folder / "tower" / level).mkdir(parents=True)
        text = LEVEL.format(level=level, other=other, size=size)
        (folder / "tower" / level / "world.yaml").write_text(text, encoding="utf-8")
    return open_site(str(folder / "tower"), {})


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return tower(tmp_path_factory.mktemp("worlds"))


def on_level(site: Site, level: str, x: float, y: float, yaw: float = 0.0) -> Pose:
    origin = site.world.origins[level]
    return Pose(x + origin[0], y + origin[1], yaw)


def robot(name: str, start: Pose) -> EpisodeRobot:
    return EpisodeRobot(name, "jackal", RADIUS, start, adapter="external")


def episode(
    site: Site, *robots: EpisodeRobot, people: tuple[EpisodePerson, ...] = (), seconds: float = 60.0
) -> Episode:
    return Episode(1, site.reference, "", 3, robots=robots, people=people, limits=Limits(seconds_to_ns(seconds)))


def there_and_out(simulation: Simulation) -> list[Tick]:
    """Ticks of a robot that is driven into the cabin, waits, and drives out backwards on the other level."""
    ticks = [simulation.first]
    for number in range(600):
        if number == 30:
            simulation.orders.request(CommandVelocity("jackal_0", 0.8, 0.0, 0.0))
        elif number == 30 + 150:
            simulation.orders.request(CommandVelocity("jackal_0", 0.0, 0.0, 0.0))
        elif number == 440:
            simulation.orders.request(CommandVelocity("jackal_0", -0.8, 0.0, 0.0))
        ticks.append(simulation.step())
    return ticks


def lone(site: Site) -> Simulation:
    return Simulation(site, episode(site, robot("jackal_0", on_level(site, "0", 4.0, 3.0))))


def fact(simulation: Simulation, frame: Frame, entity: str, field: str) -> float:
    layout = simulation.start.layout
    for columns, values in ((layout.numbers, frame.numbers), (layout.codes, frame.codes)):
        for at, column in enumerate(columns):
            if (column.entity, column.field) == (entity, field):
                return float(values[at])
    raise KeyError((entity, field))


def test_a_robot_driven_by_commands_rides_to_the_other_level_and_drives_out(site: Site) -> None:
    simulation = lone(site)
    frames = [tick.frame for tick in there_and_out(simulation)]
    jumps = [
        after.tick
        for before, after in itertools.pairwise(frames)
        if np.hypot(*(after.robots[0, :2] - before.robots[0, :2])) > 1.0
    ]
    assert len(jumps) == 1
    upstairs = frames[-1].robots[0]
    end = on_level(site, "1", 4.0, 3.0)
    assert upstairs[:2].tolist() == pytest.approx([end.x, end.y], abs=1.5)
    before, after = frames[jumps[0] - 1], frames[jumps[0]]
    shift = np.subtract(site.world.origins["1"], site.world.origins["0"])
    assert (after.robots[0, :2] - before.robots[0, :2]).tolist() == pytest.approx(shift.tolist(), abs=0.05)
    assert after.robots[0, 2] == pytest.approx(before.robots[0, 2], abs=0.01)
    assert fact(simulation, before, "lift_0/0", "dispatched") == 1.0
    assert fact(simulation, before, "lift_1/1", "arriving_eta") < 0.1
    assert fact(simulation, after, "lift_1/1", "just_arrived") == 1.0
    assert np.isnan(fact(simulation, after, "lift_1/1", "arriving_eta"))
    assert fact(simulation, frames[-1], "lift_1/1", "just_arrived") == 0.0
    assert sum(len(frame.contacts) for frame in frames) == 0


def test_a_ride_is_equal_to_the_bit_when_it_is_made_again(site: Site) -> None:
    digests = []
    for _ in range(2):
        digest = sha256()
        for tick in there_and_out(lone(site)):
            digest.update(repr(tick.frame.content()).encode())
        digests.append(digest.hexdigest())
    assert digests[0] == digests[1]


def test_a_recorded_ride_re_simulates(site: Site, tmp_path: Path) -> None:
    simulation = lone(site)
    recorder = Recorder(tmp_path / "ride" / "ride.mcap", simulation, site.plan)
    for tick in there_and_out(simulation)[1:]:
        recorder.take(tick)
    recorder.finish()
    again = resimulate(site, recorder.path)
    assert (again.difference, again.frames) == ("", 601)


def test_a_person_rides_and_walks_on(site: Site) -> None:
    goal = on_level(site, "1", 2.0, 2.0)
    person = EpisodePerson("p", "adult", 0.25, 1.75, on_level(site, "0", 4.0, 3.0), 1.2, ((goal.x, goal.y),), "once")
    simulation = Simulation(site, episode(site, people=(person,)))
    for _ in range(900):
        frame = simulation.step().frame
    assert frame.people[0, :2].tolist() == pytest.approx([goal.x, goal.y], abs=0.1)


def test_robots_in_cabins_for_one_change_places(tmp_path: Path) -> None:
    site = tower(tmp_path, "[0.8, 0.8, 2]")
    places = [on_level(site, level, 8.0, 3.0, 3.1) for level in "01"]
    simulation = Simulation(site, episode(site, *(robot(f"jackal_{at}", place) for at, place in enumerate(places))))
    for _ in range(150):
        frame = simulation.step().frame
        if np.hypot(frame.robots[0, 0] - places[1].x, frame.robots[0, 1] - places[1].y) < 0.1:
            break
    for row, place in zip(frame.robots, reversed(places), strict=True):
        assert row[:2].tolist() == pytest.approx([place.x, place.y], abs=0.05)


def test_a_robot_that_is_teleported_away_before_the_end_of_the_ride_stays_where_it_was_put(site: Site) -> None:
    simulation = Simulation(site, episode(site, robot("jackal_0", on_level(site, "0", 8.0, 3.0))))
    away = on_level(site, "0", 2.0, 2.0)
    for number in range(300):
        if number == 60:
            simulation.orders.request(Teleport("jackal_0", away))
        frame = simulation.step().frame
    assert frame.robots[0, :2].tolist() == pytest.approx([away.x, away.y], abs=0.01)
    assert fact(simulation, frame, "lift_0/0", "occupants") == fact(simulation, frame, "lift_1/1", "occupants") == 0.0


def test_a_robot_and_people_share_a_cabin_and_nobody_lands_in_anybody(site: Site) -> None:
    people = tuple(
        EpisodePerson(f"p{at}", "adult", 0.25, 1.75, on_level(site, "0", *place), 1.0)
        for at, place in enumerate(((7.5, 2.5), (8.5, 2.5), (7.5, 3.5)))
    )
    simulation = Simulation(site, episode(site, robot("jackal_0", on_level(site, "0", 8.3, 3.4)), people=people))
    jumped = 0
    for _ in range(300):
        before = simulation.frame
        frame = simulation.step().frame
        moved = np.hypot(*(frame.people[:, :2] - before.people[:, :2]).T) > 1.0
        assert moved.all() or not moved.any(), "all of a ride arrive in the same tick"
        jumped += int(moved.all())
        places = np.concatenate((frame.robots[:, :2], frame.people[:, :2]))
        radii = np.array([RADIUS, 0.25, 0.25, 0.25])
        gaps = np.hypot(*(places[:, np.newaxis] - places).transpose(2, 0, 1)) - radii - radii[:, np.newaxis]
        assert gaps[~np.eye(4, dtype=bool)].min() > -0.02
    assert jumped == 1


@pytest.mark.slow
def test_people_and_robots_who_want_to_the_other_level_all_get_through_lifts_for_one(tmp_path: Path) -> None:
    site = tower(tmp_path, "[0.9, 0.9, 2]")
    goals, people = [], []
    for at in range(5):
        level, other = ("0", "1") if at % 2 else ("1", "0")
        goal = on_level(site, other, 0.8 + at, 5.2)
        goals.append((goal.x, goal.y))
        start = on_level(site, level, 0.8 + at, 0.8)
        people.append(EpisodePerson(f"p{at}", "adult", 0.25, 1.75, start, 1.2, (goals[-1],), "once"))
    robots = []
    for at, (level, other) in enumerate(("01", "10")):
        goal = GotoPhase(pose=on_level(site, other, 5.5, 1.5), tolerance_radius=0.5, tolerance_angle=0.0)
        robots.append(EpisodeRobot(f"jackal_{at}", "jackal", RADIUS, on_level(site, level, 5.5, 3.0), (goal,)))
    simulation = Simulation(site, episode(site, *robots, people=tuple(people), seconds=200.0))
    while simulation.outcome is None or np.hypot(*(simulation.frame.people[:, :2] - goals).T).max() > 0.4:
        assert simulation.step().frame.time_ns < seconds_to_ns(200.0)
    assert simulation.outcome.state == "SUCCESS"
