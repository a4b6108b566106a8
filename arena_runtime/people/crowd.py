"""All people of an episode, moved together."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena_runtime.people.bodies import Bodies
from arena_runtime.people.doors import DoorManners
from arena_runtime.people.groups import Groups
from arena_runtime.people.kernels_choice import choose_velocities, turn_to_wanted
from arena_runtime.people.kernels_collisions import PUSH_LIMIT
from arena_runtime.people.kernels_passing import find_passers
from arena_runtime.people.kernels_rows import rows_of
from arena_runtime.people.kernels_slabs import jumped
from arena_runtime.people.kernels_step import step_people
from arena_runtime.people.patience import Patience
from arena_runtime.people.routes import Routes
from arena_runtime.people.shut import Shut
from arena_runtime.rider import Rider
from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.geometry import Corner
from arena_simulation_setup.route import RoutePlanner
from arena_simulation_setup.route.clearance_kernel import grid_of

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

NO_ROBOTS: Floats = np.empty((0, 3))
NO_SLABS: Floats = np.empty((0, 4, 2))

# People decide this often and follow the decision smoothly in between, seconds.
DECISION_PERIOD = 0.2
# Kept between people and robots on top of both radii, metres: a robot moves on within the tick.
ROBOT_MARGIN = 0.05
# Until people look round again they can come as far as in the decision period and this many ticks.
TRAVEL_TIME_MARGIN = 2.0
# A slab that jumped farther than this within a tick is another one, metres.
SLAB_STEP = 0.3
# Slabs matter within this distance, metres.
SLAB_REACH = 1.2
# A body may come this much closer to a wall or a slab than its radius, metres.
WALL_TOLERANCE = 0.01
# How far a robot may come by itself until people look round again, metres.
ROBOT_TRAVEL = 0.3
# Absent people wait where nobody comes.
_FAR_AWAY = 1e7


class Crowd:
    """People walking their waypoints, in arrays.

    Each person heads along the cheapest way to the current waypoint, evades others and robots together with them
    (to the right where both ways are equal), and never moves into anything. People keep to the right where it is
    narrow, stand back from closed doors, and mind coming collisions less where they do not get on. Who has not come
    forward for three seconds steps back and aside for a moment; where two block each other the one with more room
    does.

    Args:
        people: People of the episode, in order of their index.
        planner: Free space of the episode, its objects included.
        seed: Seed of the episode; each person draws from the stream ("people", name).
    """

    def __init__(self, people: Sequence[EpisodePerson], planner: RoutePlanner, seed: int) -> None:
        self._radii = np.array([person.radius for person in people], dtype=np.float64)
        self._speeds = np.array([person.speed for person in people], dtype=np.float64)
        self._yaw = np.array([person.pose.yaw for person in people], dtype=np.float64)
        self._top_speed = max(1.5, float(self._speeds.max(initial=0.0)))
        self._present = np.ones(len(people), dtype=np.bool_)
        self._bodies = Bodies(self._radii)
        self._bodies.x[:-1] = [person.pose.x for person in people]
        self._bodies.y[:-1] = [person.pose.y for person in people]
        self._clearance = planner.clearance
        self._grid = grid_of(self._clearance)
        self._needed = self._radii - WALL_TOLERANCE
        self._routes = Routes(people, planner, seed)
        self._people, self._seed = tuple(people), seed
        self._patience = Patience(self._bodies, self._clearance)
        self._manners = DoorManners(self._bodies)
        self._groups = self._in_groups()
        self._wanted = np.zeros((2, len(people)))
        self._turn_rate = np.zeros(len(people))
        self._ways = np.zeros(len(people), dtype=np.bool_), np.zeros((2, len(people))), np.zeros(len(people))
        self._slab_corners = NO_SLABS
        self._shut = Shut.near(NO_SLABS, self._bodies.place, len(people), SLAB_REACH)
        self._until_decision = 0.0
        self._sees_newcomers = True
        for index, person in enumerate(people):
            if person.absent:
                self.remove(index)

    @property
    def rows(self) -> Floats:
        """Shape (P, 5): x, y (m), yaw (rad), vx, vy (m/s), map frame; NaN where a person is absent. A copy."""
        return rows_of(self._bodies.place, self._bodies.velocity, self._yaw, self._present)

    @property
    def radii(self) -> Floats:
        """Shape (P,): radius of each person, metres."""
        return self._radii

    @property
    def present(self) -> Bools:
        """Shape (P,): who is there. A copy."""
        return self._present.copy()

    @property
    def rides(self) -> tuple[str, ...]:
        """Cabin (name on the wire) that each person's way leads to next; empty for who wants no ride or is absent."""
        return self._routes.rides

    def changed(self, newcomers: Sequence[EpisodePerson], planner: RoutePlanner) -> "Crowd":
        """A crowd with further people, who stand at their poses, in a space that may have other furniture.

        Everybody else goes on as before; this crowd is of no use any more.

        Args:
            newcomers: Their rows come last.
            planner: Free space from now on; the very same one where no furniture has changed.
        """
        crowd, known = Crowd((*self._people, *newcomers), planner, self._seed), len(self._people)
        crowd._bodies.take_over(self._bodies)
        crowd._routes.take_over(self._routes)
        crowd._patience.take_over(self._patience)
        crowd._manners.take_over(self._manners)
        crowd._groups = crowd._in_groups()
        crowd._yaw[:known], crowd._wanted[:, :known] = self._yaw, self._wanted
        crowd._turn_rate[:known], crowd._present[:known] = self._turn_rate, self._present
        crowd._slab_corners, crowd._until_decision = self._slab_corners, self._until_decision
        crowd._sees_newcomers = False
        return crowd

    @property
    def riders(self) -> tuple[Rider, ...]:
        """Everybody who waits at a cabin for a ride."""
        return self._routes.riders

    def step(
        self,
        dt: float,
        now_ns: int,
        robots: Floats = NO_ROBOTS,
        slabs: Floats = NO_SLABS,
        waiting: Sequence[Rider] = (),
    ) -> Floats:
        """Move everybody by one tick.

        Args:
            dt: Length of the tick, seconds.
            now_ns: Episode time at its end, nanoseconds.
            robots: Shape (R, 3): x, y, radius of each robot, metres; the same robots in the same order every tick.
            slabs: Shape (S, 4, 2): rectangles (corners in order round the rectangle, metres, map frame) that nobody
                may enter: door slabs where they are, and the bands that closing slabs sweep.
            waiting: Robots that wait at cabins for a ride.

        Returns:
            The new rows, as ``rows``.
        """
        if not len(self._radii):
            return self.rows
        self._sees_newcomers &= len(robots) == self._bodies.robots
        self._bodies.see_robots(np.ascontiguousarray(robots), ROBOT_MARGIN, dt)
        self._until_decision -= dt
        if slabs is not self._slab_corners:
            self._see_slabs(slabs)
        if not self._sees_newcomers and self._until_decision > 0.5 * dt:
            self._look_round(dt)
        if self._until_decision <= 0.5 * dt:
            self._until_decision = DECISION_PERIOD
            self._routes.see_robots(robots, waiting, now_ns)
            self._decide(dt, now_ns)
        self._move(dt)
        return self.rows

    def teleport(self, index: int, x: float, y: float, yaw: float) -> None:
        """Put a person at a pose (metres, radians, map frame), standing still; an absent person becomes present."""
        bodies = self._bodies
        bodies.x[index], bodies.y[index], self._yaw[index] = x, y, yaw
        bodies.vx[index] = bodies.vy[index] = 0.0
        self._present[index] = True
        self._routes.restart(index)
        self._until_decision = 0.0

    def remove(self, index: int) -> None:
        """Make a person absent."""
        self.teleport(index, _FAR_AWAY * (index + 1), _FAR_AWAY, 0.0)
        self._present[index] = False

    def walk(self, index: int, waypoints: tuple[Corner, ...], mode: str) -> None:
        """Replace what a person walks to from now on.

        Args:
            index: Row of the person, who may be absent as yet.
            waypoints: Metres, map frame; none lets the person stand.
            mode: One of ``WAYPOINT_MODES``; the first waypoint comes first in all but ``random``.

        Raises:
            ValueError: If the mode is unknown.
        """
        self._routes.walk(index, waypoints, mode)
        self._until_decision = 0.0

    def _see_slabs(self, corners: Floats) -> None:
        """Take over slabs; where they are others than before, who is near which is looked at again."""
        before, self._slab_corners = self._slab_corners, np.ascontiguousarray(corners)
        if jumped(before, self._slab_corners, SLAB_STEP):
            self._until_decision = 0.0

    def _decide(self, dt: float, now_ns: int) -> None:
        """Choose the velocity that each person turns to."""
        bodies, patience = self._bodies, self._patience
        self._look_round(dt)
        towards, pace = self._routes.wishes(bodies.place, self._speeds, self._present, patience.blocked)
        direct = towards.copy()
        if self._groups is not None:
            members = self._groups.members(self._present)
            remaining, stays = self._routes.remaining(members, bodies.x, bodies.y)
            self._groups.keep_together(members, remaining, stays, towards, pace)
        waiting = self._manners.wait(now_ns, self._shut, towards, pace)
        patience.turn_aside(now_ns, (pace > 0.0) & ~waiting, towards)
        passers, along, left = self._passing(pace, towards, direct)
        near = bodies.place, bodies.velocity, bodies.radius, bodies.neighbours, bodies.distances
        habits = patience.shunned, patience.fluency, passers, along, left
        around = self._grid, self._shut.rectangles, self._shut.point, self._shut.slab
        choose_velocities(*near, towards, pace, self._speeds, *habits, *around, self._wanted)
        turn_to_wanted(self._wanted, self._yaw, self._turn_rate)

    def _passing(self, pace: Floats, towards: Floats, direct: Floats) -> tuple[Bools, Floats, Floats]:
        """Who may have somebody to pass, where their ways lead, and how far their ends are.

        Whose wish is no longer the direct one, because of a door, a group or a step aside, has nobody to pass.
        """
        bodies, (passers, along, left) = self._bodies, self._ways
        seen = bodies.place, bodies.velocity, bodies.neighbours, bodies.distances
        if not find_passers(*seen, towards, pace, passers):
            return self._ways
        for index in np.flatnonzero(passers).tolist():
            if towards.item(0, index) == direct.item(0, index) and towards.item(1, index) == direct.item(1, index):
                x, y, left[index] = self._routes.onward(index, bodies.x.item(index), bodies.y.item(index))
                along[0, index], along[1, index] = x, y
            else:
                passers[index] = False
        return passers, along, left

    def _look_round(self, dt: float) -> None:
        """Find who is near whom and what, and who can touch anything before the next decision."""
        bodies, count = self._bodies, len(self._radii)
        self._shut = Shut.near(self._slab_corners, bodies.place, count, SLAB_REACH)
        travel = self._top_speed * (DECISION_PERIOD + TRAVEL_TIME_MARGIN * dt)
        bodies.find_neighbours(max(2.0 * travel, travel + ROBOT_TRAVEL) + PUSH_LIMIT)
        self._sees_newcomers = True

    def _in_groups(self) -> Groups | None:
        """What keeps groups together; None where everybody walks alone."""
        numbers = self._routes.groups
        in_groups = len(np.unique(numbers)) < len(numbers)
        return Groups(numbers, self._bodies, self._speeds, self._clearance) if in_groups else None

    def _move(self, dt: float) -> None:
        """Turn towards the chosen velocities, step, and keep what is allowed."""
        bodies, shut = self._bodies, self._shut
        motion = bodies.place, bodies.velocity, self._yaw, self._wanted, self._turn_rate
        slabs, close = (self._slab_corners, shut.point, shut.slab), bodies.close
        step_people(*motion, bodies.radius, self._needed, self._grid, *slabs, close, bodies.close_count, dt)
