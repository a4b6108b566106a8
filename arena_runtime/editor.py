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
        population: Who and what takes part now.
    """

    def __init__(self, site: Site, episode: Episode, cast: Cast) -> None:
        self._site = site
        everybody = Population(episode)
        own = {*everybody.robots, *everybody.people, *everybody.objects}
        self.population = Population(episode, built=frozenset(cast.scene.partners) - own)

    def draft(self, cast: Cast) -> EditDraft:
        """Begin edits of the scene as it stands."""
        return EditDraft(cast.scene, building_of(self._site), self._site.planner, self.population)

    def carry_out(self, cast: Cast, edits: Sequence[Edit]) -> tuple[Cast, tuple[str, ...]]:
        """Carry out the edits of a tick that are still possible, all of them together.

        Args:
            cast: The running cast, which is of no use any more afterwards.
            edits: In the order in which they were asked for.

        Returns:
            The cast from now on, and a sentence for each edit that was not carried out.
        """
        draft, warnings = self.draft(cast), []
        for edit in edits:
            try:
                draft.take(edit)
            except EditRefused as error:
                warnings.append(f"{edit_name(edit)}: {error}")
        try:
            cast = recast(self._site, cast, self.population, draft)
        except (SceneError, ValueError) as error:
            return cast, (*warnings, *(f"{edit_name(edit)}: {error}" for edit in draft.accepted))
        self.population = draft.population
        return cast, tuple(warnings)


def edit_name(edit: Edit) -> str:
    """What an edit is called in a sentence."""
    return type(edit).__name__.lower()
