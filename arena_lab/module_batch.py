"""A batch of episodes in which modules take part: each reset may change what the episodes are made with."""

from collections.abc import Callable, Iterator
from time import perf_counter

from attrs import evolve

from arena_lab.batch import Batch, Result, failed_row, requests, run_request
from arena_lab.run import RunOptions
from arena_simulation_setup.site import Site
from task_generator.fleet import parse_fleet, single_model
from task_generator.module_driver import ModuleDriver
from task_generator.parameters import declared_parameters, resolved_parameters
from task_generator.preparation import SCENARIO_FILE
from task_generator.request import EpisodeRequest
from task_generator.seeds import episode_seed
from task_generator.staging import Live, Staged, apply


class ModuleBatch:
    """Runs the episodes of a batch one after the other, as the task generator's node does with its resets.

    Args:
        site: The world of the first episode.
        batch: What to run.
        options: How each episode is run.
        modules: Names of registered modules.
        world_of: Loads a world by its argument; called at each reset.
    """

    def __init__(
        self,
        site: Site,
        batch: Batch,
        options: RunOptions,
        modules: tuple[str, ...],
        world_of: Callable[[str], Site],
    ) -> None:
        self._site, self._batch, self._options, self._world_of = site, batch, options, world_of
        template = batch.template
        self._asked = Live(
            world=site.argument,
            robots_mode=template.robots_mode,
            obstacles_mode=template.obstacles_mode,
            modules=modules,
            robots=template.fleet or (template.default_model,),
            parameters=resolved_parameters(template.parameters)[0].values,
        )

    def results(self) -> Iterator[Result]:
        """What ``run_batch`` yields; an episode whose world can not be loaded gives a row that says why."""
        driver, live, staged = ModuleDriver(), self._asked, Staged()
        for begun, request in enumerate(requests(self._site, self._batch)):
            staged, warnings = driver.before_reset(staged, live, begun, self._batch.run_seed)
            applied = apply(staged, live, declared_parameters())
            live = applied.live
            result = self._run(request, live)
            driver.ended(result.row.outcome)
            staged, later = driver.after_reset(Staged(), live, begun + 1, self._batch.run_seed)
            yield evolve(result, warnings=(*warnings, *applied.warnings, *result.warnings, *later))

    def _is_as_asked(self, live: Live) -> bool:
        return live.parameters[SCENARIO_FILE] == self._asked.parameters[SCENARIO_FILE]

    def _run(self, request: EpisodeRequest, live: Live) -> Result:
        batch, began = self._batch, perf_counter()
        seed = episode_seed(batch.seed, batch.run_seed, live.world, request.episode_id, batch.episodes)
        request = evolve(
            request,
            seed=seed,
            obstacles_mode=live.obstacles_mode,
            robots_mode=live.robots_mode,
            # A scenario that a module has chosen since counts more than that of the call.
            scenario=request.scenario if self._is_as_asked(live) else "",
            parameters=live.parameters,
        )
        try:
            site = self._world_of(live.world)
        except (ValueError, FileNotFoundError) as error:
            return Result(failed_row(live.world, request, str(error), perf_counter() - began))
        if live.robots != self._asked.robots:
            fleet = parse_fleet(",".join(live.robots))
            single = single_model(",".join(live.robots))
            request = evolve(request, fleet=None if single else fleet, default_model=single or request.default_model)
        return run_request(site, request, self._options)
