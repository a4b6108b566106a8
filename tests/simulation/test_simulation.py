import gc
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from weakref import ref

import numpy as np
import pytest
from attrs import evolve

from arena_runtime.orders import OrderRefused
from arena_runtime.simulation import Simulation, SimulationOptions
from arena_simulation_setup.conditions.parse import parse_atom
from arena_simulation_setup.episode import EpisodePerson, WorldReference
from arena_simulation_setup.frame import Frame
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import CommandVelocity, SetField, SubmitPhases, Teleport
from arena_simulation_setup.recording.frame_codec import decode_frame, encode_frame
from arena_simulation_setup.scenario.phase import GesturePhase, GotoPhase
from arena_simulation_setup.site import Site
from tests.simulation.two_rooms import crossing, pushing, two_room_site

DIGEST_PROGRAM = """
import sys
from pathlib import Path
from tests.simulation.test_simulation import frame_digest
from tests.simulation.two_rooms import crossing, two_room_site
site = two_room_site(Path(sys.argv[1]))
print(frame_digest(site, crossing(site)))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return two_room_site(tmp_path_factory.mktemp("worlds"))


def frame_digest(site: Site, episode: object) -> str:
    digest = sha256()
    simulation = Simulation(site, episode)  # type: ignore[arg-type]
    digest.update(repr(simulation.first.frame.content()).encode())
    while simulation.outcome is None:
        digest.update(repr(simulation.step().frame.content()).encode())
    digest.update(repr(simulation.judge.verdicts()).encode())
    return digest.hexdigest()


def run(simulation: Simulation, ticks: int) -> list[Frame]:
    return [simulation.step().frame for _ in range(ticks)]


def test_an_episode_that_nobody_holds_leaves_no_memory_behind(site: Site) -> None:
    simulation = Simulation(site, crossing(site))
    run(simulation, 3)
    watched = [ref(simulation), ref(simulation.judge), ref(simulation.scene)]
    gc.disable()
    try:
        del simulation
        assert [reference() for reference in watched] == [None, None, None]
    finally:
        gc.enable()


def test_the_robot_crosses_the_door_and_every_condition_that_can_hold_holds(site: Site) -> None:
    simulation = Simulation(site, crossing(site))
    while simulation.outcome is None:
        simulation.step()
    states = {verdict.id: verdict.state for verdict in simulation.judge.verdicts()}
    assert simulation.outcome.state == "SUCCESS"
    assert states == {"e0": "holds", "e1": "holds", "e2": "holds", "e3": "holds", "e4": "holds"}
    assert all(verdict.reason for verdict in simulation.judge.verdicts())


def test_frame_zero_is_the_state_after_the_reset(site: Site) -> None:
    episode = crossing(site)
    first = Simulation(site, episode).first.frame
    assert (first.tick, first.time_ns) == (0, 0)
    np.testing.assert_allclose(first.robots[0, :3], (1.0, 4.8, 0.0))
    np.testing.assert_allclose(first.people[:, :2], [(8.5, 1.2), (2.0, 2.5)])


def test_equal_bits_again_and_in_fresh_processes_with_any_hash_seed(site: Site, tmp_path: Path) -> None:
    expected = frame_digest(site, crossing(site))
    assert frame_digest(site, crossing(site)) == expected
    for hash_seed in ("0", "1", "4711"):
        output = subprocess.run(
            [sys.executable, "-c", DIGEST_PROGRAM, str(tmp_path / hash_seed)],
            env={"PYTHONHASHSEED": hash_seed, "PATH": "", "PYTHONPATH": str(Path(__file__).parents[2])},
            capture_output=True,
            text=True,
            check=True,
        )
        assert output.stdout.strip() == expected


def test_another_seed_is_another_stream_only_where_somebody_draws(site: Site) -> None:
    assert frame_digest(site, crossing(site, seed=6)) == frame_digest(site, crossing(site, seed=5))


def test_judging_the_decoded_frames_gives_what_the_live_frames_gave(site: Site) -> None:
    from arena_simulation_setup.conditions.judge import Judge

    simulation = Simulation(site, crossing(site))
    judge = Judge(simulation.start.episode, simulation.start.layout)
    judge.observe(decode_frame(encode_frame(simulation.first.frame)))
    while simulation.outcome is None:
        tick = simulation.step()
        assert judge.observe(decode_frame(encode_frame(tick.frame))) == tick.observation
    assert judge.verdicts() == simulation.judge.verdicts()


def test_nobody_overlaps_anybody_or_a_slab(site: Site) -> None:
    simulation = Simulation(site, crossing(site))
    while simulation.outcome is None:
        frame = simulation.step().frame
        people, robot = frame.people[:, :2], frame.robots[0, :2]
        assert np.hypot(*(people[0] - people[1])) > 0.5 - 0.02
        assert np.hypot(*(people - robot).T).min() > 0.517 - 0.02


def test_a_velocity_command_moves_an_external_robot_until_the_next_one(site: Site) -> None:
    simulation = Simulation(site, pushing(site))
    simulation.orders.request(CommandVelocity("jackal_0", -0.5, 3.0, 0.0))
    frames = run(simulation, 30)
    assert frames[-1].robots[0, 0] == pytest.approx(3.5, abs=0.1)
    assert frames[-1].robots[0, 1] == pytest.approx(2.6, abs=0.01)
    simulation.orders.request(CommandVelocity("jackal_0", 0.0, 0.0, 0.0))
    assert abs(run(simulation, 30)[-1].robots[0, 3]) < 0.01


def test_a_velocity_command_overrides_the_navigator_for_half_a_second(site: Site) -> None:
    simulation = Simulation(site, crossing(site))
    run(simulation, 60)
    simulation.orders.request(CommandVelocity("jackal_0", -0.4, 0.0, 0.0))
    assert run(simulation, 14)[-1].robots[0, 3] < -0.3
    assert run(simulation, 45)[-1].robots[0, 3] > 0.2


def test_orders_are_numbered_in_arrival_order_and_replay_to_the_bit(site: Site) -> None:
    simulation = Simulation(site, pushing(site))
    ticks = []
    for number in range(60):
        if number % 20 == 5:
            simulation.orders.request(CommandVelocity("jackal_0", 0.3, 0.0, 0.1 * number))
            simulation.orders.request(SetField("west", "quiet", "false" if number > 20 else "true"))
        ticks.append(simulation.step())
    assert [order.sequence for tick in ticks for order in tick.orders] == list(range(6))
    again = Simulation(site, pushing(site))
    assert [again.step(tick.orders).frame for tick in ticks] == [tick.frame for tick in ticks]


def test_of_the_velocities_that_wait_for_a_tick_the_last_counts(site: Site) -> None:
    simulation = Simulation(site, pushing(site))
    for speed in range(1000):
        simulation.orders.request(CommandVelocity("jackal_0", -0.0005 * speed, 0.0, 0.0))
    (order,) = simulation.step().orders
    assert order.request == CommandVelocity("jackal_0", -0.4995, 0.0, 0.0)


def test_a_write_is_seen_in_the_next_frame(site: Site) -> None:
    simulation = Simulation(site, pushing(site))
    request = simulation.orders.request(SetField("west", "max_speed", "0.5"))
    assert request == SetField("west/0", "max_speed", "0.5")
    column = [(c.entity, c.field) for c in simulation.start.layout.numbers].index(("west/0", "max_speed"))
    assert simulation.frame.numbers[column] == 1.0
    assert simulation.step().frame.numbers[column] == 0.5


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (SetField("wst", "quiet", "true"), "unknown entity"),
        (SetField("middle", "open", "true"), "field not writable"),
        (SetField("west", "quiet", "maybe"), "malformed value"),
        (CommandVelocity("jackal_1", 0.0, 0.0, 0.0), "did you mean 'jackal_0'"),
        (CommandVelocity("jackal_0", float("nan"), 0.0, 0.0), "finite"),
        (SubmitPhases("jackal_0", ()), "at least one"),
        (Teleport("walker", Pose(1.0, 1.0)), "unknown entity 'walker'"),
    ],
)
def test_a_request_that_can_not_be_carried_out_is_refused_at_once(site: Site, request_: object, message: str) -> None:
    simulation = Simulation(site, pushing(site))
    with pytest.raises(OrderRefused, match=message):
        simulation.orders.request(request_)  # type: ignore[arg-type]
    assert simulation.step().orders == ()


def test_submitted_phases_are_driven_to(site: Site) -> None:
    episode = crossing(site)
    simulation = Simulation(site, episode)
    run(simulation, 10)
    goal = GotoPhase(pose=Pose(2.5, 3.0), tolerance_radius=0.5, tolerance_angle=0.0, hold_time=0.0)
    simulation.orders.request(SubmitPhases("jackal_0", (goal,)))
    while simulation.outcome is None:
        simulation.step()
    assert [(phase.index, phase.outcome) for phase in simulation.judge.phases()] == [(0, "dropped"), (1, "met")]


def test_a_gesture_without_an_arm_fails_at_once_and_the_task_goes_on(site: Site) -> None:
    episode = crossing(site)
    robot = evolve(episode.robots[0], phases=(GesturePhase(gesture="wave"), *episode.robots[0].phases))
    simulation = Simulation(site, evolve(episode, robots=(robot,)))
    while simulation.outcome is None:
        simulation.step()
    first, second = simulation.judge.phases()
    assert (first.outcome, second.outcome) == ("failed", "met")
    assert "no adapter for gesture" in first.reason
    assert first.tick is not None
    assert first.tick <= 1


def test_a_robot_that_shall_signal_is_refused_by_name(site: Site) -> None:
    episode = crossing(site)
    phases = (evolve(episode.robots[0].phases[0], signal="arrived"),)
    with pytest.raises(ValueError, match="jackal_0, phase 0: nobody drives it who could signal"):
        Simulation(site, evolve(episode, robots=(evolve(episode.robots[0], phases=phases, adapter="none"),)))


def test_a_robot_that_met_its_goal_in_a_doorway_drives_clear_of_the_door_before_it_waits(site: Site) -> None:
    """The goal is met where the next room begins, under the open door."""
    episode = crossing(site)
    east = GotoPhase(target="east", pose=Pose(8.8, 4.8), tolerance_radius=1.0, tolerance_angle=0.0, hold_time=0.0)
    wait = GotoPhase(tolerance_radius=1.0, tolerance_angle=0.0, hold_time=0.0, until=parse_atom("west.quiet == false"))
    robot = evolve(episode.robots[0], phases=(east, wait))
    simulation = Simulation(site, evolve(episode, robots=(robot,), people=()))
    run(simulation, 20 * 30)
    x = simulation.frame.robots[0, 0]
    state = [(c.entity, c.field) for c in simulation.start.layout.codes].index(("middle/0", "state"))
    assert 5.9 < x < 6.4
    assert abs(simulation.frame.robots[0, 3]) < 0.01
    assert [phase.outcome for phase in simulation.judge.phases()] == ["met", "pending"]
    assert simulation.frame.codes[state] == 2


def test_a_goal_where_somebody_stands_is_met_beside_them_with_the_heading_that_is_asked_for(site: Site) -> None:
    episode = crossing(site)
    goal = GotoPhase(pose=Pose(8.0, 4.8, 2.0), tolerance_radius=1.0, tolerance_angle=0.5, hold_time=0.0)
    still = EpisodePerson("still", "arenian", 0.25, 1.75, Pose(8.0, 4.8), 1.0)
    robot = evolve(episode.robots[0], phases=(goal,))
    simulation = Simulation(site, evolve(episode, robots=(robot,), people=(still,), conditions=()))
    while simulation.outcome is None:
        simulation.step()
    assert simulation.outcome.state == "SUCCESS"


def test_a_teleported_robot_is_where_it_was_put_and_opens_that_door_in_the_same_tick(site: Site) -> None:
    episode = pushing(site)
    simulation = Simulation(site, evolve(episode, robots=(evolve(episode.robots[0], start=Pose(1.0, 5.0)),)))
    state = [(c.entity, c.field) for c in simulation.start.layout.codes].index(("middle/0", "state"))
    run(simulation, 5)
    assert simulation.frame.codes[state] == 0
    simulation.orders.request(Teleport("jackal_0", Pose(4.0, 2.6, 1.0)))
    frame = simulation.step().frame
    np.testing.assert_allclose(frame.robots[0, :3], (4.0, 2.6, 1.0), atol=1e-9)
    assert frame.codes[state] == 1


def test_a_teleport_into_a_wall_is_refused_at_once(site: Site) -> None:
    simulation = Simulation(site, pushing(site))
    with pytest.raises(OrderRefused, match=r"no room at \(0.10, 3.00\): 'west/wall_3'"):
        simulation.orders.request(Teleport("jackal_0", Pose(0.1, 3.0)))


def test_an_episode_of_another_world_is_refused(site: Site) -> None:
    episode = evolve(crossing(site), world=WorldReference("elsewhere", "0" * 32))
    with pytest.raises(ValueError, match="made for world elsewhere"):
        Simulation(site, episode)


def test_a_robot_that_starts_inside_a_wall_is_refused_by_name(site: Site) -> None:
    episode = crossing(site)
    inside = evolve(episode, robots=(evolve(episode.robots[0], start=Pose(5.0, 1.0)),))
    with pytest.raises(ValueError, match=r"jackal_0 starts at \(5.00, 1.00\) inside"):
        Simulation(site, inside)


def test_a_door_lets_a_creeping_robot_through_and_waits_while_it_stands_inside(site: Site) -> None:
    """After a minute the robot is between the jambs; the slab never touched it and was in transit once."""
    simulation = Simulation(site, pushing(site))
    simulation.orders.request(CommandVelocity("jackal_0", 0.02, 0.0, 0.0))
    state = [(c.entity, c.field) for c in simulation.start.layout.codes].index(("middle/0", "state"))
    codes = []
    for _ in range(60 * 30):
        frame = simulation.step().frame
        codes.append(int(frame.codes[state]))
        assert not any(kind == 2 for _, kind, _ in frame.contacts.tolist()), "the slab never touches the robot"
    assert codes[-1] == 2
    assert codes.count(1) <= 40


def test_a_door_with_a_crate_in_it_stays_open(site: Site) -> None:
    simulation = Simulation(site, pushing(site, crate=True))
    progress = [(c.entity, c.field) for c in simulation.start.layout.numbers].index(("middle/0", "progress"))
    assert simulation.frame.numbers[progress] == 1.0
    for frame in run(simulation, 300):
        assert frame.numbers[progress] == 1.0


def test_a_closed_door_stops_a_robot_at_two_metres_per_second(site: Site) -> None:
    """The door does not open since its activation distance is zero."""
    from tests.simulation.two_rooms import WORLD

    shut = WORLD.replace("activation_distance: 1.5", "activation_distance: 0.0")
    level = site.view.directory.parent / "shut" / "0"
    level.mkdir(parents=True)
    (level / "world.yaml").write_text(shut, encoding="utf-8")
    from arena_simulation_setup.site import open_site

    shut_site = open_site(str(level.parent), {})
    simulation = Simulation(shut_site, pushing(shut_site))
    simulation.orders.request(CommandVelocity("jackal_0", 2.0, 0.0, 0.0))
    assert max(frame.robots[0, 0] for frame in run(simulation, 30 * 30)) < 5.0 - 0.05 - 0.267 + 0.03


def test_scans_come_ten_times_a_second_and_never_see_their_own_robot(site: Site) -> None:
    simulation = Simulation(site, pushing(site), SimulationOptions(scans=True))
    ticks = [simulation.first, *(simulation.step() for _ in range(29))]
    scans = [scan for tick in ticks for scan in tick.scans]
    assert len(scans) == 10
    assert all(scan.ranges.shape == (360,) for scan in scans)
    assert min(float(scan.ranges.min()) for scan in scans) > 0.5


def test_a_person_far_away_from_everything_never_opens_the_door(site: Site) -> None:
    person = EpisodePerson("still", "arenian", 0.25, 1.75, Pose(9.0, 5.0), 1.0, ((9.0, 5.0),))
    episode = evolve(pushing(site), people=(person,))
    simulation = Simulation(site, evolve(episode, robots=(evolve(episode.robots[0], start=Pose(1.0, 1.0)),)))
    frames = run(simulation, 90)
    assert frames[-1].codes.tolist() == frames[0].codes.tolist()
    np.testing.assert_array_equal(frames[-1].people[:, :2], frames[0].people[:, :2])
