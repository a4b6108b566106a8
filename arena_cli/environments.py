"""Several environments from one call: which nodes run where, under which names, and what each is given."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import field, frozen

from arena_cli.launch_arguments import NODES, RUNTIME, TASK_GENERATOR
from arena_cli.log_levels import LogLevels
from arena_cli.ros_domains import take_domains
from task_generator.declarations import Value

DOMAIN_VARIABLE = "ROS_DOMAIN_ID"
# Everybody who listens to time and transforms looks for them at the root of the graph.
ROOT_TOPICS = ("clock", "tf", "tf_static")


Parameter = Value


@frozen
class Common:
    """What holds in every environment.

    Attributes:
        people: Parameters of the people, each ``name:=value``.
        of_file: Parameters of the task generator that a file has; an empty list has no type and is left out.
        log_level: What nodes log at least.
        namespace: Of a single environment, with a leading ``/``; empty for the root.
        is_recorded: Whether the folder for recordings counts.
    """

    people: tuple[str, ...] = ()
    of_file: Mapping[str, Value] = field(factory=dict)
    log_level: LogLevels = LogLevels()
    namespace: str = ""
    is_recorded: bool = True


@frozen
class NodePlan:
    """One node of one environment.

    Attributes:
        node: One of ``NODES``.
        environment: Number of its environment, from 0.
        namespace: Where its names lie; empty for the root.
        parameters: What it is given beside the arguments of the call, or in their place.
        remappings: Names that it uses, and what is used instead.
        variables: Of its process, on top of those of this one.
        log_level: What it and its libraries log at least.
    """

    node: str
    environment: int = 0
    namespace: str = ""
    parameters: Mapping[str, Parameter] = field(factory=dict)
    remappings: tuple[tuple[str, str], ...] = ()
    variables: Mapping[str, str] = field(factory=dict)
    log_level: LogLevels = LogLevels()

    @property
    def label(self) -> str:
        """What stands before each line that it prints."""
        return f"{self.namespace.removeprefix('/')} {self.node}".strip()

    @property
    def log_words(self) -> list[str]:
        """What it is started with for its logs, after ``--ros-args``."""
        return self.log_level.words(self.node, self.namespace)

    def launch_words(self) -> dict[str, Any]:
        """The node as an action of the launch system names its properties, but for parameters."""
        return {
            "package": "arena_simulation_setup",
            "output": "screen",
            "executable": f"{self.node}_node",
            "name": self.node,
            "namespace": self.namespace,
            "remappings": list(self.remappings),
            "additional_env": dict(self.variables),
            "ros_arguments": self.log_words,
        }


def node_plans(
    count: int, shared_domain: bool, run_seed: str, record_dir: str, common: Common = Common()
) -> tuple[NodePlan, ...]:
    """The nodes of all environments, in order of their start; the domains are this process's from now on.

    A single environment has the domain of the caller, and its names at the root unless it has a namespace.

    Args:
        count: Number of environments.
        shared_domain: Whether several share the domain of the caller, time and transforms below their namespaces.
        run_seed: Seed of the run as asked for; empty where none was.
        record_dir: Folder for recordings; empty for none.
        common: What holds in all of them.

    Raises:
        ValueError: If there are not enough free domains.
    """
    if count == 1:
        return tuple(_alone(node, common) for node in NODES)
    base = os.environ.get(DOMAIN_VARIABLE, "")
    domains = () if shared_domain else take_domains(count, int(base) if base.isdigit() else 0)
    return tuple(
        NodePlan(
            node,
            number,
            f"/env_{number}",
            {**_parameters(node, common), **_own_parameters(node, number, run_seed, record_dir)},
            _remappings(node, f"/env_{number}", shared_domain),
            {} if shared_domain else {DOMAIN_VARIABLE: str(domains[number])},
            common.log_level,
        )
        for number in range(count)
        for node in NODES
    )


def environment_table(plans: Sequence[NodePlan]) -> str:
    """A line for each environment with the domain to look for it in; empty for a single one."""
    rows = [plan for plan in plans if plan.node == RUNTIME and len(plans) > len(NODES)]
    caller = os.environ.get(DOMAIN_VARIABLE, "0")
    lines = [f"{plan.namespace:<13}{plan.variables.get(DOMAIN_VARIABLE, caller):>13}" for plan in rows]
    return "\n".join([f"{'environment':<13}{DOMAIN_VARIABLE:>13}", *lines]) if rows else ""


def _alone(node: str, common: Common) -> NodePlan:
    space = common.namespace
    return NodePlan(
        node,
        namespace=space,
        parameters=_parameters(node, common),
        remappings=_remappings(node, space, False) if space else (),
        log_level=common.log_level,
    )


def _parameters(node: str, common: Common) -> dict[str, Parameter]:
    # The runtime makes the clock, so it can not follow it.
    if node == RUNTIME:
        return {"use_sim_time": False, **({} if common.is_recorded else {"record.dir": ""})}
    of_file = {name: value for name, value in common.of_file.items() if value != ()}
    people = {"human_params": common.people} if common.people else {}
    return {"use_sim_time": True, **of_file, **people}


def _own_parameters(node: str, number: int, run_seed: str, record_dir: str) -> dict[str, Parameter]:
    """What must differ between environments: else all would run the same episodes into the same folder."""
    if node == RUNTIME:
        return {"env.id": number, **({"record.dir": str(Path(record_dir) / f"env_{number}")} if record_dir else {})}
    return {"run_seed": f"{run_seed}/env_{number}"} if run_seed else {}


def _remappings(node: str, namespace: str, shared_domain: bool) -> tuple[tuple[str, str], ...]:
    if shared_domain:
        return (("/clock", f"{namespace}/clock"),) if node == TASK_GENERATOR else ()
    # Both nodes look for transforms there; /clock of the task generator is absolute by itself.
    return tuple((name, f"/{name}") for name in ROOT_TOPICS if node == RUNTIME or name != "clock")
