"""Reading the capability file of a robot."""

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields, keys_of
from arena_simulation_setup.files.places import ORIGIN_POSE, pose
from arena_simulation_setup.files.values import choice, integer, name, number, text
from arena_simulation_setup.models.read_arm import read_arm
from arena_simulation_setup.models.read_object import color
from arena_simulation_setup.models.robot_model import CameraModel, LidarModel, OdometryModel, RobotModel, WheelModel

MOST_BEAMS = 100_000
MOST_PIXELS = 4096
WIDEST_VIEW = 2.9
STEEPEST_ROLLER = 1.4
FILES = ("mjcf", "urdf")
"""Files that lie beside the capability file and are found by their names."""
DRIVES = ("differential", "omnidirectional")

_positive = number(above=0.0)


def read_robot(cursor: Cursor) -> RobotModel:
    """The root of a robot's ``caps.yaml``."""
    fields = Fields(cursor, [key for key in keys_of(RobotModel) if key not in FILES])
    robot = RobotModel(
        name=fields.optional("name", text, ""),
        description=fields.optional("description", text, ""),
        drive=fields.optional("drive", choice(DRIVES), DRIVES[0]),
        radius=fields.required("radius", _positive, 0.3),
        height=fields.required("height", _positive, 0.3),
        mass=fields.required("mass", _positive, 1.0),
        max_speed=fields.required("max_speed", _positive, 1.0),
        max_turn_rate=fields.required("max_turn_rate", _positive, 1.0),
        max_acceleration=fields.optional("max_acceleration", _positive, 1.0),
        max_turn_acceleration=fields.optional("max_turn_acceleration", _positive, 3.0),
        drive_force=fields.optional("drive_force", _positive, 60.0),
        color=fields.optional("color", color, (0.9, 0.7, 0.1, 1.0)),
        lidars=fields.listed("lidars", _lidar),
        cameras=fields.listed("cameras", _camera),
        odometry=fields.optional("odometry", _odometry, OdometryModel()),
        arms=fields.listed("arms", read_arm),
        wheels=fields.listed("wheels", _wheel),
    )
    _check_names(fields, robot)
    fields.rest()
    return robot


def _lidar(cursor: Cursor) -> LidarModel:
    fields = Fields(cursor, keys_of(LidarModel))
    fields.refuse_rest()
    lidar = LidarModel(
        name=fields.required("name", name, "scan"),
        mount=fields.required("mount", pose, ORIGIN_POSE),
        beams=fields.required("beams", integer(2), 2),
        angle_min=fields.required("angle_min", number(), 0.0),
        angle_max=fields.required("angle_max", number(), 1.0),
        range_min=fields.required("range_min", number(minimum=0.0), 0.0),
        range_max=fields.required("range_max", _positive, 1.0),
        rate=fields.required("rate", _positive, 10.0),
        noise_std=fields.optional("noise_std", number(minimum=0.0), 0.0),
    )
    if lidar.beams > MOST_BEAMS:
        fields.error("beams", "value.range", f"{lidar.beams} beams are too many", expected=f"at most {MOST_BEAMS}")
    for low, high in (("angle_min", "angle_max"), ("range_min", "range_max")):
        if fields.sound(low, high) and getattr(lidar, low) >= getattr(lidar, high):
            fields.error(high, "value.range", f"{high} is not above {low}", expected=f"{low} < {high}")
    return lidar


def _camera(cursor: Cursor) -> CameraModel:
    fields = Fields(cursor, keys_of(CameraModel))
    fields.refuse_rest()
    return CameraModel(
        name=fields.required("name", name, "camera"),
        mount=fields.required("mount", pose, ORIGIN_POSE),
        width=fields.required("width", _pixels, 1),
        height=fields.required("height", _pixels, 1),
        field_of_view=fields.required("field_of_view", number(above=0.0, maximum=WIDEST_VIEW), 1.0),
        range_max=fields.optional("range_max", _positive, 10.0),
        rate=fields.optional("rate", _positive, 10.0),
    )


def _pixels(cursor: Cursor) -> int:
    found = integer(1)(cursor)
    if found > MOST_PIXELS:
        raise cursor.wrong(f"at most {MOST_PIXELS} pixels")
    return found


def _odometry(cursor: Cursor) -> OdometryModel:
    fields = Fields(cursor, keys_of(OdometryModel))
    fields.refuse_rest()
    return OdometryModel(
        drift_per_metre=fields.optional("drift_per_metre", number(minimum=0.0), 0.0),
        drift_per_radian=fields.optional("drift_per_radian", number(minimum=0.0), 0.0),
    )


def _wheel(cursor: Cursor) -> WheelModel:
    fields = Fields(cursor, keys_of(WheelModel))
    fields.refuse_rest()
    return WheelModel(
        name=fields.required("name", name, "wheel"),
        x=fields.required("x", number(), 0.0),
        y=fields.required("y", number(), 0.0),
        radius=fields.required("radius", _positive, 0.1),
        roller_angle=fields.optional("roller_angle", number(minimum=-STEEPEST_ROLLER, maximum=STEEPEST_ROLLER), 0.0),
    )


def _check_names(fields: Fields, robot: RobotModel) -> None:
    taken: list[str] = []
    for key in ("lidars", "cameras", "arms", "wheels"):
        for part in getattr(robot, key):
            if part.name in taken:
                fields.error(key, "name.duplicate", f"two parts are called {part.name!r}", expected="different names")
            taken.append(part.name)
