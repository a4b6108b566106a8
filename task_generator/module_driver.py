"""The modules of the run, driven by resets."""

from attrs import evolve

from task_generator.module_chain import ModuleChain, Turn
from task_generator.parameters import resolved_parameters
from task_generator.staging import Live, Rejection, Staged, stage
from task_generator.tasks.modules import Moment


class ModuleDriver:
    """Keeps what modules remember between resets; called by one thread."""

    def __init__(self) -> None:
        """Start with the modules that always take part."""
        self.chain = ModuleChain()
        self._outcomes: list[str] = []
        self._wishes: list[str] = []

    def ended(self, state: str) -> None:
        """Take note of the outcome of an episode."""
        self._outcomes.append(state)

    def wish(self, word: str) -> None:
        """Take note that somebody wants the ``next`` or the ``previous`` stage."""
        self._wishes.append(word)

    def forget(self) -> None:
        """Begin anew."""
        self.chain, self._outcomes, self._wishes = ModuleChain(), [], []

    def before_reset(self, staged: Staged, live: Live, episodes: int, run_seed: str) -> tuple[Staged, tuple[str, ...]]:
        """Ask all modules what to stage before a reset.

        Args:
            staged: What is staged so far.
            live: What would be kept.
            episodes: Number of episodes that were begun.
            run_seed: Seed text of the run.

        Returns:
            What is staged then, and sentences of warning.
        """
        self.chain = self.chain.with_modules(live.modules if staged.modules is None else staged.modules)
        moment = self._moment(live, episodes, run_seed)
        self._outcomes, self._wishes = [], []
        return self._turned(self.chain.before_reset(moment), staged, live)

    def after_reset(self, staged: Staged, live: Live, episodes: int, run_seed: str) -> tuple[Staged, tuple[str, ...]]:
        """Tell all modules that a reset is over; as ``before_reset``."""
        return self._turned(self.chain.after_reset(self._moment(live, episodes, run_seed)), staged, live)

    def _moment(self, live: Live, episodes: int, run_seed: str) -> Moment:
        parameters, _ = resolved_parameters(live.parameters)
        return Moment(
            live=live,
            parameters=parameters,
            outcomes=tuple(self._outcomes),
            wishes=tuple(self._wishes),
            episodes=episodes,
            run_seed=run_seed,
        )

    def _turned(self, turn: Turn, staged: Staged, live: Live) -> tuple[Staged, tuple[str, ...]]:
        self.chain = turn.chain
        warnings = list(turn.warnings)
        for request in turn.requests:
            merged = stage(staged, evolve(request, keep_modules=request.keep_modules or not request.modules), live)
            if isinstance(merged, Rejection):
                warnings.append(merged.message)
            else:
                staged = merged
        return staged, tuple(warnings)
