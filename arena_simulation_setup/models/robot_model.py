"""Robot models: the capability file that placement, navigation and the scene read."""

from attrs import frozen

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
