"""Robot models: the capability file that placement, navigation and the scene read."""

from collections.abc import Mapping

from attrs import field, frozen

from arena_simulation_setup.geometry import Pose


@frozen
class LidarModel:
    """A planar laser scanner.

    Attributes:
        name: Name of the sensor and of its frame below the robot's namespace.
        mount: Pose in ``base_link``, metres and radians.
        beams: Number of rays over the whole field of view.
        angle_min: Direction of the first ray, radians, sensor frame.
        angle_max: Direction of the last ray.
        range_min: Nearest return, metres.
        range_max: Farthest return, metres.
        rate: Scans per second.
        noise_std: Standard deviation of the range, metres.
    """

    name: str
    mount: Pose
    beams: int
    angle_min: float
    angle_max: float
    range_min: float
    range_max: float
    rate: float
    noise_std: float = 0.0


@frozen
class CameraModel:
    """A camera that sees color and depth.

    Attributes:
        name: Name of the sensor and of its frame below the robot's namespace.
        mount: Pose in ``base_link``, metres and radians; it looks along x of the mount.
        width: Pixels per row.
        height: Rows.
        field_of_view: Angle between the left and the right edge of the picture, radians.
        range_max: Farthest depth, metres.
        rate: Pictures per second.
    """

    name: str
    mount: Pose
    width: int
    height: int
    field_of_view: float
    range_max: float = 10.0
    rate: float = 10.0


@frozen
class OdometryModel:
    """How wheel odometry goes wrong; zeros mean that it is exact.

    Attributes:
        drift_per_metre: Standard deviation of the error along the way after one metre, metres.
        drift_per_radian: Standard deviation of the error of the heading after a turn by one radian, radians.
    """

    drift_per_metre: float = 0.0
    drift_per_radian: float = 0.0

    @property
    def drifts(self) -> bool:
        """Whether it is anything but exact."""
        return self.drift_per_metre > 0.0 or self.drift_per_radian > 0.0


@frozen
class ArmJoint:
    """A hinge of an arm; name as in MJCF and URDF, limits in radians."""

    name: str
    min: float
    max: float


@frozen
class ArmModel:
    """An arm of the robot's MJCF.

    Attributes:
        name: Its mount, which phases name it by.
        tip: Site of the MJCF that poses are about.
        max_joint_speed: rad/s.
        joints: From the base to the tip.
        configurations: Name to an angle per joint, radians; an episode begins with the first.
        gestures: Name to the configurations that are taken one after the other.
    """

    name: str
    tip: str
    max_joint_speed: float
    joints: tuple[ArmJoint, ...]
    configurations: Mapping[str, tuple[float, ...]]
    gestures: Mapping[str, tuple[str, ...]] = field(factory=dict)

    @property
    def start(self) -> tuple[float, ...]:
        """The angles at the beginning of an episode."""
        return next(iter(self.configurations.values()))


@frozen
class WheelModel:
    """A wheel, whose axle is parallel to y of the base.

    Attributes:
        name: Its body in the MJCF and its joint in the URDF.
        x: Where it stands, metres, ``base_link``.
        y: As ``x``.
        radius: Metres.
        roller_angle: Of a mecanum wheel: angle between its axle and the roller on the floor, radians; positive where
            it turns forwards while the robot moves to the left. 0 for a plain wheel.
    """

    name: str
    x: float
    y: float
    radius: float
    roller_angle: float = 0.0


@frozen
class RobotModel:
    """What a robot can do and how big it is.

    Attributes:
        name: Name of the model.
        description: What it is, in words.
        drive: ``differential`` or ``omnidirectional``.
        radius: Radius of the footprint's circle, metres.
        height: Metres.
        mass: Kilograms.
        max_speed: Forward speed limit, m/s.
        max_turn_rate: Yaw rate limit, rad/s.
        max_acceleration: Forward acceleration limit of the navigator, m/s^2.
        max_turn_acceleration: Yaw acceleration limit of the navigator, rad/s^2.
        drive_force: Largest force of the velocity controller, newtons.
        color: Red, green, blue, alpha in 0..1.
        lidars: Laser scanners.
        cameras: Cameras.
        odometry: Errors of the odometry.
        arms: Arms.
        wheels: Wheels that turn as it drives.
        mjcf: File with what is drawn and seen of it; empty where a cylinder stands for it.
        urdf: File with its description for RViz; empty without one.
    """

    name: str
    description: str
    drive: str
    radius: float
    height: float
    mass: float
    max_speed: float
    max_turn_rate: float
    max_acceleration: float = 1.0
    max_turn_acceleration: float = 3.0
    drive_force: float = 60.0
    color: tuple[float, float, float, float] = (0.9, 0.7, 0.1, 1.0)
    lidars: tuple[LidarModel, ...] = ()
    cameras: tuple[CameraModel, ...] = ()
    odometry: OdometryModel = OdometryModel()
    arms: tuple[ArmModel, ...] = ()
    wheels: tuple[WheelModel, ...] = ()
    mjcf: str = ""
    urdf: str = ""

    @property
    def is_omnidirectional(self) -> bool:
        """Whether its drive can move sideways."""
        return self.drive == "omnidirectional"
