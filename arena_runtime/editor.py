"""Everything that is put into a running episode, moved in it, or taken out of it."""

from collections.abc import Sequence

from arena_runtime.cast import Cast, building_of
from arena_runtime.edit_draft import EditDraft, EditRefused
from arena_runtime.population import Population
from arena_runtime.recast import recast
from arena_runtime.scene.errors import SceneError
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.order import Edit
from arena_simulation_setup.site import Site


class Editor:
    """Edits one running episode.

    Args:
        site: The world.
        episode: What shall happen.
        cast: Its cast at the beginning.

    Attributes:
        cast: Who acts in it now.
        population: Who and what takes part now.
    """

    def __init__(self, site: Site, episode: Episode, cast: Cast) -> None:
        self._site, self.cast = site, cast
        everybody = Population(episode)
        own = {*everybody.robots, *everybody.people, *everybody.objects}
        self.population = Population(episode, built=frozenset(cast.scene.partners) - own)

    def draft(self) -> EditDraft:
        """Begin edits of the scene as it stands."""
        return EditDraft(self.cast.scene, building_of(self._site), self._site.planner, self.population)

    def carry_out(self, edits: Sequence[Edit]) -> tuple[str, ...]:
        """Carry out the edits of a tick that are still possible, all of them together.

        The cast before them is of no use any more afterwards.

        Args:
            edits: In the order in which they were asked for.

        Returns:
            A sentence for each edit that was not carried out.
        """
        draft, warnings = self.draft(), []
        for edit in edits:
            try:
                draft.take(edit)
            except EditRefused as error:
                warnings.append(f"{edit_name(edit)}: {error}")
        try:
            self.cast = recast(self._site, self.cast, self.population, draft)
        except (SceneError, ValueError) as error:
            return (*warnings, *(f"{edit_name(edit)}: {error}" for edit in draft.accepted))
        self.population = draft.population
        return tuple(warnings)


def edit_name(edit: Edit) -> str:
    """What an edit is called in a sentence."""
    return type(edit).__name__.lower()
