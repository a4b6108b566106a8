import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from arena_simulation_setup.episode import EpisodePerson, EpisodeRobot
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.route import FreeSpace, RoutePlanner
from task_generator.aside import TOLERANCE, Floor, stand_aside

ROOM = RoutePlanner(FreeSpace(zones=(((0.0, 0.0), (6.0, 0.0), (6.0, 4.0), (0.0, 4.0)),)))
CLOSET = RoutePlanner(FreeSpace(zones=(((0.0, 0.0), (0.6, 0.0), (0.6, 0.6), (0.0, 0.6)),)))
ROBOT = EpisodeRobot("jackal_0", "jackal", 0.267, Pose(3.0, 2.0))


def person(name: str, x: float, y: float) -> EpisodePerson:
    return EpisodePerson(name, "arenian", 0.25, 1.75, Pose(x, y, 1.0), 1.0)


def test_people_with_room_keep_their_places() -> None:
    people = (person("a", 1.0, 1.0), person("b", 1.5, 1.0))
    assert stand_aside(people, (ROBOT,), Floor(ROOM)) == (people, ())


def test_a_person_on_a_robot_steps_off_it_and_keeps_the_heading() -> None:
    (moved,), (sentence,) = stand_aside((person("a", 3.1, 2.0),), (ROBOT,), Floor(ROOM))
    assert np.hypot(moved.pose.x - 3.0, moved.pose.y - 2.0) >= 0.517
    assert np.hypot(moved.pose.x - 3.1, moved.pose.y - 2.0) < 0.6
    assert moved.pose.yaw == 1.0
    assert sentence.startswith("person a starts at (3.10, 2.00) inside jackal_0; they stand at (")


def test_a_person_in_a_wall_steps_out_of_it() -> None:
    (moved,), (sentence,) = stand_aside((person("a", 0.0, 1.0),), (), Floor(ROOM))
    assert moved.pose.x >= 0.25
    assert "inside a wall or a thing" in sentence


def test_where_there_is_no_place_that_is_said() -> None:
    people = (person("a", 0.3, 0.3), person("b", 0.3, 0.3))
    unmoved, (sentence,) = stand_aside(people, (), Floor(CLOSET))
    assert unmoved == people
    assert sentence == "person b starts at (0.30, 0.30) inside a, and there is no free place for them"


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.floats(-1.0, 7.0), st.floats(-1.0, 5.0)), max_size=8))
def test_afterwards_nobody_overlaps_anything(places: list[tuple[float, float]]) -> None:
    people = [person(f"p{index}", *place) for index, place in enumerate(places)]
    placed, _ = stand_aside(people, (ROBOT,), Floor(ROOM))
    spots = [(ROBOT.start.x, ROBOT.start.y, ROBOT.radius), *((p.pose.x, p.pose.y, p.radius) for p in placed)]
    for index, (x, y, radius) in enumerate(spots):
        assert ROOM.is_free(x, y, radius - TOLERANCE)
        for other_x, other_y, other_radius in spots[:index]:
            assert np.hypot(x - other_x, y - other_y) >= radius + other_radius - TOLERANCE - 1e-9
