"""Rooms filled with groups."""

from collections import Counter
from collections.abc import Sequence

from arena_simulation_setup.files.read_environment import load_environment
from arena_simulation_setup.tree.config_identifiers import EnvironmentIdentifier
from arena_simulation_setup.world.entity import DynamicObstacle, Obstacle
from task_generator.config_source import load_config
from task_generator.open_ways import without_barriers
from task_generator.tasks.obstacles import Obstacles, TM_Obstacles
from task_generator.tasks.obstacles.environment import _NS
from task_generator.tasks.obstacles.environment.filling import Filling
from task_generator.tasks.obstacles.environment.fitting import Fitting
from task_generator.tasks.obstacles.environment.rooms import rooms_of


class TM_Environment(TM_Obstacles):
    """Each room gets one group of those that belong into it, as often as it fits or as the group says."""

    async def reset(self, *, seed: int) -> Obstacles:
        """Fill one room after the other."""
        config = load_config(self.context, _NS("file"), EnvironmentIdentifier, load_environment)
        random = self.context.stream("obstacles", "environment")
        fitting = Fitting(self.context)
        static: list[Sequence[Obstacle]] = []
        dynamic: list[DynamicObstacle] = []
        left_out: Counter[str] = Counter()
        for room in rooms_of(self.context.world_manager.world_compacted(), self.context.places):
            groups = [group for group in config.groups if group.belongs_into(room.name)]
            if groups:
                filling = Filling(self.context, fitting, room, groups[int(random.integers(len(groups)))])
                filling.fill(random)
                static += filling.static
                dynamic += filling.dynamic
                left_out += filling.left_out
        kept = [obstacle for group in without_barriers(self.context, static) for obstacle in group]
        left_out["a way that a robot needs"] += sum(len(group) for group in static) - len(kept)
        self._warn(left_out, len(kept) + len(dynamic))
        return kept, dynamic

    def _warn(self, left_out: Counter[str], placed: int) -> None:
        missing = {reason: count for reason, count in left_out.items() if count}
        if missing:
            reasons = ", ".join(f"{count} by {reason}" for reason, count in missing.items())
            total = sum(missing.values())
            self.context.warn(
                f"environment {self.context.parameters.text(_NS('file'))}: {total} of {placed + total} things "
                f"are left out, kept from their place {reasons}"
            )
