"""One robot, two people, a door: an episode that exists only as data."""

import numpy as np

from arena_simulation_setup.conditions.atom import FieldAtom, MembershipAtom
from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.episode import Episode, EpisodePerson, EpisodeRobot, WorldReference
from arena_simulation_setup.frame import Area, EpisodeStart, FactColumn, Frame, FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.timebase import tick_time_ns

RATE = 30
ROBOT = "jackal_0"


def start_of(conditions: tuple[Clause, ...] = (), phases: tuple[GotoPhase, ...] = ()) -> EpisodeStart:
    """The start of the episode, judged by the given clauses."""
    clauses = conditions or (
        Clause("eventually", MembershipAtom(ROBOT, "ward")),
        Clause("never", FieldAtom("entrance", "state", "open")),
    )
    episode = Episode(
        episode_id=1,
        world=WorldReference("corridor", "0123abcd"),
        scenario="crossing",
        seed=42,
        rate=RATE,
        robots=(EpisodeRobot(ROBOT, "jackal", 0.267, Pose(0.0, 0.0), phases),),
        people=tuple(EpisodePerson(name, "adult", 0.25, 1.7, Pose(1.0, 2.0), 1.1) for name in ("Ann", "Bö")),
        conditions=clauses,
    )
    layout = FrameLayout(
        robots=(ROBOT,),
        people=("Ann", "Bö"),
        numbers=(FactColumn("entrance/0", "door", "progress", "continuous", "1"),),
        codes=(FactColumn("entrance/0", "door", "state", "discrete", codes=("closed", "opening", "open")),),
        partners=("Ann", "Bö", "entrance/0"),
        signals=("done",),
        areas=(Area("ward", "0", "zone", ((5.0, -1.0), (9.0, -1.0), (9.0, 1.0), (5.0, 1.0))),),
    )
    return EpisodeStart(0, episode, layout, '{"levels":[]}', (("arena", "0.1.0"), ("numpy", "2")))


def frame_at(tick: int, door: int = 0, x: float | None = None) -> Frame:
    """The robot moves along x at 1 m/s, one person walks beside it, the other one is absent."""
    seconds = tick / RATE
    return Frame(
        tick,
        tick_time_ns(tick, RATE),
        [[seconds if x is None else x, 0.0, 0.1, 1.0, 0.0, 0.0]],
        [[seconds, 0.9, -3.0, 1.0, 0.0], [np.nan] * 5],
        [door / 2],
        [door],
        [[0, 5, 0]] if tick % 7 == 0 else np.empty((0, 3)),
        [255],
        np.empty((0, 3)),
    )
