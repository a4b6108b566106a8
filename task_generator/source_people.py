"""What the people of a source have in common, and each of them."""

from attrs import frozen

from arena_simulation_setup.episode import EpisodePerson
from arena_simulation_setup.geometry import Corner, Pose
from arena_simulation_setup.models.pedestrian_model import PedestrianModel
from arena_simulation_setup.scenario.region import Region
from arena_simulation_setup.tree.identifiers import PedestrianIdentifier
from arena_simulation_setup.world.entity import DynamicObstacle
from task_generator.agent_types import DEFAULT_TYPE, AgentType
from task_generator.agents import agent_block, agent_radius, agent_speed, agent_type
from task_generator.mode_context import ModeContext

# Regions name no model.
PEDESTRIAN = PedestrianIdentifier("arenian")


@frozen(eq=False)
class SourcePeople:
    """The people of a source.

    Attributes:
        person: One of them, as if a scenario had them.
        kind: Their agent type.
        model: Their pedestrian model.
        radius: Metres.
    """

    person: DynamicObstacle
    kind: AgentType
    model: PedestrianModel
    radius: float

    def slot(self, name: str, place: Corner, stroll: tuple[Corner, ...], context: ModeContext) -> EpisodePerson:
        """One of them, absent at first.

        Args:
            name: ``<region>_<n>``.
            place: Where nobody sees them as yet, metres, map frame.
            stroll: Waypoints of people who have no sink to go to, metres, map frame.
            context: Whose random streams decide how fast they walk.
        """
        return EpisodePerson(
            name=name,
            model=self.person.model.text,
            radius=self.radius,
            height=self.model.height,
            pose=Pose(*place),
            speed=agent_speed(self.person, self.kind, lambda: context.stream("people", name)),
            waypoints=stroll,
            waypoint_mode="random" if stroll else "once",
            agent=dict(agent_block(self.person)),
            absent=True,
        )


def people_of(region: Region, context: ModeContext, directory: str) -> SourcePeople:
    """The people of a source.

    Args:
        region: The source.
        context: Assets and warnings.
        directory: Where relative paths of agent files start.
    """
    extra = {"agent": region.config.get("agent") or {"agent_type": DEFAULT_TYPE}}
    person = DynamicObstacle(region.name, PEDESTRIAN, Pose(0.0, 0.0), extra=extra)
    kind, warning = agent_type(person, directory)
    if warning:
        context.warn(warning.replace("person ", "source ", 1))
    model = context.site.catalogue.pedestrian(PEDESTRIAN)
    return SourcePeople(person, kind, model, agent_radius(person, kind, model.radius))
