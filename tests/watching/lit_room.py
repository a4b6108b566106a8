"""A room with a lamp rig, an episode in it, and frames in which it is lit in some way."""

from __future__ import annotations

from pathlib import Path

from attrs import evolve

from arena_runtime.scene.rendering import Detail, SceneRenderer
from arena_runtime.scene.rendering_stage import Stage, StageWorld, make_stage
from arena_runtime.simulation import Simulation
from arena_simulation_setup.episode import Episode, EpisodePerson, EpisodeRobot, Limits
from arena_simulation_setup.frame import FactColumn, Frame, FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.site import Site, open_site

WALLS = """
  walls:
  - {start: [0, 0], end: [8, 0]}
  - {start: [8, 0], end: [8, 6]}
  - {start: [8, 6], end: [0, 6]}
  - {start: [0, 6], end: [0, 0]}
"""
CORNERS = "corners: [{x: 0, y: 0}, {x: 8, y: 0}, {x: 8, y: 6}, {x: 0, y: 6}]"
LIT = f"zones:\n- name: room\n  {CORNERS}\n  ceiling_height: 2.6\n  ceiling_lights: {{spacing: 2.0}}{WALLS}"
PLAIN = f"zones:\n- name: room\n  {CORNERS}\n  ceiling_height: 2.6{WALLS}"
MIDDLE = (4.0, 3.0)
SIZE = (160, 120)
LAYOUT = FrameLayout(
    numbers=(
        FactColumn("room/0", "light", "level", "continuous"),
        FactColumn("room/0", "light", "dead_fraction", "continuous"),
    ),
    codes=(FactColumn("room/0", "light", "lit", "predicate", codes=("false", "true")),),
)


def room_site(folder: Path, text: str = LIT) -> Site:
    level = folder / "lit_room" / "0"
    level.mkdir(parents=True)
    (level / "world.yaml").write_text(text, encoding="utf-8")
    return open_site(str(level.parent), {})


def room_simulation(site: Site, people: int = 1, model: str = "jackal") -> Simulation:
    robot = EpisodeRobot(f"{model}_0", model, 0.267, Pose(2.0, 3.0), adapter="external")
    walkers = tuple(
        EpisodePerson(f"walker_{index}", "arenian", 0.25, 1.75, Pose(5.0 + index, 3.0), 1.0) for index in range(people)
    )
    limits = Limits(timeout_ns=2_000_000_000)
    return Simulation(site, Episode(1, site.reference, "", 1, robots=(robot,), people=walkers, limits=limits))


def room_stage(site: Site, simulation: Simulation, lighting: str = "authored") -> Stage:
    place = StageWorld(site.world, site.realized, site.catalogue, lighting)
    return make_stage(place, simulation.start.episode, LAYOUT)


def renderer_of(site: Site, simulation: Simulation, detail: Detail | None = None) -> SceneRenderer:
    return SceneRenderer(simulation.scene, room_stage(site, simulation), SIZE, detail)


def lit_frame(simulation: Simulation, lit: bool = True, level: float = 1.0, dead: float = 0.0) -> Frame:
    return evolve(simulation.frame, numbers=(level, dead), codes=(int(lit),))


DIVIDED = PLAIN + (
    "  - {start: [3, 0], end: [3, 2]}\n  - {start: [3, 4], end: [3, 6]}\n"
    "  doors:\n  - {name: gap, start: [3, 2], end: [3, 4], width: 0.3, transition_time: 0.5}\n"
)
"""The room without lamps, with a wall and a door that opens for the robot."""
