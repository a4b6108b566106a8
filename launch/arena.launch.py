from launch.actions import DeclareLaunchArgument, LogInfo, OpaqueFunction, Shutdown
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from arena_cli.launch import launch_plans
from arena_cli.launch_arguments import launch_arguments
from launch import LaunchContext, LaunchDescription


def generate_launch_description() -> LaunchDescription:
    arguments, values = [], {}
    for row in launch_arguments():
        about = row.argument.description
        arguments.append(DeclareLaunchArgument(row.name, default_value=row.default_text, description=about))
        # Without a type launch reads texts as YAML, and a world called 007 or on would be none any more.
        values.setdefault(row.node, {})[row.name] = ParameterValue(LaunchConfiguration(row.name), value_type=row.kind)

    def nodes(context: LaunchContext) -> list[Node | LogInfo]:
        plans, table = launch_plans(context.launch_configurations)
        common = {"package": "arena_simulation_setup", "output": "screen", "on_exit": None if table else Shutdown()}
        made = [Node(parameters=[{**values[p.node], **p.parameters}], **p.launch_words(), **common) for p in plans]
        return [LogInfo(msg=table), *made] if table else made

    return LaunchDescription([*arguments, OpaqueFunction(function=nodes)])
