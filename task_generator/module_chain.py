"""The modules of a run with what each of them remembers."""

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

from task_generator.constants import Constants
from task_generator.staging import QueueRequest
from task_generator.tasks.modules import Event, Moment, Reaction, Scene, Step, TM_Module
from task_generator.tasks.registry import MODULES

# These take part whatever is asked for.
ALWAYS = (Constants.TaskMode.TM_Module.CLEAR_FORBIDDEN_ZONES.value, Constants.TaskMode.TM_Module.RVIZ_UI.value)


@frozen
class ModuleChain:
    """All modules that take part, as a value: every hook gives the chain that is used from then on.

    Attributes:
        names: In the order in which they take part.
        memories: What each of them remembers, by name.
    """

    names: tuple[str, ...] = ALWAYS
    memories: Mapping[str, Any] = field(factory=dict)

    def with_modules(self, names: Sequence[str]) -> "ModuleChain":
        """The chain of other modules: those that stay remember what they did, those that always take part are last.

        Args:
            names: Registered modules; of one that is named twice the first counts.
        """
        everybody = tuple(dict.fromkeys((*names, *ALWAYS)))
        return ModuleChain(everybody, {name: value for name, value in self.memories.items() if name in everybody})

    def before_reset(self, moment: Moment) -> "Turn":
        """Ask all modules what to stage before a reset."""
        return self._turn([module.before_reset(self.memories.get(name), moment) for name, module in self._modules()])

    def after_reset(self, moment: Moment) -> "Turn":
        """Tell all modules that a reset is over; their requests count for the next one."""
        return self._turn([module.after_reset(self.memories.get(name), moment) for name, module in self._modules()])

    def heard(self, event: Event, scene: Scene) -> Reaction:
        """What an event leads to: the reactions of all modules, one after the other."""
        total = Reaction()
        for _, module in self._modules():
            reaction = module.heard(event, scene)
            tours = total.tours if reaction.tours is None else reaction.tours
            scene = scene if reaction.tours is None else evolve(scene, tours=reaction.tours)
            total = Reaction(
                orders=total.orders + reaction.orders,
                reset=total.reset or reaction.reset,
                tours=tours,
                warnings=total.warnings + reaction.warnings,
            )
        return total

    def _modules(self) -> list[tuple[str, TM_Module]]:
        return [(name, MODULES[name].load()()) for name in self.names]

    def _turn(self, steps: Sequence[Step]) -> "Turn":
        memories = {name: step.memory for name, step in zip(self.names, steps, strict=True) if step.memory is not None}
        return Turn(
            chain=evolve(self, memories=memories),
            requests=tuple(step.request for step in steps if step.request is not None),
            warnings=tuple(sentence for step in steps for sentence in step.warnings),
        )


@frozen
class Turn:
    """What all modules want at a reset.

    Attributes:
        chain: The modules from then on.
        requests: To be staged in this order.
        warnings: Sentences.
    """

    chain: ModuleChain
    requests: tuple[QueueRequest, ...] = ()
    warnings: tuple[str, ...] = ()
