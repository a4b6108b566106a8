"""An episode in Foxglove's terms: what stands still, what moves, where frames are, the map, scans."""

import math
from collections.abc import Iterator, Sequence

import numpy as np
import shapely
from foxglove.messages import (
    CubePrimitive,
    FrameTransform,
    FrameTransforms,
    Grid,
    LaserScan,
    PackedElementField,
    PackedElementFieldNumericType,
    SceneEntity,
    SceneEntityDeletion,
    SceneUpdate,
    Timestamp,
    Vector2,
)

from arena_runtime.simulation import Scan, Simulation
from arena_runtime.watching.foxglove_solids import (
    MAP_FRAME,
    ball,
    box,
    cylinder,
    entity,
    pose_of,
    triangles,
    turn,
    vector,
)
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.map.occupancy import FREE, OccupancyImage
from arena_simulation_setup.models.robot_model import RobotModel
from arena_simulation_setup.site import Site
from arena_simulation_setup.tree.identifiers import PedestrianIdentifier
from arena_simulation_setup.world.footprints import Footprint
from arena_simulation_setup.world.realization import Floor
from arena_simulation_setup.world.wall_slab import WallSlab

FURNITURE_COLOR = (0.45, 0.5, 0.55, 1.0)
OBSTACLE_COLOR = (0.8, 0.45, 0.2, 1.0)
DOOR_COLOR = (0.55, 0.35, 0.17, 0.9)
SKIN_COLOR = (0.86, 0.67, 0.54, 1.0)
FREE_PIXEL, OCCUPIED_PIXEL = (240, 240, 240, 160), (40, 40, 45, 220)
HEAD_DIAMETER = 0.24
FLOOR_DEPTH = 0.01
"""Metres of floors below the map, which would flicker with it."""


def stamp_of(stamp_ns: int) -> Timestamp:
    """A time in nanoseconds as Foxglove writes it."""
    return Timestamp(stamp_ns // 1_000_000_000, stamp_ns % 1_000_000_000)


def base_frame(robot: str) -> str:
    """Name of the frame at the centre of a robot's base, on the floor."""
    return f"{robot}/base_link"


def building(site: Site, simulation: Simulation, stamp_ns: int) -> SceneUpdate:
    """Everything that stands still."""
    stamp, entities = stamp_of(stamp_ns), []
    for level_id, level in site.realized.items():
        lists = [triangles(_corners(floor), floor.height - FLOOR_DEPTH, floor.material.color) for floor in level.floors]
        entities.append(entity(f"floors/{level_id}", stamp, lists=lists))
        cubes = [_wall(slab) for slab in level.walls if slab.visible and slab.start != slab.end]
        entities.append(entity(f"walls/{level_id}", stamp, cubes=cubes))
    furniture = [_outline(outline, FURNITURE_COLOR) for outline in site.footprints]
    obstacles = site.object_outlines(simulation.start.episode.objects)
    entities.append(entity("furniture", stamp, cubes=furniture))
    entities.append(entity("obstacles", stamp, cubes=[_outline(outline, OBSTACLE_COLOR) for outline in obstacles]))
    return SceneUpdate(entities=entities)


def moving(site: Site, simulation: Simulation, models: Sequence[RobotModel], stamp_ns: int) -> SceneUpdate:
    """Doors, people, robots."""
    stamp, frame = stamp_of(stamp_ns), simulation.frame
    gone, people = [], []
    rows = frame.people[:, :3].tolist()
    for person, (x, y, yaw) in zip(simulation.start.episode.people, rows, strict=False):
        if x != x:
            gone.append(SceneEntityDeletion(timestamp=stamp, id=person.name))
            continue
        color = site.catalogue.pedestrian(PedestrianIdentifier.parse(person.model)).color
        neck = person.height - HEAD_DIAMETER
        body = cylinder(Pose(x, y, yaw, neck / 2.0), 2.0 * person.radius, neck, color)
        head = ball(Pose(x, y, yaw, person.height - HEAD_DIAMETER / 2.0), HEAD_DIAMETER, SKIN_COLOR)
        people.append(entity(person.name, stamp, cylinders=[body], spheres=[head]))
    names, placed = simulation.start.layout.robots, frame.robots[:, 0].tolist()
    robots = [_robot(name, model, stamp) for name, model, x in zip(names, models, placed, strict=True) if x == x]
    return SceneUpdate(deletions=gone, entities=[*_slabs(simulation, stamp), *people, *robots])


def transforms(simulation: Simulation, models: Sequence[RobotModel], stamp_ns: int) -> FrameTransforms:
    """Where the robots are, and their scanners on them."""
    stamp, found = stamp_of(stamp_ns), []
    rows = simulation.frame.robots[:, :3].tolist()
    for name, model, (x, y, yaw) in zip(simulation.start.layout.robots, models, rows, strict=True):
        if x != x:
            continue
        found.append(_transform(stamp, (MAP_FRAME, base_frame(name)), Pose(x, y, yaw)))
        found.extend(
            _transform(stamp, (base_frame(name), f"{name}/{lidar.name}"), lidar.mount) for lidar in model.lidars
        )
    return FrameTransforms(transforms=found)


def map_grid(plan: OccupancyImage, stamp_ns: int) -> Grid:
    """The occupancy map as a picture of its own size."""
    free = (plan.cells[::-1] == FREE)[..., None]
    pixels = np.where(free, np.array(FREE_PIXEL, dtype=np.uint8), np.array(OCCUPIED_PIXEL, dtype=np.uint8))
    uint8 = PackedElementFieldNumericType.Uint8
    names = ("red", "green", "blue", "alpha")
    return Grid(
        timestamp=stamp_of(stamp_ns),
        frame_id=MAP_FRAME,
        pose=pose_of(Pose(*plan.origin)),
        column_count=pixels.shape[1],
        cell_size=Vector2(x=plan.resolution, y=plan.resolution),
        row_stride=4 * pixels.shape[1],
        cell_stride=4,
        fields=[PackedElementField(name=name, offset=offset, type=uint8) for offset, name in enumerate(names)],
        data=pixels.tobytes(),
    )


def laser_scan(robot: str, model: RobotModel, scan: Scan, stamp_ns: int) -> LaserScan:
    """One reading of a scanner."""
    lidar = model.lidars[scan.lidar]
    return LaserScan(
        timestamp=stamp_of(stamp_ns),
        frame_id=f"{robot}/{lidar.name}",
        pose=pose_of(Pose(0.0, 0.0)),
        start_angle=lidar.angle_min,
        end_angle=lidar.angle_max,
        ranges=scan.ranges.tolist(),
    )


def _corners(floor: Floor) -> list[tuple[float, float]]:
    if len(floor.corners) < 3:
        return []
    polygon = shapely.make_valid(shapely.Polygon(floor.corners))
    parts = shapely.get_parts(shapely.constrained_delaunay_triangles(polygon))
    return [(float(x), float(y)) for part in parts for x, y in shapely.get_coordinates(part)[:3]]


def _wall(slab: WallSlab) -> CubePrimitive:
    (x0, y0), (x1, y1) = slab.start, slab.end
    middle = Pose((x0 + x1) / 2.0, (y0 + y1) / 2.0, math.atan2(y1 - y0, x1 - x0), (slab.bottom + slab.top) / 2.0)
    size = (math.hypot(x1 - x0, y1 - y0), slab.thickness, slab.top - slab.bottom)
    return box(middle, size, slab.material.color)


def _outline(outline: Footprint, color: tuple[float, float, float, float]) -> CubePrimitive:
    (x0, y0), (x1, y1), (x2, y2), _ = outline.corners
    size = (math.hypot(x1 - x0, y1 - y0), math.hypot(x2 - x1, y2 - y1), outline.top - outline.bottom)
    middle = Pose((x0 + x2) / 2.0, (y0 + y2) / 2.0, math.atan2(y1 - y0, x1 - x0), (outline.top + outline.bottom) / 2.0)
    return box(middle, size, color)


def _slabs(simulation: Simulation, stamp: Timestamp) -> Iterator[SceneEntity]:
    """Doors of rooms and of cabins, where they are in the physics."""
    scene = simulation.scene
    places, turns = scene.data.mocap_pos.tolist(), scene.data.mocap_quat.tolist()
    for name, slab in scene.compiled.slabs.items():
        x, y, z = places[slab.mocap]
        w, _, _, sin_half = turns[slab.mocap]
        yield entity(name, stamp, cubes=[box(Pose(x, y, 2.0 * math.atan2(sin_half, w), z), slab.size, DOOR_COLOR)])


def _robot(name: str, model: RobotModel, stamp: Timestamp) -> SceneEntity:
    hull = cylinder(Pose(0.0, 0.0, 0.0, model.height / 2.0), 2.0 * model.radius, model.height, model.color)
    nose = box(Pose(model.radius, 0.0, 0.0, model.height), (0.1, 0.05, 0.05), (0.1, 0.1, 0.1, 1.0))
    return entity(name, stamp, base_frame(name), cubes=[nose], cylinders=[hull])


def _transform(stamp: Timestamp, frames: tuple[str, str], pose: Pose) -> FrameTransform:
    return FrameTransform(
        timestamp=stamp,
        parent_frame_id=frames[0],
        child_frame_id=frames[1],
        translation=vector(pose.x, pose.y, pose.z),
        rotation=turn(pose.yaw),
    )
