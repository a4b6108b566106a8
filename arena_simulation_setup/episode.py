"""An Episode: everything that shall happen, resolved; with the recorded orders it re-simulates to the bit."""

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from arena_simulation_setup.conditions.clause import Clause
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.scenario.phase import Phase
from arena_simulation_setup.scenario.region import EpisodeRegion
from arena_simulation_setup.scenario.timeline import TimelineEntry
from arena_simulation_setup.timebase import DEFAULT_RATE
from arena_simulation_setup.world.sound import Sound

WAYPOINT_MODES = ("repeat", "reverse", "once", "random")
ADAPTERS = ("navigator", "external", "none")


@frozen
class WorldReference:
    """The world of an episode.

    Attributes:
        argument: As it was asked for, level selection included (``hospital_1[0]``).
        content_hash: Hash of the loaded levels; a runtime refuses an episode of another world.
    """

    argument: str
    content_hash: str


@frozen
class Relocation:
    """Where a robot is put that has been too long at one phase, whose goal it keeps.

    Attributes:
        after_ns: Time at one phase, or since it was put somewhere, nanoseconds.
        places: In turn, map frame; one where somebody stands is passed over.
    """

    after_ns: int
    places: tuple[Pose, ...]


@frozen
class EpisodeRobot:
    """A robot and its task, map frame.

    Attributes:
        name: ``<model>_<index>``.
        model: Robot model.
        radius: Footprint radius, metres.
        start: Pose at frame 0.
        phases: Poses in the map frame, tolerances, hold times and dispatch poses filled in.
        conditions: Clauses over all phases of this request.
        adapter: Who drives it, one of ``ADAPTERS``: the built-in navigator, velocity commands only, or nobody.
        endless: Whether its task has no end: it is never done, and still at work at the time limit it has not failed.
        relocation: What happens when it is too long at one phase; None for nothing.
    """

    name: str
    model: str
    radius: float
    start: Pose
    phases: tuple[Phase, ...] = ()
    conditions: tuple[Clause, ...] = ()
    adapter: str = "navigator"
    endless: bool = False
    relocation: Relocation | None = None


@frozen
class EpisodePerson:
    """A person, map frame.

    Attributes:
        name: Name of the person.
        model: Pedestrian model.
        radius: Metres.
        height: Metres.
        pose: Pose at frame 0.
        speed: Desired speed, m/s.
        waypoints: Points to walk to, metres.
        waypoint_mode: One of ``WAYPOINT_MODES``.
        agent: The authored agent block, whole.
        absent: Whether the person is not there at frame 0; a source lets them appear.
    """

    name: str
    model: str
    radius: float
    height: float
    pose: Pose
    speed: float
    waypoints: tuple[Corner, ...] = ()
    waypoint_mode: str = "repeat"
    agent: Mapping[str, Any] = field(factory=dict)
    absent: bool = False


@frozen
class EpisodeObject:
    """A static object of this episode, map frame.

    Attributes:
        name: Name of the object.
        model: Object model as text (``[domain/]name``).
        pose: Where it stands.
        scale: Factors along x, y, z.
        level: Level it stands on; empty where that does not matter.
        extra: Further authored keys (``bbox`` and the like).
    """

    name: str
    model: str
    pose: Pose
    scale: tuple[float, float, float] = (1.0, 1.0, 1.0)
    level: str = ""
    extra: Mapping[str, Any] = field(factory=dict)


@frozen
class Limits:
    """What ends an episode early; None means without limit.

    Attributes:
        timeout_ns: Episode time after which it fails with reason ``timeout``.
        no_progress_ns: Time within 1 m of one spot after which a robot that is not waiting fails the episode.
        fail_on_collision: Whether a robot's contact with anything fails it.
    """

    timeout_ns: int | None = None
    no_progress_ns: int | None = None
    fail_on_collision: bool = False


@frozen
class Episode:
    """One complete episode.

    Attributes:
        episode_id: Number from 1 within its run.
        world: Which world it happens in.
        scenario: Name of the scenario; empty for generated obstacles.
        seed: Seed of every random stream of the episode.
        rate: Ticks per second of simulated time.
        obstacles_mode: Obstacle mode that made it.
        robots_mode: Robot mode that made it.
        robots: Robots, in order of their index.
        people: People, in order of their index.
        objects: Objects on top of the world's own.
        sounds: Sound sources of this episode.
        regions: Sources and sinks.
        timeline: Scripted writes.
        conditions: Clauses over the episode, judged for each robot.
        limits: What ends it early.
    """

    episode_id: int
    world: WorldReference
    scenario: str
    seed: int
    rate: int = DEFAULT_RATE
    obstacles_mode: str = "scenario"
    robots_mode: str = "scenario"
    robots: tuple[EpisodeRobot, ...] = ()
    people: tuple[EpisodePerson, ...] = ()
    objects: tuple[EpisodeObject, ...] = ()
    sounds: tuple[Sound, ...] = ()
    regions: tuple[EpisodeRegion, ...] = ()
    timeline: tuple[TimelineEntry, ...] = ()
    conditions: tuple[Clause, ...] = ()
    limits: Limits = Limits()
