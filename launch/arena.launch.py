from launch.actions import DeclareLaunchArgument, LogInfo, OpaqueFunction, Shutdown
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import Node
from launch_ros.parameter_descriptions import ParameterValue

from arena_cli.launch_arguments import launch_arguments
from arena_cli.launch_call import launch_call
from launch import LaunchContext, LaunchDescription


def generate_launch_description() -> LaunchDescription:
    arguments, values = [], {}
    for row in launch_arguments():
        about = row.argument.description
        arguments.append(DeclareLaunchArgument(row.name, default_value=row.default_text, description=about))
        # Without a type launch reads texts as YAML, and a world called 007 or on would be none any more.
        values.setdefault(row.node, {})[row.name] = ParameterValue(LaunchConfiguration(row.name), value_type=row.kind)

    def nodes(context: LaunchContext) -> list[Node | LogInfo]:
        call = launch_call(context.launch_configurations)
        context.launch_configurations.update(call.texts)
        leave = None if call.table else Shutdown()
        made = [LogInfo(msg=line) for line in call.messages]
        for plan in call.plans:
            own = {**values[plan.node], **plan.parameters}
            made.append(Node(parameters=[own], on_exit=leave, **plan.launch_words()))
        return made

    return LaunchDescription([*arguments, OpaqueFunction(function=nodes)])
