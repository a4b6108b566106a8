"""A world of two rooms with a door between them, and episodes in it."""

from pathlib import Path

from attrs import evolve

from arena_simulation_setup.conditions.parse import parse_clause
from arena_simulation_setup.episode import Episode, EpisodeObject, EpisodePerson, EpisodeRobot, Limits
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site, open_site
from arena_simulation_setup.timebase import seconds_to_ns

WORLD = """
zones:
- name: west
  corners: [{x: 0, y: 0}, {x: 5, y: 0}, {x: 5, y: 6}, {x: 0, y: 6}]
  walls:
  - {start: [0, 0], end: [10, 0]}
  - {start: [10, 0], end: [10, 6]}
  - {start: [10, 6], end: [0, 6]}
  - {start: [0, 6], end: [0, 0]}
  - {start: [5, 0], end: [5, 2]}
  - {start: [5, 3.2], end: [5, 6]}
  doors:
  - {name: middle, start: [5, 2], end: [5, 3.2], activation_distance: 1.5, transition_time: 0.8}
  semantics:
  - {state: max_speed, value: 1.0}
  - {predicate: quiet, value: true}
- name: east
  corners: [{x: 5, y: 0}, {x: 10, y: 0}, {x: 10, y: 6}, {x: 5, y: 6}]
"""

CONDITIONS = tuple(
    parse_clause(mapping)
    for mapping in (
        {"op": "eventually", "p": "robot in east"},
        {"op": "never", "p": "robot within 0.3 of walker"},
        {"op": "before", "p": "middle.open == true", "q": "robot in east"},
        {"op": "never_during", "p": "robot in middle", "q": "middle.state == closed"},
        {"op": "always", "p": "west.quiet == true"},
    )
)


def two_room_site(folder: Path) -> Site:
    """Write the world below a folder and open it."""
    level = folder / "two_rooms" / "0"
    level.mkdir(parents=True)
    (level / "world.yaml").write_text(WORLD, encoding="utf-8")
    return open_site(str(level.parent), {})


def crossing(site: Site, seed: int = 5) -> Episode:
    """A robot crosses to the other room while two people walk back and forth through the door."""
    return Episode(
        episode_id=1,
        world=site.reference,
        scenario="",
        seed=seed,
        robots=(
            EpisodeRobot(
                "jackal_0",
                "jackal",
                0.267,
                Pose(1.0, 4.8, 0.0),
                phases=(GotoPhase(pose=Pose(8.8, 4.8, 0.0), tolerance_radius=0.5, tolerance_angle=0.0, hold_time=0.5),),
            ),
        ),
        people=(
            EpisodePerson("walker", "arenian", 0.25, 1.75, Pose(8.5, 1.2), 1.1, ((1.5, 1.2), (8.5, 1.2))),
            EpisodePerson("other", "arenian", 0.25, 1.75, Pose(2.0, 2.5), 0.9, ((8.0, 3.5), (2.0, 2.5))),
        ),
        conditions=CONDITIONS,
        limits=Limits(timeout_ns=seconds_to_ns(60.0)),
    )


def pushing(site: Site, crate: bool = False) -> Episode:
    """A robot that only velocity commands drive, before a door that only people open, with or without a crate in it."""
    objects = (EpisodeObject("crate", "no_such_model", Pose(5.0, 2.6), extra={"bbox": [[-0.2, 0.2], [-0.2, 0.2]]}),)
    robot = EpisodeRobot("jackal_0", "jackal", 0.267, Pose(4.0, 2.6, 0.0), adapter="external")
    return Episode(
        1, site.reference, "", 1, robots=(robot,), objects=objects if crate else (), limits=Limits(seconds_to_ns(200.0))
    )


def with_people(episode: Episode, *people: EpisodePerson) -> Episode:
    """The episode with these people instead."""
    return evolve(episode, people=people)
