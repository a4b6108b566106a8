"""Robot tasks as a scenario says."""

from itertools import pairwise

from attrs import evolve

from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.scenario.phase import GotoPhase, Phase
from arena_simulation_setup.scenario.robot_task import RobotTask
from arena_simulation_setup.scenario.scenario import Scenario
from task_generator.disc import Disc
from task_generator.ground import Demand
from task_generator.mode_context import FleetMember
from task_generator.tasks.robots import Assignment, TM_Robots
from task_generator.tasks.robots.scenario import _NS


class TM_Scenario(TM_Robots):
    """Tasks are matched with the fleet in order; robots without a task stay parked at a free place."""

    async def reset(self, *, seed: int) -> list[Assignment]:
        """The scenario's tasks with every place as a pose; starts and goals are taken."""
        tasks, fleet = self._scenario.robots, self.context.fleet
        if len(tasks) != len(fleet):
            self.context.warn(
                f"scenario {self._scenario.name} has tasks for {len(tasks)} robots and {len(fleet)} take part: "
                "what is beyond the smaller number is ignored"
            )
        assigned = [self._assignment(member, task) for member, task in zip(fleet, tasks, strict=False)]
        return assigned + [self._parked(member) for member in fleet[len(tasks) :]]

    def entries(self) -> int | None:
        """Number of tasks in the scenario."""
        return len(self._scenario.robots)

    @property
    def scenario(self) -> str:
        """Name of the scenario."""
        return self._scenario.name

    @property
    def _scenario(self) -> Scenario:
        return self.context.scenarios.load(self.context.parameters.text(_NS("file")))

    def _assignment(self, member: FleetMember, task: RobotTask) -> Assignment:
        start = self._start(member, task)
        phases = tuple(self._phase(member, task, phase, start.xy) for phase in task.phases)
        goals = [phase.pose.xy for phase in phases if isinstance(phase, GotoPhase) and phase.pose is not None]
        self._take(member, start.xy, goals)
        return Assignment(start, phases, task.conditions)

    def _parked(self, member: FleetMember) -> Assignment:
        random = self.context.stream("robots", "scenario", member.name)
        demand = self.context.world_manager.robot_demand(member.model.radius)
        return Assignment(Pose(*self.context.world_manager.place(demand, random, f"robot {member.name}")))

    def _start(self, member: FleetMember, task: RobotTask) -> Pose:
        user = f"start of robot {member.name}"
        if isinstance(task.start, Pose):
            return task.start.shifted(*self.context.places.origin(task.start_floor, user))
        point = self._point_in(member, task.start, task.start_floor, user)
        return Pose(*point)

    def _point_in(self, member: FleetMember, name: str, level: str, user: str, start: Corner | None = None) -> Corner:
        """A comfortable point in a place; one that a start can reach, where one is given and the place has any."""
        self.context.places.origin(level, user)
        area = self.context.places.require(name, level, user)
        radius = member.model.radius
        demand = Demand(
            radius + self.context.world_manager.clearances.robot,
            polygons=(area.corners,),
            clear_of_doors=area.kind == "zone",
            reach=None if start is None else (start, member.passage_radius),
        )
        labels = ("robots", "scenario", member.name) if start is None else ("robots", "target", member.name, name)
        random = self.context.stream(*labels)
        for easier in _relaxed(demand, radius):
            point = self.context.world_manager.comfortable(easier, random)
            if point is not None:
                return point
        raise self.context.world_manager.no_room(f"the {user} in {name}", demand)

    def _phase(self, member: FleetMember, task: RobotTask, phase: Phase, start: Corner) -> Phase:
        if not isinstance(phase, GotoPhase):
            return phase
        user = f"goal of robot {member.name}"
        if phase.pose is not None:
            pose = phase.pose.shifted(*self.context.places.origin(task.goal_floor, user))
            return evolve(phase, pose=pose)
        if phase.target is None or self._is_person(phase.target):
            return phase
        point = self._point_in(member, phase.target, task.goal_floor, user, start)
        target = self.context.places.full_name(phase.target, task.goal_floor)
        return evolve(phase, target=target, pose=Pose(*point))

    def _is_person(self, name: str) -> bool:
        if self.context.places.find(name) is not None:
            return False
        people = [person.name for person in self._scenario.dynamic]
        people += [
            f"world_{who.name}" for _, zone in self.context.places.world.zones() for who in zone.entities.dynamic
        ]
        if name not in people:
            self.context.places.require(name, "", "goal of a robot", people)
        return True

    def _take(self, member: FleetMember, start: Corner, goals: list[Corner]) -> None:
        """Keep start, goals and the ways between them free; goals beyond reach are told."""
        ground, radius = self.context.world_manager.ground, member.model.radius
        for point in (start, *goals):
            ground.take(Disc(*point, radius + self.context.world_manager.clearances.robot))
        for before, after in pairwise((start, *goals)):
            if ground.reach(member.passage_radius).connected(before, after):
                ground.require_route(before, after, member.passage_radius)
            elif not ground.planner.connected(before, after, member.passage_radius):
                place = f"({after[0]:.2f}, {after[1]:.2f})"
                self.context.warn(f"robot {member.name} can not get to its goal at {place} from where it is before")


def _relaxed(demand: Demand, radius: float) -> tuple[Demand, ...]:
    """A demand and ever easier ones: less room, nearer to a door, at last out of reach."""
    tight = evolve(demand, room=radius)
    in_door = evolve(tight, clear_of_doors=False)
    return (demand, tight, in_door, evolve(demand, reach=None), evolve(in_door, reach=None))
