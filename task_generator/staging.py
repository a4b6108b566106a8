"""The staged contract: what is asked for between episodes, kept until the next reset.

Everything here is a pure function of frozen values. A request is merged into what is staged or rejected as a whole;
applying what is staged never fails: what does not fit is left out with a warning.
"""

from collections.abc import Mapping
from typing import Any

from attrs import evolve, field, frozen

from task_generator.coercion import coerced
from task_generator.constants import Constants
from task_generator.declarations import ParameterDeclaration, Value
from task_generator.fleet import parse_fleet
from task_generator.tasks.registry import MODULES, OBSTACLES_MODES, ROBOTS_MODES, RegisteredMode, TaskModeRegistry

MERGE = 0

Leaves = Mapping[str, Any]


@frozen
class QueueRequest:
    """What one call asks for; empty texts and lists ask for nothing, but for modules.

    Attributes:
        action: ``MERGE``.
        world: World argument.
        robots_mode: Robot mode.
        obstacles_mode: Obstacle mode.
        modules: Modules; they replace the earlier ones unless ``keep_modules``, an empty list by none.
        keep_modules: Whether the modules stay as they are.
        robots: Fleet, one text per entry.
        obstacles_params: Values by leaf, relative to the obstacle mode.
        robots_params: Values by leaf, relative to the robot mode.
        human_params: Values by ``<backend namespace>.<parameter>``.
    """

    action: int = MERGE
    world: str = ""
    robots_mode: str = ""
    obstacles_mode: str = ""
    modules: tuple[str, ...] = ()
    keep_modules: bool = False
    robots: tuple[str, ...] = ()
    obstacles_params: Leaves = field(factory=dict)
    robots_params: Leaves = field(factory=dict)
    human_params: Leaves = field(factory=dict)


@frozen
class Live:
    """What episodes are made with now.

    Attributes:
        world: World argument.
        robots_mode: Robot mode.
        obstacles_mode: Obstacle mode.
        modules: Modules.
        robots: Fleet, one text per entry.
        parameters: Values by full name.
        human_params: Values by ``<backend namespace>.<parameter>``.
    """

    world: str = ""
    robots_mode: str = "random"
    obstacles_mode: str = "random"
    modules: tuple[str, ...] = ()
    robots: tuple[str, ...] = ()
    parameters: Mapping[str, Value] = field(factory=dict)
    human_params: Mapping[str, Any] = field(factory=dict)


@frozen
class Staged:
    """What the next reset applies.

    Attributes:
        world: World argument; empty keeps the live one.
        robots_mode: Robot mode; empty keeps the live one.
        obstacles_mode: Obstacle mode; empty keeps the live one.
        modules: Modules; None keeps the live ones.
        robots: Fleet; empty keeps the live one.
        obstacles_params: Values by leaf.
        robots_params: Values by leaf.
        human_params: Values by ``<backend namespace>.<parameter>``.
    """

    world: str = ""
    robots_mode: str = ""
    obstacles_mode: str = ""
    modules: tuple[str, ...] | None = None
    robots: tuple[str, ...] = ()
    obstacles_params: Leaves = field(factory=dict)
    robots_params: Leaves = field(factory=dict)
    human_params: Leaves = field(factory=dict)


@frozen
class Rejection:
    """Why a request was not staged.

    Attributes:
        message: One sentence with the offending value and what is allowed.
    """

    message: str


@frozen
class Applied:
    """The outcome of a reset's first step.

    Attributes:
        live: What episodes are made with from now on.
        warnings: Sentences about values that were left out.
    """

    live: Live
    warnings: tuple[str, ...] = ()


def stage(staged: Staged, request: QueueRequest, live: Live) -> Staged | Rejection:
    """Merge a request into what is staged.

    Another mode than the one that would have been used drops the leaves that were staged for that one.

    Args:
        staged: What earlier requests left.
        request: The new one.
        live: What would be kept.
    """
    rejection = _rejection(request)
    if rejection:
        return Rejection(rejection)
    obstacles_changed = request.obstacles_mode not in ("", staged.obstacles_mode or live.obstacles_mode)
    robots_changed = request.robots_mode not in ("", staged.robots_mode or live.robots_mode)
    return Staged(
        world=request.world or staged.world,
        robots_mode=request.robots_mode or staged.robots_mode,
        obstacles_mode=request.obstacles_mode or staged.obstacles_mode,
        modules=staged.modules if request.keep_modules else request.modules,
        robots=request.robots or staged.robots,
        obstacles_params=({} if obstacles_changed else dict(staged.obstacles_params)) | dict(request.obstacles_params),
        robots_params=({} if robots_changed else dict(staged.robots_params)) | dict(request.robots_params),
        human_params=dict(staged.human_params) | dict(request.human_params),
    )


def apply(staged: Staged, live: Live, declarations: Mapping[str, ParameterDeclaration]) -> Applied:
    """Make what is staged the live state.

    Leaves become full names below the namespaces of the modes that are active then. Names that are not declared and
    values that do not fit are left out with a warning each. Where both axes give one parameter, the value that
    differs from the live one wins.

    Args:
        staged: What requests left.
        live: What was used until now.
        declarations: All declared parameters by full name.
    """
    warnings: list[str] = []
    live = evolve(
        live,
        world=staged.world or live.world,
        robots_mode=staged.robots_mode or live.robots_mode,
        obstacles_mode=staged.obstacles_mode or live.obstacles_mode,
        modules=live.modules if staged.modules is None else staged.modules,
        robots=_fleet(staged.robots, warnings) or live.robots,
        human_params={**live.human_params, **staged.human_params},
    )
    parameters = dict(live.parameters)
    axes = (
        (OBSTACLES_MODES[live.obstacles_mode], staged.obstacles_params),
        (ROBOTS_MODES[live.robots_mode], staged.robots_params),
    )
    for mode, leaves in axes:
        for name, value in _fitting(mode, leaves, declarations, warnings).items():
            if value == live.parameters.get(name, declarations[name].default):
                parameters.setdefault(name, value)
            else:
                parameters[name] = value
    return Applied(evolve(live, parameters=parameters), tuple(warnings))


def _fleet(robots: tuple[str, ...], warnings: list[str]) -> tuple[str, ...]:
    try:
        parse_fleet(",".join(robots))
    except ValueError as error:
        warnings.append(f"robots: {error}; the fleet stays as it is")
        return ()
    return robots


def _fitting(
    mode: "RegisteredMode[Any]",
    leaves: Leaves,
    declarations: Mapping[str, ParameterDeclaration],
    warnings: list[str],
) -> dict[str, Value]:
    fitting: dict[str, Value] = {}
    for leaf, value in leaves.items():
        name = mode.namespace(leaf)
        if name not in declarations:
            warnings.append(f"{name} is not declared and was dropped{_known_leaves(mode, declarations)}")
            continue
        try:
            fitting[name] = coerced(declarations[name], value)
        except ValueError as error:
            warnings.append(f"{error}; the value was dropped")
    return fitting


def _known_leaves(mode: "RegisteredMode[Any]", declarations: Mapping[str, ParameterDeclaration]) -> str:
    prefix = f"{mode.namespace}."
    leaves = [name.removeprefix(prefix) for name in declarations if name.startswith(prefix)]
    return f" (leaves of mode {mode.name}: {', '.join(leaves) or 'none'})"


def _rejection(request: QueueRequest) -> str:
    if request.action != MERGE:
        return f"action: unknown value {request.action}. Valid: MERGE={MERGE}"
    fields: tuple[tuple[str, tuple[str, ...], TaskModeRegistry[Any]], ...] = (
        ("tm_robots", (request.robots_mode,), ROBOTS_MODES),
        ("tm_obstacles", (request.obstacles_mode,), OBSTACLES_MODES),
        ("tm_modules", request.modules, MODULES),
    )
    for name, values, registry in fields:
        for value in values:
            if value and value not in registry:
                return f"{name}: unknown value {value!r}. Allowed: {', '.join(registry.names()) or 'none'}"
    return next((reason for name in request.human_params if (reason := human_param_problem(name))), "")


def human_param_problem(name: str) -> str:
    """Why a name can not be one of the people's parameters; empty where it can."""
    namespace, _, leaf = name.partition(".")
    known = ", ".join(Constants.HUMAN_PARAM_NAMESPACES)
    if namespace == Constants.HUMAN_RESERVED_NAMESPACE:
        return f"human_params: {name!r} is under the reserved prefix human. (namespaces: {known})"
    if namespace not in Constants.HUMAN_PARAM_NAMESPACES:
        return f"human_params: {name!r} is under no known namespace. Allowed: {known}"
    return "" if leaf else f"human_params: {name!r} names no parameter of {namespace}"
