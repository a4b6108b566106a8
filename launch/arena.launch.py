from launch.actions import DeclareLaunchArgument, Shutdown
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from arena_cli.launch_arguments import NODES, launch_arguments
from launch import LaunchDescription


def generate_launch_description() -> LaunchDescription:
    arguments, values = [], {node: {"use_sim_time": node == "task_generator"} for node in NODES}
    for row in launch_arguments():
        about = row.argument.description
        arguments.append(DeclareLaunchArgument(row.name, default_value=row.default_text, description=about))
        # Without a type launch reads texts as YAML, and a world called 007 or on would be none any more.
        values[row.node][row.name] = ParameterValue(LaunchConfiguration(row.name), value_type=row.kind)
    nodes = [
        Node(
            package="arena_simulation_setup",
            executable=f"{node}_node",
            name=node,
            output="screen",
            parameters=[values[node]],
            on_exit=Shutdown(),
        )
        for node in NODES
    ]
    return LaunchDescription([*arguments, *nodes])
