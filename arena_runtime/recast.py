"""Carrying out edits of a running episode: the edited scene first, then everybody who goes by it."""

from collections.abc import Mapping

import numpy as np
from attrs import evolve

from arena_runtime.cast import ROBOT_TRAVEL, Cast, building_of, pilot_of
from arena_runtime.door_lines import door_lines
from arena_runtime.edit_draft import EditDraft
from arena_runtime.pilots import Pilot
from arena_runtime.population import Population
from arena_runtime.scene.editing import edited_scene
from arena_simulation_setup.episode import EpisodeRobot
from arena_simulation_setup.frame import FrameLayout
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.order import Edit, Teleport
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.site import Site
from arena_simulation_setup.tree.identifiers import RobotIdentifier


def recast(site: Site, cast: Cast, before: Population, draft: EditDraft) -> Cast:
    """Carry out the edits of a draft.

    Whatever can fail comes first, on things of its own, so an error leaves the running cast as it was.

    Args:
        site: The world.
        cast: The running cast; what it is made of is changed.
        before: Who and what took part until now.
        draft: The edits.

    Returns:
        The cast from now on; the given one is of no use any more.

    Raises:
        SceneError: If the edited scene can not be built.
        ValueError: If something that was spawned can not be had.
    """
    after = draft.population
    if after != before:
        cast = _rebuilt(site, cast, before, after)
    moves = _last_places(draft.accepted, after)
    _move_people(cast, moves)
    _move_robots(cast, moves)
    return cast


def _rebuilt(site: Site, cast: Cast, before: Population, after: Population) -> Cast:
    newcomers = after.episode.robots[len(cast.robots) :]
    models = tuple(site.catalogue.robot(RobotIdentifier.parse(robot.model)) for robot in newcomers)
    robots = (*cast.robots, *zip(models, newcomers, strict=True))
    fresh = edited_scene(cast.scene, building_of(site), after.episode, tuple(model for model, _ in robots), after.gone)
    moved = after.episode.objects != before.episode.objects
    planner = site.planner_with(after.episode.objects) if moved else cast.planner
    cast.scene.become(fresh)
    if moved:
        cast.mechanisms.place_obstacles([polygon for _, polygon in cast.scene.obstacle_polygons()])
    edited = evolve(_with_people(cast, before, after, planner), planner=planner)
    return _with_robots(edited, site, robots, after, replan=moved)


def _with_people(cast: Cast, before: Population, after: Population, planner: RoutePlanner) -> Cast:
    people, crowd = after.episode.people, cast.crowd
    newcomers = people[len(before.episode.people) :]
    if newcomers or planner is not cast.planner:
        crowd = crowd.changed(newcomers, planner)
        cast.traffic.take_over(people, crowd, planner)
    for row, person in enumerate(people):
        if person.name in after.gone and person.name not in before.gone:
            crowd.remove(row)
            cast.traffic.forget(row)
    cast.scene.place_people(crowd.rows)
    return evolve(cast, crowd=crowd)


def _with_robots(
    cast: Cast,
    site: Site,
    robots: tuple[tuple[RobotModel, EpisodeRobot], ...],
    after: Population,
    *,
    replan: bool,
) -> Cast:
    cast.signals.take_over(after.episode.robots)
    cast.relocator.take_over(after.episode.robots)
    layout = evolve(
        cast.layout,
        robots=tuple(robot.name for _, robot in robots),
        people=tuple(person.name for person in after.episode.people),
        partners=cast.scene.partners,
        signals=cast.signals.texts,
        gone=after.gone,
    )
    cast.actions.take_over([model for model, _ in robots], layout)
    radii = np.array([robot.radius for _, robot in robots], dtype=np.float64)
    people = after.episode.people
    return evolve(
        cast,
        robots=robots,
        pilots=_pilots(cast, site, robots, layout, replan=replan),
        layout=layout,
        robot_radii=radii,
        agent_names=layout.robots + layout.people,
        agent_models=(*(robot.model for _, robot in robots), *(person.model for person in people)),
        agent_radii=np.concatenate((radii + ROBOT_TRAVEL, cast.crowd.radii)),
    )


def _pilots(
    cast: Cast, site: Site, robots: tuple[tuple[RobotModel, EpisodeRobot], ...], layout: FrameLayout, *, replan: bool
) -> tuple[Pilot, ...]:
    planner, pilots = cast.planner, list(cast.pilots)
    for index, (pilot, row) in enumerate(zip(cast.pilots, cast.scene.robot_rows().tolist(), strict=False)):
        if layout.robots[index] in layout.gone:
            pilots[index] = Pilot(pilot.model, None, listens=False)
        elif pilot.navigator is not None and replan:
            pilot.navigator.use_planner(planner, Pose(row[0], row[1], yaw=row[2]))
    doors = door_lines(site.world)
    return (*pilots, *(pilot_of(model, robot, planner, doors) for model, robot in robots[len(pilots) :]))


def _last_places(edits: tuple[Edit, ...], after: Population) -> dict[str, Pose]:
    """Where each robot and person that was moved ends up, those that are gone left out."""
    agents = {*after.robots, *after.people}
    moves = [edit for edit in edits if isinstance(edit, Teleport) and edit.entity in agents]
    return {edit.entity: edit.pose for edit in moves}


def _move_people(cast: Cast, moves: Mapping[str, Pose]) -> None:
    for row, name in enumerate(cast.layout.people):
        if name in moves:
            cast.crowd.teleport(row, moves[name].x, moves[name].y, moves[name].yaw)
    cast.scene.place_people(cast.crowd.rows)


def _move_robots(cast: Cast, moves: Mapping[str, Pose]) -> None:
    for index, name in enumerate(cast.layout.robots):
        if name in moves:
            cast.scene.put_robot(index, moves[name])
