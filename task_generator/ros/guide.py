"""What is known about the robots of the running episode: where they are, and the tours of guided ones."""

from collections.abc import Mapping

from attrs import evolve

from arena_simulation_setup.episode import EpisodeRobot
from arena_simulation_setup.order import SubmitPhases
from arena_simulation_setup.scenario.phase import Phase
from arena_simulation_setup.site import Site
from task_generator.preparation import prepare
from task_generator.ros.advance import AdvanceMeter
from task_generator.ros.current_episode import CurrentEpisode
from task_generator.ros.settings import Settings
from task_generator.ros.task_checks import task_problems
from task_generator.task_defaults import filled
from task_generator.tasks.modules import Scene
from task_generator.tasks.robots.guided import GUIDED, WAYPOINTS
from task_generator.tasks.robots.guided.tour import Tour, tour_of


class Guide:
    """Keeps the tours of one episode; a new episode begins with those of its parameter.

    Args:
        settings: Tolerances of new phases.
        meter: Where the robots are.
    """

    def __init__(self, settings: Settings, meter: AdvanceMeter) -> None:
        self._settings, self._meter = settings, meter
        self._tours: tuple[int, Mapping[str, Tour]] = (0, {})

    def scene(self, current: CurrentEpisode, site: Site) -> Scene:
        """The episode in progress as a listener needs it."""
        episode = current.episode
        return Scene(
            robots=tuple((robot.name, robot.radius) for robot in episode.robots),
            planner=site.planner_with(episode.objects),
            defaults=self._settings.defaults(),
            tours=self._tours_of(current),
            positions=self._meter.positions(episode, current.hash),
        )

    def take(self, current: CurrentEpisode, tours: Mapping[str, Tour]) -> None:
        """Go on with other tours."""
        self._tours = (current.episode.episode_id, tours)

    def completed(self, order: SubmitPhases) -> SubmitPhases:
        """A task with defaults where its phases say nothing."""
        defaults = self._settings.defaults()
        return evolve(order, phases=tuple(filled(phase, defaults) for phase in order.phases))

    def problem(self, order: SubmitPhases, current: CurrentEpisode, site: Site) -> str:
        """Why a robot can not do a task in the running episode; empty where it can."""
        place = self._meter.positions(current.episode, current.hash).get(order.robot)
        return next(task_problems(order, current.episode, site, place), "")

    def following(self, robot: EpisodeRobot, done: int, current: CurrentEpisode, site: Site) -> tuple[Phase, ...]:
        """What a robot does next that has finished a task without an end; nothing where that is all.

        Args:
            robot: The robot.
            done: How many phases it has finished.
            current: The episode in progress.
            site: Its world.

        Raises:
            GenerationError: If there is no room for what it would do.
        """
        defaults, episode = self._settings.defaults(), current.episode
        tours = self._tours_of(current)
        if tours is not None:
            again = tours.get(robot.name, Tour()).phases()
            return tuple(filled(phase, defaults) for phase in again) if len(again) > 1 else ()
        place = self._meter.positions(episode, current.hash).get(robot.name)
        if place is None:
            return ()
        request = self._settings.request(episode.episode_id, episode.seed, current.live)
        mode = prepare(site, request).robots
        further = mode.following(robot, place, done, site.planner_with(episode.objects))
        return tuple(filled(phase, defaults) for phase in further)

    def _tours_of(self, current: CurrentEpisode) -> Mapping[str, Tour] | None:
        episode = current.episode
        if episode.robots_mode != GUIDED:
            return None
        number, tours = self._tours
        if number == episode.episode_id:
            return tours
        waypoints = current.live.parameters[WAYPOINTS]
        tour = tour_of([float(number) for number in waypoints]) if isinstance(waypoints, tuple) else Tour()
        return {robot.name: tour for robot in episode.robots}
