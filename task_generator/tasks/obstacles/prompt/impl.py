"""Objects and people that a language model writes."""

import json

import shapely

from arena_simulation_setup.files.near_names import did_you_mean
from arena_simulation_setup.geometry import Pose, rectangle_corners
from arena_simulation_setup.world.compaction import shifted_place
from arena_simulation_setup.world.entity import Obstacle
from arena_simulation_setup.world.footprints import authored_box
from task_generator.errors import GenerationError
from task_generator.tasks.obstacles import Obstacles, TM_Obstacles
from task_generator.tasks.obstacles.environment.fitting import Fitting
from task_generator.tasks.obstacles.prompt import _NS, AUTO, PROMPT
from task_generator.tasks.obstacles.prompt.answer import Answer, read_answer
from task_generator.tasks.obstacles.prompt.backend import PromptBackend
from task_generator.tasks.obstacles.prompt.prompt_utils.client import Endpoint, Message
from task_generator.tasks.obstacles.prompt.prompt_utils.context import TASK_RULES, answer_schema, world_context

REPAIR = "That answer can not be used. Answer with the whole JSON object again, without these errors:"


class TM_Prompt(TM_Obstacles):
    """Asks once, has an answer with errors repaired once, and leaves out objects that stand where there is no room."""

    async def reset(self, *, seed: int) -> Obstacles:
        """Ask for the objects and people of the episode.

        Raises:
            GenerationError: If there is no answer, or none that can be used.
        """
        backend, generation_mode = self._backend()
        endpoint = Endpoint(
            self._required("model"),
            seed,
            self.context.parameters.number(_NS("timeout")),
            int(self.context.parameters.number(_NS("retries"))),
        )
        messages = self._messages(backend.rules(generation_mode))
        answer = self._asked(endpoint, messages, backend, generation_mode)
        if answer.errors:
            report = "\n".join(answer.errors)
            messages.append({"role": "user", "content": f"{REPAIR}\n{report}"})
            answer = self._asked(endpoint, messages, backend, generation_mode)
        if answer.errors:
            raise GenerationError(
                f"mode prompt: the answer of {endpoint.model} has errors after one repair too: "
                f"{'; '.join(answer.errors)}"
            )
        return self._with_room(answer.scenario.static), list(answer.scenario.dynamic)

    def _backend(self) -> tuple[PromptBackend, str]:
        human = self.context.parameters.text(_NS("human"))
        human = self.context.human if human == AUTO else human
        if human not in PROMPT:
            raise GenerationError(
                f"{_NS('human')}: no human backend {human!r} has a prompt mode (expected one of {', '.join(PROMPT)}"
                f"{did_you_mean(human, PROMPT)})"
            )
        backend = PROMPT[human]()()
        mode = self.context.parameters.text(_NS("generation_mode"))
        mode = backend.generation_modes[0] if mode == AUTO else mode
        if mode not in backend.generation_modes:
            known = ", ".join(backend.generation_modes)
            raise GenerationError(
                f"{_NS('generation_mode')}: backend {human} has no {mode!r} (expected one of {known})"
            )
        return backend, mode

    def _required(self, leaf: str) -> str:
        value = self.context.parameters.text(_NS(leaf)).strip()
        if not value:
            raise GenerationError(f"{_NS(leaf)} is empty, but mode prompt needs it")
        return value

    def _messages(self, rules: str) -> list[Message]:
        schema = json.dumps(answer_schema(), sort_keys=True)
        told = f"{TASK_RULES}\n{rules}\n\nJSON Schema:\n{schema}\n\nThe world:\n{world_context(self.context)}"
        return [{"role": "system", "content": told}, {"role": "user", "content": self._required("prompt")}]

    def _asked(
        self, endpoint: Endpoint, messages: list[Message], backend: PromptBackend, generation_mode: str
    ) -> Answer:
        """Ask and read; the answer becomes part of the conversation."""
        text = endpoint.ask(messages)
        messages.append({"role": "assistant", "content": text})
        answer = read_answer(text, self.context)
        if answer.errors:
            return answer
        return Answer(answer.scenario, tuple(backend.problems(answer.scenario, generation_mode)))

    def _with_room(self, static: tuple[Obstacle, ...]) -> list[Obstacle]:
        """The objects without those that would stand in walls, doors, robots or each other."""
        fitting = Fitting(self.context)
        anywhere = shapely.box(*self.context.site.planner.space.region.bounds)
        kept = []
        for obstacle in static:
            in_the_way = self._in_the_way(obstacle, fitting, anywhere)
            if in_the_way:
                self.context.warn(f"{obstacle.name} is left out: it would stand in {in_the_way}")
            else:
                kept.append(obstacle)
        return kept

    def _in_the_way(self, obstacle: Obstacle, fitting: Fitting, anywhere: shapely.Geometry) -> str:
        pose = shifted_place(obstacle.pose, *self.context.places.origin(obstacle.level_id, obstacle.name))
        if not isinstance(pose, Pose):
            return ""
        box = self.context.site.catalogue.object(obstacle.model, authored_box(obstacle.extra)).bounding_box
        scale = obstacle.scale or (1.0, 1.0, 1.0)
        along, up = tuple(end * scale[0] for end in box.x), tuple(end * scale[1] for end in box.y)
        return fitting.place_object(rectangle_corners(pose, (along[0], along[1]), (up[0], up[1])), anywhere)
