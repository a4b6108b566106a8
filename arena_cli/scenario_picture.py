"""A scenario over the plan of its world: starts, goals, planned ways of robots and ways of people."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import cos, dist, sin

import numpy as np
from attrs import frozen
from PIL import Image, ImageDraw

from arena_cli.region_hatching import draw_regions
from arena_evaluation.track_image import PERSON_COLORS, ROBOT_COLORS, Color, Legend, with_legend
from arena_evaluation.tracks import Tracks
from arena_simulation_setup.episode import Episode, EpisodePerson, EpisodeRobot
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.map.plan_image import INK, OVERSAMPLING, Canvas, draw_arrow, draw_names, draw_world
from arena_simulation_setup.map.plan_labels import OVERHEAD, draw_level_names
from arena_simulation_setup.map.plan_walls import plan_walls
from arena_simulation_setup.route import Leg, RoutePlanner
from arena_simulation_setup.scenario.phase import GotoPhase
from arena_simulation_setup.site import Site

PIXELS_PER_METRE = 50.0
DASH = 0.3
ARROW_EVERY = 3.0
ARROW_LENGTH = 0.3
GOAL_ARM = 0.22
LABEL_SIZE = 18
RIDE_LABEL_SIZE = 11
HALO = (255, 255, 255)

Way = tuple[Corner, ...]


def draw_scenario(site: Site, episode: Episode) -> Image.Image:
    """The picture of an episode before it begins.

    Args:
        site: Its world.
        episode: The scenario with all places drawn.
    """
    objects = site.object_outlines(episode.objects)
    outlines = [outline.corners for outline in (*site.footprints, *objects) if outline.bottom < OVERHEAD]
    canvas = draw_world(site.world, plan_walls(site.realized.values()), outlines, PIXELS_PER_METRE)
    artist = _Artist(canvas, site.planner_with(episode.objects))
    draw_regions(canvas, episode.regions)
    for index, person in enumerate(_present(episode)):
        artist.person(person, PERSON_COLORS[index % len(PERSON_COLORS)])
    colored = [(robot, ROBOT_COLORS[index % len(ROBOT_COLORS)]) for index, robot in enumerate(episode.robots)]
    lost = [line for robot, color in colored for line in artist.ways(robot, color)]
    draw_names(canvas, site.world)
    draw_level_names(canvas, site.world)
    for robot, color in colored:
        artist.ends(robot, color)
    title = f"{site.world.name}, scenario {episode.scenario}, seed {episode.seed}"
    return with_legend(canvas, _cast(episode), Legend(title, tuple(lost)))


@frozen
class _Artist:
    canvas: Canvas
    planner: RoutePlanner

    def ways(self, robot: EpisodeRobot, color: Color) -> list[str]:
        """Draw a robot's ways from goal to goal; a line for each goal that it can not get to."""
        width, lost = self.canvas.line_width(0.1), []
        draw = ImageDraw.Draw(self.canvas.image)
        place = robot.start.xy
        for number, goal in _goals(robot):
            legs = self.planner.legs(place, goal, robot.radius)
            if not legs:
                lost.append(f"{robot.name}: no way to goal {number}")
            for way in map(_points, legs):
                draw.line(self.canvas.pixels(way), fill=color, width=width, joint="curve")
                self._arrows(way, INK)
            self._rides(legs, color)
            place = goal
        return lost

    def ends(self, robot: EpisodeRobot, color: Color) -> None:
        """Draw a robot's start and its goals with the numbers of their phases."""
        self._ring(robot.start, robot.radius, color)
        for number, goal in _goals(robot):
            self._cross(goal, str(number), color)

    def person(self, person: EpisodePerson, color: Color) -> None:
        """Draw a person and the ways from waypoint to waypoint."""
        stops: list[Corner] = [person.pose.xy, *person.waypoints]
        for before, after in pairwise(stops):
            legs = self.planner.legs(before, after, person.radius)
            for way in map(_points, legs) if legs else ((before, after),):
                for start, end in _dashes(way):
                    ends = self.canvas.pixels([start, end])
                    ImageDraw.Draw(self.canvas.image).line(ends, fill=color, width=self.canvas.line_width(0.06))
                self._arrows(way, color)
            self._rides(legs, color)
        for stop in person.waypoints:
            self._disc(stop, 0.08, color)
        self._disc(person.pose.xy, person.radius, color)

    def _rides(self, legs: Sequence[Leg], color: Color) -> None:
        """Say at each cabin where the ride leads to, and where it comes from."""
        for before, after in pairwise(legs):
            for leg, at, text in ((before, -1, f"to {before.ride_to}"), (after, 0, f"from {before.ride_from}")):
                x, y = leg.points[at].tolist()
                self._disc((x, y), 0.12, color)
                self._ride_label((x, y), text, color)

    def _ride_label(self, cabin: Corner, text: str, color: Color) -> None:
        x, y = self.canvas.pixel(cabin)
        font, shift = self.canvas.lettering(RIDE_LABEL_SIZE), 0.3 * self.canvas.scale
        shift = shift if text.startswith("to") else -shift
        draw = ImageDraw.Draw(self.canvas.image)
        draw.text((x, y - shift), text, fill=color, font=font, anchor="mm", stroke_width=OVERSAMPLING, stroke_fill=HALO)

    def _arrows(self, way: Sequence[Corner], color: Color) -> None:
        """An arrow every few metres, beginning in the middle of the first stretch."""
        travelled, due = 0.0, ARROW_EVERY / 2.0
        for before, after in pairwise(way):
            length = dist(before, after)
            while length > 0.0 and travelled + length >= due:
                share, back = (due - travelled) / length, ARROW_LENGTH / length
                tip, tail = (_between(before, after, part) for part in (share, share - back))
                draw_arrow(self.canvas, tail, tip, color)
                due += ARROW_EVERY
            travelled += length

    def _ring(self, pose: Pose, radius: float, color: Color) -> None:
        draw, (x, y) = ImageDraw.Draw(self.canvas.image), self.canvas.pixel(pose.xy)
        reach, width = radius * self.canvas.scale, self.canvas.line_width(0.08)
        draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=HALO, outline=color, width=width)
        tip = self.canvas.pixel((pose.x + radius * cos(pose.yaw), pose.y + radius * sin(pose.yaw)))
        draw.line([(x, y), tip], fill=color, width=width)

    def _disc(self, centre: Corner, radius: float, color: Color) -> None:
        (x, y), reach = self.canvas.pixel(centre), radius * self.canvas.scale
        ImageDraw.Draw(self.canvas.image).ellipse((x - reach, y - reach, x + reach, y + reach), fill=color)

    def _cross(self, centre: Corner, label: str, color: Color) -> None:
        draw, (x, y) = ImageDraw.Draw(self.canvas.image), self.canvas.pixel(centre)
        arm, font = GOAL_ARM * self.canvas.scale, self.canvas.lettering(LABEL_SIZE)
        for fill, width in ((HALO, 0.2), (color, 0.1)):
            for slope in (1, -1):
                ends = [(x - arm, y - slope * arm), (x + arm, y + slope * arm)]
                draw.line(ends, fill=fill, width=self.canvas.line_width(width))
        place = (x + 1.3 * arm, y - arm)
        draw.text(place, label, fill=color, font=font, anchor="lb", stroke_width=OVERSAMPLING, stroke_fill=HALO)


def _goals(robot: EpisodeRobot) -> Iterator[tuple[int, Corner]]:
    """Number of the phase and place of each goal that stands still."""
    for number, phase in enumerate(robot.phases):
        if isinstance(phase, GotoPhase) and phase.pose is not None:
            yield number, phase.pose.xy


def _points(leg: Leg) -> Way:
    return tuple((x, y) for x, y in leg.points.tolist())


def _between(start: Corner, end: Corner, share: float) -> Corner:
    return (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))


def _dashes(way: Sequence[Corner]) -> Iterator[tuple[Corner, Corner]]:
    """Every second stretch of a way, ``DASH`` metres long; they go on around its corners."""
    travelled = 0.0
    for before, after in pairwise(way):
        length, place = dist(before, after), 0.0
        while place < length:
            number = int((travelled + place) / DASH + 1e-9)
            stretch = min(length - place, (number + 1) * DASH - (travelled + place))
            if number % 2 == 0:
                yield _between(before, after, place / length), _between(before, after, (place + stretch) / length)
            place += max(stretch, 1e-6)
        travelled += length


def _cast(episode: Episode) -> Tracks:
    """Names with colours for the legend."""
    nothing = np.empty((0, 3))
    robots = {robot.name: nothing for robot in episode.robots}
    return Tracks(robots, {person.name: nothing for person in _present(episode)}, 0)


def _present(episode: Episode) -> list[EpisodePerson]:
    """Who is there from the beginning on."""
    return [person for person in episode.people if not person.absent]
