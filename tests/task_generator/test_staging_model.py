"""The staged contract against a model of plain dictionaries, over random sequences of requests and resets."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from task_generator.parameters import declared_parameters, resolved_parameters
from task_generator.staging import Live, QueueRequest, Rejection, Staged, apply, stage

# What each leaf becomes, as the documentation has it; None where it does not fit and is left out with a warning.
RANDOM: dict[str, list[tuple[Any, Any]]] = {
    "static.n": [([3, 3], (3, 3)), ([7, 2], (2, 7)), (4, None), ([1.0, 2.0], None), ([], (5, 15)), ("many", None)],
    "static.models": [([], ()), (["bin"], ("bin",)), ([3], None), ("bin", None)],
    "dynamic.n": [([0], (0, 0)), ([1, 2, 3], None)],
    "statc.n": [([1, 1], None)],
}
SCENARIO: dict[str, list[tuple[Any, Any]]] = {
    "file": [("demo", "demo"), ("", ""), ("other", "other"), (3, None)],
    "task.scenario.file": [("demo", None)],
}
EXPLORE: dict[str, list[tuple[Any, Any]]] = {
    "timeout": [(3, 3.0), (2.5, 2.5), (True, None), ("soon", None)],
    "goals": [(5, 5), (5.0, None), (0, None)],
}
LEAVES = {"random": RANDOM, "scenario": SCENARIO, "explore": EXPLORE}
MEANING = {
    (f"task.{mode}.{leaf}", repr(given)): meant
    for mode, leaves in LEAVES.items()
    for leaf, values in leaves.items()
    for given, meant in values
}
ALL_LEAVES = st.sampled_from(
    [(leaf, given) for leaves in LEAVES.values() for leaf in leaves for given, _ in leaves[leaf]]
)
PARAMS = st.lists(ALL_LEAVES, max_size=3).map(dict)
HUMAN = st.dictionaries(
    st.sampled_from(["humansim.speed", "hunav.a.b", "arena.x"]), st.sampled_from([1, 2.0, "text"]), max_size=2
)
UNKNOWN = st.sampled_from(
    [
        {"action": 1},
        {"obstacles_mode": "flood"},
        {"robots_mode": "fly"},
        {"modules": ("staged", "music")},
        {"human_params": {"human.speed": 1}},
        {"human_params": {"zombies.speed": 1}},
        {"human_params": {"humansim": 1}},
    ]
)
NOTHING: dict[str, Any] = {"world": "", "robots": "", "obstacles": "", "modules": None, "fleet": ()}


def no_leaves() -> dict[str, dict[str, Any]]:
    return {"obstacles": {}, "robots": {}, "human": {}}


class StagedContract(RuleBasedStateMachine):
    @initialize()
    def begin(self) -> None:
        self.live = Live(world="hall", robots=("jackal",), parameters=resolved_parameters({})[0].values)
        self.staged = Staged()
        self.queue, self.leaves = dict(NOTHING), no_leaves()
        self.modes = {"robots": "random", "obstacles": "random"}
        self.values: dict[str, Any] = dict(self.live.parameters)
        self.world, self.modules, self.fleet = "hall", (), ("jackal",)
        self.human: dict[str, Any] = {}

    @rule(
        world=st.sampled_from(["", "", "ward", "007"]),
        robots=st.sampled_from(["", "", "random", "scenario", "explore"]),
        obstacles=st.sampled_from(["", "", "random", "scenario"]),
        modules=st.sampled_from([(), ("staged",), ("dynamic_map", "staged")]),
        keep=st.booleans(),
        fleet=st.sampled_from([(), (), ("jackal[2]",), ("turtlebot", "jackal")]),
        obstacles_params=PARAMS,
        robots_params=PARAMS,
        human=HUMAN,
    )
    def queue_call(
        self,
        world: str,
        robots: str,
        obstacles: str,
        modules: tuple[str, ...],
        keep: bool,
        fleet: tuple[str, ...],
        obstacles_params: dict[str, Any],
        robots_params: dict[str, Any],
        human: dict[str, Any],
    ) -> None:
        request = QueueRequest(
            world=world,
            robots_mode=robots,
            obstacles_mode=obstacles,
            modules=modules,
            keep_modules=keep,
            robots=fleet,
            obstacles_params=obstacles_params,
            robots_params=robots_params,
            human_params=human,
        )
        result = stage(self.staged, request, self.live)
        assert isinstance(result, Staged)
        self.staged = result
        for axis, mode, params in (("robots", robots, robots_params), ("obstacles", obstacles, obstacles_params)):
            if mode:
                if mode != (self.queue[axis] or self.modes[axis]):
                    self.leaves[axis] = {}
                self.queue[axis] = mode
            self.leaves[axis].update(params)
        self.leaves["human"].update(human)
        if world:
            self.queue["world"] = world
        if fleet:
            self.queue["fleet"] = fleet
        if not keep:
            self.queue["modules"] = modules

    @rule(wrong=UNKNOWN, params=PARAMS)
    def call_with_an_unknown_word(self, wrong: dict[str, Any], params: dict[str, Any]) -> None:
        request = QueueRequest(**{"world": "elsewhere", "obstacles_params": params, **wrong})
        result = stage(self.staged, request, self.live)
        assert isinstance(result, Rejection)
        assert result.message

    @rule()
    def reset(self) -> None:
        applied = apply(self.staged, self.live, declared_parameters())
        for axis in ("robots", "obstacles"):
            self.modes[axis] = self.queue[axis] or self.modes[axis]
        before, left_out = dict(self.values), []
        for axis in ("obstacles", "robots"):
            for leaf, given in self.leaves[axis].items():
                name = f"task.{self.modes[axis]}.{leaf}"
                meant = MEANING.get((name, repr(given)))
                if meant is None:
                    left_out.append(name)
                elif meant != before[name]:
                    self.values[name] = meant
        self.world = self.queue["world"] or self.world
        self.fleet = self.queue["fleet"] or self.fleet
        self.modules = self.modules if self.queue["modules"] is None else self.queue["modules"]
        self.human.update(self.leaves["human"])
        self.queue, self.leaves = dict(NOTHING), no_leaves()
        self.live, self.staged = applied.live, Staged()
        assert len(applied.warnings) == len(left_out)
        assert all(name in warning for name, warning in zip(left_out, applied.warnings, strict=True))

    @rule(name=st.sampled_from(["task.scenario.file"]), value=st.sampled_from(["set", "demo", ""]))
    def set_a_parameter_by_its_full_name(self, name: str, value: str) -> None:
        self.values[name] = value
        self.live = evolve(self.live, parameters={**self.live.parameters, name: value})

    @invariant()
    def what_is_live_is_what_the_model_says(self) -> None:
        assert repr(dict(sorted(self.live.parameters.items()))) == repr(dict(sorted(self.values.items())))
        assert (self.live.world, self.live.robots, self.live.modules) == (self.world, self.fleet, self.modules)
        assert (self.live.robots_mode, self.live.obstacles_mode) == (self.modes["robots"], self.modes["obstacles"])
        assert self.live.human_params == self.human

    @invariant()
    def what_is_staged_is_what_the_model_says(self) -> None:
        staged = self.staged
        assert (staged.world, staged.modules, staged.robots) == tuple(
            self.queue[key] for key in ("world", "modules", "fleet")
        )
        assert (staged.robots_mode, staged.obstacles_mode) == (self.queue["robots"], self.queue["obstacles"])
        assert [staged.obstacles_params, staged.robots_params, staged.human_params] == list(self.leaves.values())


TestStagedContract = StagedContract.TestCase
TestStagedContract.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
