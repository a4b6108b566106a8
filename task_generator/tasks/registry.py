"""Which task modes exist, and what each of them can be told.

A mode registers when its package is imported: a loader for its class, its parameter namespace and its schema. The
class itself is imported on first use. The packages below ``tasks/obstacles``, ``tasks/robots`` and ``tasks/modules``
are found by themselves, and so are the modules that other distributions name in an entry point group of the axis.
"""

from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Generic, TypeVar

from attrs import frozen

from arena_simulation_setup.files.near_names import near_or_all
from task_generator.declarations import ParameterNode

if TYPE_CHECKING:
    from task_generator.tasks import TaskMode
    from task_generator.tasks.modules import TM_Module
    from task_generator.tasks.obstacles import TM_Obstacles
    from task_generator.tasks.robots import TM_Robots


class Namespace(str):
    """A dotted prefix of parameter names; calling it gives a name below it."""

    __slots__ = ()

    def __call__(self, leaf: str) -> "Namespace":
        """The full name of a leaf."""
        return Namespace(f"{self}.{leaf}")


_REGISTRY_NAMESPACE = Namespace("task")

ModeT = TypeVar("ModeT", bound="TaskMode")
Schema = Callable[[ParameterNode, Namespace], None]
Loader = Callable[[], type[ModeT]]


@frozen
class RegisteredMode(Generic[ModeT]):
    """A mode that can be chosen.

    Attributes:
        name: Its name.
        namespace: Prefix of its parameters.
        schema: Declares its parameters; None where it has none.
        load: Imports its class.
    """

    name: str
    namespace: Namespace
    schema: Schema | None
    load: "Loader[ModeT]"


class TaskModeRegistry(Generic[ModeT]):
    """Modes of one axis by name.

    Args:
        axis: What the modes decide, for messages.
        package: Package whose subpackages are the shipped modes; they are imported at the first question.
        group: Entry point group in which other distributions name modules that register modes; empty for none.
    """

    def __init__(self, axis: str, package: str, group: str = "") -> None:
        self._axis = axis
        self._package = package
        self._group = group
        self._modes: dict[str, RegisteredMode[ModeT]] = {}
        self._broken: dict[str, str] = {}
        self._discovered = False

    def register(
        self, mode: str, *, namespace: Namespace, schema: Schema | None = None
    ) -> "Callable[[Loader[ModeT]], Loader[ModeT]]":
        """Decorate the loader of a mode.

        Raises:
            ValueError: If the name is taken.
        """
        name = str(mode)

        def add(load: "Loader[ModeT]") -> "Loader[ModeT]":
            if name in self._modes:
                raise ValueError(f"{self._axis} mode {name!r} is registered twice")
            self._modes[name] = RegisteredMode(name, namespace, schema, load)
            return load

        return add

    def names(self) -> tuple[str, ...]:
        """Names of all modes, sorted."""
        return tuple(sorted(self._known()))

    def __iter__(self) -> Iterator[RegisteredMode[ModeT]]:
        known = self._known()
        return iter([known[name] for name in sorted(known)])

    def __contains__(self, name: object) -> bool:
        return name in self._known()

    def __getitem__(self, name: str) -> RegisteredMode[ModeT]:
        known = self._known()
        if name in self._broken:
            raise KeyError(f"{self._axis} mode {name!r} can not be loaded: {self._broken[name]}")
        if name not in known:
            raise KeyError(f"there is no {self._axis} mode {name!r} ({near_or_all(name, self.names())})")
        return known[name]

    def _known(self) -> dict[str, RegisteredMode[ModeT]]:
        if not self._discovered:
            self._discovered = True
            if find_spec(self._package) is not None:
                for found in sorted(iter_modules(import_module(self._package).__path__), key=lambda info: info.name):
                    import_module(f"{self._package}.{found.name}")
            if self._group:
                # The order of installed distributions is that of a directory.
                for point in sorted(entry_points(group=self._group), key=lambda point: (point.name, point.value)):
                    self._import(point)
        return self._modes

    def _import(self, point: EntryPoint) -> None:
        """Let another distribution register its modes; one that fails takes no other mode with it."""
        before = set(self._modes)
        try:
            point.load()
        except Exception as error:
            origin = f"entry point {point.value} of {point.dist.name if point.dist else 'nobody'}"
            self._broken[point.name] = f"{origin} raised {type(error).__name__}: {error}"
            return
        if point.name not in self._modes:
            added = ", ".join(sorted(set(self._modes) - before)) or "none"
            self._broken[point.name] = f"{point.value} registers no mode of that name (it registered: {added})"


OBSTACLES_MODES: TaskModeRegistry["TM_Obstacles"] = TaskModeRegistry(
    "obstacle", "task_generator.tasks.obstacles", "arena.obstacle_modes"
)
ROBOTS_MODES: TaskModeRegistry["TM_Robots"] = TaskModeRegistry(
    "robot", "task_generator.tasks.robots", "arena.robot_modes"
)
MODULES: TaskModeRegistry["TM_Module"] = TaskModeRegistry("module", "task_generator.tasks.modules", "arena.modules")


def walk_schemas(node: ParameterNode) -> None:
    """Declare the parameters of every registered mode; modes that share a namespace may share parameters."""
    for mode in (*OBSTACLES_MODES, *ROBOTS_MODES, *MODULES):
        if mode.schema is not None:
            mode.schema(node, mode.namespace)
