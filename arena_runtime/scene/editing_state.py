"""Carrying the state of one model over to another, name by name."""

from collections.abc import Iterator
from typing import Any

import mujoco

PER_BODY = ("xfrc_applied",)
PER_MOCAP = ("mocap_pos", "mocap_quat")
PER_SPEED = ("qvel", "qacc_warmstart", "qfrc_applied")


def carry_state(old: tuple[Any, Any], new: tuple[Any, Any]) -> None:
    """Give everything that two models have in common the state that it had, the clock included.

    Positions, speeds, set-points, activations, applied forces, the solver's warm start and the places of bodies that
    are moved from outside go over; what only the new model has keeps its state. Contacts are then those of the new
    model in the carried state.

    Args:
        old: Model and data to read.
        new: Model and data to change.
    """
    (old_model, old_data), (new_model, new_data) = old, new
    new_data.time = old_data.time
    _carry_joints(old, new)
    for before, after in _common(old_model.nu, old_model.actuator, new_model, mujoco.mjtObj.mjOBJ_ACTUATOR):
        new_data.ctrl[after] = old_data.ctrl[before]
        _carry_activation(old, new, before, after)
    for before, after in _common(old_model.nbody, old_model.body, new_model, mujoco.mjtObj.mjOBJ_BODY):
        _carry(PER_BODY, old_data, new_data, slice(before, before + 1), slice(after, after + 1))
        source, target = int(old_model.body_mocapid[before]), int(new_model.body_mocapid[after])
        if source >= 0 and target >= 0:
            _carry(PER_MOCAP, old_data, new_data, slice(source, source + 1), slice(target, target + 1))
    warm_start = new_data.qacc_warmstart.copy()
    mujoco.mj_forward(new_model, new_data)
    new_data.qacc_warmstart[:] = warm_start


def _carry_joints(old: tuple[Any, Any], new: tuple[Any, Any]) -> None:
    (old_model, old_data), (new_model, new_data) = old, new
    for before, after in _common(old_model.njnt, old_model.joint, new_model, mujoco.mjtObj.mjOBJ_JOINT):
        source, target = old_model.joint(before), new_model.joint(after)
        places, speeds = len(source.qpos0), len(source.damping)
        first, second = int(source.qposadr[0]), int(target.qposadr[0])
        _carry(("qpos",), old_data, new_data, slice(first, first + places), slice(second, second + places))
        first, second = int(source.dofadr[0]), int(target.dofadr[0])
        _carry(PER_SPEED, old_data, new_data, slice(first, first + speeds), slice(second, second + speeds))


def _carry_activation(old: tuple[Any, Any], new: tuple[Any, Any], before: int, after: int) -> None:
    first, count = int(old[0].actuator_actadr[before]), int(old[0].actuator_actnum[before])
    if first >= 0:
        second = int(new[0].actuator_actadr[after])
        old_part, new_part = slice(first, first + count), slice(second, second + count)
        _carry(("act",), old[1], new[1], old_part, new_part)


def _carry(names: tuple[str, ...], old_data: Any, new_data: Any, source: slice, target: slice) -> None:
    for name in names:
        getattr(new_data, name)[target] = getattr(old_data, name)[source]


def _common(count: int, view: Any, new_model: Any, kind: Any) -> Iterator[tuple[int, int]]:
    """Ids in the old and in the new model of everything of a kind that both have, by name."""
    for before in range(count):
        name = view(before).name
        after = mujoco.mj_name2id(new_model, kind, name) if name else -1
        if after >= 0:
            yield before, after
