"""Everything that takes part in one episode, built once at its beginning."""

import math
from collections.abc import Sequence

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from arena_runtime.actions import Actions
from arena_runtime.door_lines import door_lines, progress_columns
from arena_runtime.goals import goal_of
from arena_runtime.mechanisms.episode_things import episode_mechanisms, silent_sounds
from arena_runtime.mechanisms.registry import build_mechanisms
from arena_runtime.mechanisms.stepper import MechanismStepper
from arena_runtime.people.crowd import Crowd
from arena_runtime.people.regions import Traffic
from arena_runtime.pilots import Pilot
from arena_runtime.relocation import Relocator
from arena_runtime.rider import Rider
from arena_runtime.robots.navigator import Navigator
from arena_runtime.robots.surroundings import DoorLine
from arena_runtime.scene.builder import build_scene
from arena_runtime.scene.building import Building
from arena_runtime.scene.errors import SceneError
from arena_runtime.scene.scene import Scene
from arena_runtime.signals import Moment, Signals
from arena_runtime.unreachable import unreachable_goals
from arena_simulation_setup.episode import Episode, EpisodeRobot
from arena_simulation_setup.frame import Frame, FrameLayout
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.scenario.phase import Phase
from arena_simulation_setup.site import Site
from arena_simulation_setup.tree.identifiers import RobotIdentifier

Floats = NDArray[np.float64]
ROBOT_TRAVEL = 0.02
"""Metres added to the radius of a robot as doors sense it: it drives on in the tick in which their slabs move."""
FAR_AWAY = -1e7
"""Metres; where nobody is ever met."""


@frozen(eq=False)
class Cast:
    """What the loop works with.

    Attributes:
        robots: Model and episode entry of each robot.
        scene: The physics.
        mechanisms: Doors and everything else of the building that changes.
        crowd: The people.
        planner: Free space of the episode, its objects included.
        traffic: Who comes and goes through the regions.
        pilots: Who drives each robot.
        layout: Names of everything in the frames.
        actions: What the robots' arms do.
        signals: What the robots signal.
        relocator: Puts robots that are too long at one phase somewhere else.
        door_progress: Shape (D,): where ``Frame.numbers`` holds the progress of each door, those of cabins last.
        agent_models: Models of robots, then of people.
        warnings: What of the building can have no effect in the episode, and where robots can not get to, one
            sentence each.
    """

    robots: tuple[tuple[RobotModel, EpisodeRobot], ...]
    scene: Scene
    mechanisms: MechanismStepper
    crowd: Crowd
    planner: RoutePlanner
    traffic: Traffic
    pilots: tuple[Pilot, ...]
    layout: FrameLayout
    actions: Actions
    signals: Signals
    relocator: Relocator
    door_progress: NDArray[np.intp]
    robot_radii: Floats
    agent_names: tuple[str, ...]
    agent_models: tuple[str, ...]
    warnings: tuple[str, ...]
    agent_radii: Floats

    def act(self, active: Sequence[tuple[int, Phase] | None], frame: Frame, now_ns: int) -> None:
        """Move arms and send signals for the tick that leads to ``now_ns``.

        Args:
            active: Index and phase of each robot; None where it has none.
            frame: Latest frame.
            now_ns: Episode time at the end of the tick.
        """
        self.actions.step(active, frame, now_ns)
        if self.relocator.waits:
            self._relocate(active, frame, now_ns)
        if self.signals.texts:
            goals = [goal_of(entry, frame, self.layout) for entry in active]
            self.signals.step([Moment(*parts) for parts in zip(active, goals, frame.robots.tolist(), strict=True)])

    def _relocate(self, active: Sequence[tuple[int, Phase] | None], frame: Frame, now_ns: int) -> None:
        for index, place in self.relocator.due(active, now_ns, self.discs(frame.robots, frame.people)):
            try:
                self.scene.teleport_robot(index, place)
            except SceneError:
                self.relocator.refused(index)

    def standing_robots(self, robots: Floats) -> Floats:
        """Robots as people see them.

        Args:
            robots: Rows as in ``Frame.robots``.

        Returns:
            Shape (R, 3): x, y, radius, metres, map frame; those that are gone are far away.
        """
        discs = np.column_stack((robots[:, :2], self.robot_radii))
        if self.layout.gone:
            discs[np.isnan(discs[:, 0]), :2] = FAR_AWAY
        return discs

    def waiting_robots(self, besides: int = -1) -> tuple[Rider, ...]:
        """Robots that wait at cabins for a ride, but for one by its index."""
        waiting = (pilot.rider for index, pilot in enumerate(self.pilots) if index != besides)
        return tuple(rider for rider in waiting if rider is not None)

    def discs(self, robots: Floats, people: Floats) -> Floats:
        """Robots, then people as discs.

        Args:
            robots: Rows as in ``Frame.robots``.
            people: Rows as in ``Frame.people``.

        Returns:
            Shape (R + P, 5): x, y, radius (m), vx, vy (m/s), map frame.
        """
        discs = np.empty((len(robots) + len(people), 5))
        discs[len(robots) :] = people
        discs[len(robots) :, 2] = self.crowd.radii
        for index, (x, y, yaw, forward, left, _) in enumerate(robots.tolist()):
            cos, sin = math.cos(yaw), math.sin(yaw)
            vx, vy = forward * cos - left * sin, forward * sin + left * cos
            discs[index] = (x, y, self.robot_radii[index], vx, vy)
        return discs


def cast_episode(site: Site, episode: Episode, substeps: int) -> Cast:
    """Build all that an episode needs.

    Args:
        site: The world.
        episode: What shall happen.
        substeps: Physics steps per tick.

    Raises:
        ValueError: If the episode belongs to another world, a robot starts inside something, one that nobody drives
            shall signal, or the physics takes something of the scene for impossible.
    """
    site.require(episode.world)
    models = tuple(site.catalogue.robot(RobotIdentifier.parse(robot.model)) for robot in episode.robots)
    scene = _scene(site, episode, models, substeps)
    signals = Signals(episode)
    things = build_mechanisms(site.world, episode_mechanisms(episode, site.world, site.catalogue))
    mechanisms = MechanismStepper(things, [polygon for _, polygon in scene.obstacle_polygons()])
    planner = site.planner_with(episode.objects)
    crowd = Crowd(episode.people, planner, episode.seed)
    scene.place_people(crowd.rows)
    _check_starts(scene, episode)
    radii = np.array([robot.radius for robot in episode.robots], dtype=np.float64)
    layout = _layout(site, episode, mechanisms, scene, signals.texts)
    return Cast(
        robots=tuple(zip(models, episode.robots, strict=True)),
        scene=scene,
        mechanisms=mechanisms,
        crowd=crowd,
        planner=planner,
        traffic=Traffic(episode, planner, crowd),
        pilots=tuple(_pilots(site, episode, models, planner)),
        layout=layout,
        actions=Actions(models, episode, layout, scene),
        signals=signals,
        relocator=Relocator(episode),
        door_progress=progress_columns(site.world, layout),
        robot_radii=radii,
        agent_names=layout.robots + layout.people,
        agent_models=(*(robot.model for robot in episode.robots), *(person.model for person in episode.people)),
        warnings=silent_sounds(episode, site.world) + unreachable_goals(episode, models, planner),
        agent_radii=np.concatenate((radii + ROBOT_TRAVEL, crowd.radii)),
    )


def building_of(site: Site) -> Building:
    """The solids of a world, which are computed once."""
    return site.derived("building", lambda: Building(site.world, site.realized, site.catalogue))


def _scene(site: Site, episode: Episode, models: Sequence[RobotModel], substeps: int) -> Scene:
    try:
        return build_scene(building_of(site), episode, models, substeps)
    except SceneError as error:
        raise ValueError(str(error)) from error


def _layout(
    site: Site, episode: Episode, mechanisms: MechanismStepper, scene: Scene, signals: tuple[str, ...]
) -> FrameLayout:
    return FrameLayout(
        robots=tuple(robot.name for robot in episode.robots),
        people=tuple(person.name for person in episode.people),
        numbers=mechanisms.table.number_columns,
        codes=mechanisms.table.code_columns,
        partners=scene.partners,
        signals=signals,
        areas=site.world.areas(),
    )


def _pilots(site: Site, episode: Episode, models: Sequence[RobotModel], planner: RoutePlanner) -> list[Pilot]:
    doors = door_lines(site.world)
    return [pilot_of(model, robot, planner, doors) for robot, model in zip(episode.robots, models, strict=True)]


def pilot_of(model: RobotModel, robot: EpisodeRobot, planner: RoutePlanner, doors: tuple[DoorLine, ...]) -> Pilot:
    """Who drives a robot.

    Args:
        model: Its model.
        robot: Its entry.
        planner: Free space of the episode.
        doors: Doors in the order of ``Surroundings.door_progress``.
    """
    navigator = Navigator(model, planner, doors) if robot.adapter == "navigator" else None
    return Pilot(model, navigator, doors, listens=robot.adapter != "none")


def _check_starts(scene: Scene, episode: Episode) -> None:
    starts = {robot.name: robot.start for robot in episode.robots}
    for robot, thing in scene.start_overlaps():
        place = f"({starts[robot].x:.2f}, {starts[robot].y:.2f})"
        raise ValueError(f"robot {robot} starts at {place} inside {thing}, expected a free place")
