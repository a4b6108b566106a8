"""Editing a running scene: another one is built beside it and takes its place only when it is whole.

Who collides with what and what scanners see depends on the robots of a scene, so the edited scene is built anew from
its description; the building's solids are kept, and so is the running scene until the last step.
"""

from collections.abc import Collection, Sequence

from arena_runtime.scene.builder import build_scene
from arena_runtime.scene.building import Building
from arena_runtime.scene.editing_state import carry_state
from arena_runtime.scene.scene import Scene
from arena_simulation_setup.episode import Episode
from arena_simulation_setup.models.robot_model import RobotModel


def edited_scene(
    scene: Scene, building: Building, episode: Episode, robot_models: Sequence[RobotModel], gone: Collection[str]
) -> Scene:
    """A scene of an edited episode in the state of the running one, which is only read.

    Indices of robots, people and contact partners stay; ``Scene.become`` makes the running scene this one.

    Args:
        scene: The running scene.
        building: The world.
        episode: Robots and people in the order of their indices, further ones at the end; all objects.
        robot_models: The model of each robot.
        gone: Robots and people that were taken away.

    Raises:
        SceneError: If it can not be built.
    """
    compiled = scene.compiled
    fresh = build_scene(building, episode, robot_models, compiled.substeps, gone, compiled.partners)
    carry_state((compiled.model, scene.data), (fresh.compiled.model, fresh.data))
    return fresh
