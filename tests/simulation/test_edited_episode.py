"""Robots, people and objects come, move and go while an episode runs; whoever is not concerned notices nothing."""

import math
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from attrs import evolve

from arena_evaluation.metrics.world_routes import object_corners
from arena_evaluation.replay import replay
from arena_lab.resimulate import resimulate
from arena_runtime.orders import OrderRefused
from arena_runtime.recorder import Recorder
from arena_runtime.simulation import Simulation, SimulationOptions, Tick
from arena_simulation_setup.episode import EpisodeObject, EpisodePerson, EpisodeRobot, Relocation
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import CommandVelocity, Order, Remove, SpawnObject, SpawnPerson, SpawnRobot, Teleport
from arena_simulation_setup.recording.reader import open_recording
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site
from tests.simulation.two_rooms import crossing, two_room_site

BOX = {"bbox": [[-0.2, 0.2], [-0.2, 0.2]]}
SOUTH = GotoPhase(pose=Pose(2.0, 1.0), tolerance_radius=0.4, tolerance_angle=0.0, hold_time=0.2)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return two_room_site(tmp_path_factory.mktemp("worlds"))


def crate(x: float, y: float, name: str = "crate") -> EpisodeObject:
    return EpisodeObject(name, "no_such_model", Pose(x, y), extra=BOX)


def visitor(x: float, y: float, name: str = "visitor") -> EpisodePerson:
    return EpisodePerson(name, "arenian", 0.25, 1.75, Pose(x, y), 1.0, ((1.0, 1.0), (4.0, 1.0)))


def second(x: float, y: float, name: str = "jackal_1") -> EpisodeRobot:
    return EpisodeRobot(name, "jackal", 0.267, Pose(x, y), phases=(SOUTH,))


def run(simulation: Simulation, ticks: int) -> list[Tick]:
    return [simulation.step() for _ in range(ticks) if simulation.outcome is None]


def state(simulation: Simulation) -> tuple[bytes, ...]:
    data = simulation.scene.data
    names = ("qpos", "qvel", "ctrl", "act", "qacc_warmstart", "qfrc_applied", "xfrc_applied", "mocap_pos", "mocap_quat")
    return tuple(getattr(data, name).tobytes() for name in names)


def test_a_spawned_object_stands_there_and_stops_robots(site: Site) -> None:
    simulation = Simulation(site, evolve(crossing(site), people=()))
    run(simulation, 5)
    simulation.orders.request(SpawnObject(crate(2.0, 4.8)))
    tick = simulation.step()
    assert tick.start is simulation.start
    assert tick.start.tick == 6
    assert "crate" in tick.start.layout.partners
    assert simulation.scene.overlaps(2.0, 4.8, 0.1) == "crate"
    ticks = run(simulation, 1200)
    assert simulation.outcome is not None
    assert simulation.outcome.state == "SUCCESS"
    assert all(not len(tick.frame.contacts) for tick in ticks)


def test_what_is_spawned_is_recorded_with_its_size(site: Site) -> None:
    simulation = Simulation(site, evolve(crossing(site), people=()))
    simulation.orders.request(SpawnObject(EpisodeObject("chair", "visitor_chair", Pose(2.0, 4.8))))
    simulation.step()
    (chair,) = simulation.start.episode.objects
    assert site.object_outlines((chair,)) == site.object_outlines(
        (EpisodeObject("chair", "visitor_chair", chair.pose),)
    )
    assert object_corners(chair) == [site.object_outlines((chair,))[0].corners]


def test_a_removed_object_is_gone_and_its_name_is_free(site: Site) -> None:
    simulation = Simulation(site, evolve(crossing(site), objects=(crate(2.0, 1.0),)))
    simulation.orders.request(Remove("crate"))
    simulation.step()
    assert simulation.scene.overlaps(2.0, 1.0, 0.1) is None
    simulation.orders.request(SpawnObject(crate(3.0, 1.0)))
    simulation.step()
    assert simulation.scene.overlaps(3.0, 1.0, 0.1) == "crate"
    simulation.orders.request(Teleport("crate", Pose(2.0, 1.5)))
    simulation.step()
    assert simulation.scene.overlaps(3.0, 1.0, 0.1) is None
    assert simulation.scene.overlaps(2.0, 1.5, 0.1) == "crate"


def test_a_spawned_person_walks_and_leaves_a_row_without_values_when_removed(site: Site) -> None:
    simulation = Simulation(site, crossing(site))
    run(simulation, 10)
    simulation.orders.request(SpawnPerson(visitor(4.0, 1.0)))
    run(simulation, 60)
    row = simulation.start.layout.person_index["visitor"]
    assert row == 2
    assert simulation.frame.people[row, 0] < 3.0
    simulation.orders.request(Remove("visitor"))
    run(simulation, 1)
    assert np.isnan(simulation.frame.people[row]).all()
    assert not np.isnan(simulation.frame.people[:2]).any()
    assert simulation.start.layout.gone == ("visitor",)


def test_a_moved_person_walks_on_from_there(site: Site) -> None:
    simulation = Simulation(site, crossing(site))
    run(simulation, 10)
    simulation.orders.request(Teleport("walker", Pose(3.0, 1.0)))
    tick = simulation.step()
    assert tick.start is None
    assert math.dist(tick.frame.people[0, :2], (3.0, 1.0)) < 0.1
    run(simulation, 30)
    assert simulation.frame.people[0, 0] < 2.6


def test_a_spawned_robot_does_its_task_beside_the_first(site: Site) -> None:
    simulation = Simulation(site, evolve(crossing(site), people=()), SimulationOptions(scans=True))
    run(simulation, 10)
    simulation.orders.request(SpawnRobot(second(1.0, 2.0)))
    ticks = run(simulation, 1)
    assert {scan.robot for tick in ticks + run(simulation, 5) for scan in tick.scans} == {0, 1}
    run(simulation, 1500)
    assert simulation.outcome is not None
    assert simulation.outcome.state == "SUCCESS"
    assert [(phase.robot, phase.outcome) for phase in simulation.judge.phases()] == [
        ("jackal_0", "met"),
        ("jackal_1", "met"),
    ]


def test_a_spawned_robot_that_is_too_long_at_one_phase_is_put_elsewhere(site: Site) -> None:
    simulation = Simulation(site, evolve(crossing(site), people=()))
    waits = evolve(second(1.0, 2.0), adapter="external", relocation=Relocation(1_000_000_000, (Pose(3.0, 2.0),)))
    simulation.orders.request(SpawnRobot(waits))
    run(simulation, 28)
    assert math.dist(simulation.frame.robots[1, :2], (1.0, 2.0)) < 0.1
    run(simulation, 10)
    assert math.dist(simulation.frame.robots[1, :2], (3.0, 2.0)) < 0.1


def test_a_removed_robot_loses_its_task_and_the_others_go_on(site: Site) -> None:
    simulation = Simulation(site, evolve(crossing(site), people=()), SimulationOptions(scans=True))
    simulation.orders.request(SpawnRobot(second(1.0, 2.0)))
    run(simulation, 10)
    simulation.orders.request(Remove("jackal_0"))
    run(simulation, 1)
    assert np.isnan(simulation.frame.robots[0]).all()
    phases = simulation.judge.phases()
    assert (phases[0].outcome, phases[0].reason) == ("dropped", "dropped at 0.33 s: the robot was removed")
    with pytest.raises(OrderRefused, match="jackal_0"):
        simulation.orders.request(CommandVelocity("jackal_0", 0.1, 0.0, 0.0))
    run(simulation, 1500)
    assert simulation.outcome is not None
    assert (simulation.outcome.state, simulation.judge.phases()[1].outcome) == ("SUCCESS", "met")


def test_the_only_robot_can_be_removed(site: Site) -> None:
    simulation = Simulation(site, crossing(site))
    simulation.orders.request(Remove("jackal_0"))
    run(simulation, 3600)
    assert simulation.outcome is not None
    assert (simulation.outcome.state, simulation.outcome.tick) == ("SUCCESS", 1800)


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (SpawnObject(crate(0.1, 3.0)), "no room at"),
        (SpawnObject(crate(1.0, 4.8)), "'jackal_0' is there"),
        (SpawnObject(crate(float("nan"), 3.0)), "finite"),
        (SpawnObject(crate(3.0, 3.0, "walker")), "'walker' is taken"),
        (SpawnObject(EpisodeObject("x", "office_chiar", Pose(3.0, 3.0))), "unknown model 'office_chiar'"),
        (SpawnPerson(visitor(8.6, 1.2)), "'walker' is there"),
        (SpawnPerson(visitor(30.0, 1.2)), "no free floor"),
        (SpawnRobot(second(1.2, 4.8)), "'jackal_0' is there"),
        (SpawnRobot(evolve(second(3.0, 4.8), model="jakcal")), "jakcal"),
        (Remove("wlaker"), "did you mean 'walker'"),
        (Remove("middle/0"), "belongs to the building"),
        (Teleport("jackal_0", Pose(2.1, 2.5)), "'other' is there"),
    ],
)
def test_an_edit_that_is_not_possible_is_refused_at_once_and_changes_nothing(
    site: Site, request_: object, message: str
) -> None:
    simulation = Simulation(site, crossing(site))
    before = state(simulation)
    with pytest.raises(OrderRefused, match=message):
        simulation.orders.request(request_)  # type: ignore[arg-type]
    assert state(simulation) == before
    assert simulation.step().orders == ()
    assert simulation.frame == Simulation(site, crossing(site)).step().frame


def test_what_became_impossible_meanwhile_is_a_warning_and_the_rest_is_done(site: Site) -> None:
    simulation = Simulation(site, crossing(site))
    orders = [Order(1, 0, SpawnObject(crate(1.0, 4.8))), Order(1, 1, SpawnObject(crate(3.0, 1.0, "other_crate")))]
    tick = simulation.step(orders)
    assert tick.warnings == ("spawnobject: 'crate' has no room at (1.00, 4.80): 'jackal_0' is there",)
    assert simulation.scene.overlaps(3.0, 1.0, 0.1) == "other_crate"


def test_a_scene_that_can_not_be_built_leaves_the_old_one_running(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    simulation, plain = Simulation(site, crossing(site)), Simulation(site, crossing(site))
    run(simulation, 20), run(plain, 20)
    simulation.orders.request(SpawnObject(crate(3.0, 1.0)))

    def fails(*_: object) -> None:
        from arena_runtime.scene.errors import SceneError

        raise SceneError("MuJoCo refuses the scene")

    monkeypatch.setattr("arena_runtime.recast.edited_scene", fails)
    tick = simulation.step()
    assert tick.warnings == ("spawnobject: MuJoCo refuses the scene",)
    assert tick.frame == plain.step().frame
    assert state(simulation) == state(plain)


@pytest.mark.parametrize(
    "edit", [SpawnObject(crate(9.4, 0.5)), SpawnPerson(evolve(visitor(9.4, 0.5), waypoints=())), None], ids=str
)
def test_whoever_does_not_see_an_edit_moves_as_without_it_to_the_bit(site: Site, edit: object) -> None:
    episode = evolve(crossing(site), people=crossing(site).people[1:])
    edited, plain = Simulation(site, episode), Simulation(site, episode)
    run(edited, 33), run(plain, 33)
    if edit is not None:
        edited.orders.request(edit)  # type: ignore[arg-type]
    for _ in range(45):
        with_it, without = edited.step().frame, plain.step().frame
        assert with_it.robots.tobytes() == without.robots.tobytes(), with_it.tick
        assert with_it.people[:1].tobytes() == without.people.tobytes(), with_it.tick


def edited_recording(site: Site, path: Path) -> Simulation:
    simulation = Simulation(site, crossing(site))
    recorder = Recorder(path, simulation, site.plan)
    script = {
        10: [SpawnObject(crate(3.0, 4.0)), SpawnPerson(visitor(4.0, 1.0)), SpawnRobot(second(1.0, 2.0))],
        20: [CommandVelocity("jackal_1", 0.2, 0.0, 0.1)],
        40: [Teleport("crate", Pose(3.5, 5.0)), Teleport("other", Pose(8.0, 5.0)), Remove("visitor")],
        60: [Remove("crate"), SpawnRobot(second(3.0, 5.4, "jackal_2"))],
        90: [Remove("jackal_1")],
    }
    while simulation.outcome is None:
        for request in script.get(simulation.frame.tick, ()):
            simulation.orders.request(request)
        recorder.take(simulation.step())
    recorder.finish()
    return simulation


def test_a_recording_with_edits_is_judged_again_and_simulated_again_to_the_bit(site: Site, tmp_path: Path) -> None:
    path = tmp_path / "episode.mcap"
    simulation = edited_recording(site, path)
    result = replay(path)
    assert result.agrees, result.differences
    assert result.judged_verdicts == simulation.judge.verdicts()
    again = resimulate(site, path)
    assert again.difference == ""
    assert again.frames == simulation.frame.tick + 1
    starts = list(open_recording(path).starts())
    assert [start.tick for start in starts] == [0, 11, 41, 61, 91]
    assert starts[-1].layout.robots == ("jackal_0", "jackal_1", "jackal_2")
    assert starts[-1].layout.gone == ("visitor", "jackal_1")
    for earlier, later in pairwise(starts):
        assert later.layout.partners[: len(earlier.layout.partners)] == earlier.layout.partners


def test_a_robot_that_could_not_be_spawned_any_more_takes_no_orders(site: Site) -> None:
    simulation = Simulation(site, crossing(site))
    simulation.step(
        [Order(1, 0, SpawnRobot(second(1.0, 4.8))), Order(1, 1, CommandVelocity("jackal_1", 0.1, 0.0, 0.0))]
    )
    with pytest.raises(OrderRefused, match="unknown robot 'jackal_1'"):
        simulation.orders.request(CommandVelocity("jackal_1", 0.1, 0.0, 0.0))
    simulation.orders.request(SpawnRobot(second(1.0, 2.0)))
    simulation.orders.request(CommandVelocity("jackal_1", 0.1, 0.0, 0.0))
    assert simulation.step().warnings == ()
