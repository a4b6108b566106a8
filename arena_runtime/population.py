"""Who and what takes part in an episode that is edited while it runs."""

from attrs import evolve, frozen

from arena_simulation_setup.episode import Episode
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.order import Edit, Remove, SpawnObject, SpawnPerson, SpawnRobot


@frozen
class Population:
    """The episode as it stands.

    Attributes:
        episode: Robots and people in the order of their rows, those that are gone included; objects that stand there.
        gone: Robots and people that were taken away, in that order.
        built: Names of what belongs to the building, which no edit can change and nobody else can have.
    """

    episode: Episode
    gone: tuple[str, ...] = ()
    built: frozenset[str] = frozenset()

    @property
    def robots(self) -> tuple[str, ...]:
        """Names of the robots that are there."""
        return tuple(robot.name for robot in self.episode.robots if robot.name not in self.gone)

    @property
    def people(self) -> tuple[str, ...]:
        """Names of the people that are not gone; some may wait to appear at a source."""
        return tuple(person.name for person in self.episode.people if person.name not in self.gone)

    @property
    def objects(self) -> tuple[str, ...]:
        """Names of the objects of the episode."""
        return tuple(entry.name for entry in self.episode.objects)

    def after(self, edit: Edit) -> "Population":
        """What it is once an edit was carried out; robots and people that are moved stay what they are."""
        episode = self.episode
        if isinstance(edit, SpawnObject):
            return evolve(self, episode=evolve(episode, objects=(*episode.objects, edit.object)))
        if isinstance(edit, SpawnPerson):
            return evolve(self, episode=evolve(episode, people=(*episode.people, edit.person)))
        if isinstance(edit, SpawnRobot):
            return evolve(self, episode=evolve(episode, robots=(*episode.robots, edit.robot)))
        if isinstance(edit, Remove):
            return self._without(edit.entity)
        return self._moved(edit.entity, edit.pose)

    def _without(self, name: str) -> "Population":
        objects = tuple(entry for entry in self.episode.objects if entry.name != name)
        if len(objects) < len(self.episode.objects):
            return evolve(self, episode=evolve(self.episode, objects=objects))
        return evolve(self, gone=(*self.gone, name))

    def _moved(self, name: str, pose: Pose) -> "Population":
        if name not in self.objects:
            return self
        objects = tuple(evolve(entry, pose=pose) if entry.name == name else entry for entry in self.episode.objects)
        return evolve(self, episode=evolve(self.episode, objects=objects))
