"""Another world every few episodes."""

from typing import Any

from arena_simulation_setup.randomness import derived_seed, stream
from task_generator.staging import QueueRequest
from task_generator.tasks.modules import Moment, Step, TM_Module
from task_generator.tasks.modules.dynamic_map import _NS


class DynamicMap(TM_Module):
    """Stages the world of the next episode; the first one is made in the world that is live."""

    def before_reset(self, memory: Any, moment: Moment) -> Step:
        """Another world of the list, or the same one as its files are by then."""
        every = moment.parameters.integer(_NS("every"))
        if moment.episodes == 0 or moment.episodes % every:
            return Step()
        world = self._next(moment)
        return Step(request=QueueRequest(world=world, keep_modules=True))

    def _next(self, moment: Moment) -> str:
        worlds, live = moment.parameters.names(_NS("worlds")), moment.live.world
        if moment.parameters.text(_NS("order")) == "cycle":
            here = worlds.index(live) if live in worlds else -1
            return worlds[(here + 1) % len(worlds)] if worlds else live
        others = [world for world in worlds if world != live]
        if not others:
            return live
        random = stream(derived_seed(moment.run_seed, "dynamic_map", moment.episodes))
        return others[int(random.integers(len(others)))]
