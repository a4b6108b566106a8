"""The plan as ``nav_msgs/msg/OccupancyGrid``."""

import math
from typing import Any

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray

from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.map.occupancy import FREE, OccupancyImage
from arena_simulation_setup.recording.cdr import Buffer, CdrReader, CdrWriter, write_numbers
from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.timebase import NANOSECONDS_PER_SECOND

OCCUPIED_CELL = 100


def _cells(value: Any) -> NDArray[np.int8]:
    cells = np.array(value, np.int8, order="C")
    if cells.ndim != 2:
        raise RecordingError(f"cells of a map: expected rows and columns, got {cells.ndim} dimensions")
    cells.flags.writeable = False
    return cells


@frozen(eq=False)
class OccupancyGrid:
    """Cells of a plan.

    Attributes:
        resolution: Edge of a cell, metres; kept as float32 by the message.
        origin: Pose of the outer corner of cell (0, 0), map frame; planar.
        cells: Shape (rows, columns): 0 free to 100 occupied, -1 unknown; row 0 lies at the origin, columns run along x.
        frame: Frame of reference.
        stamp_ns: Time of /clock, nanoseconds.
    """

    resolution: float
    origin: Pose
    cells: NDArray[np.int8] = field(converter=_cells)
    frame: str = "map"
    stamp_ns: int = 0


def grid_of(plan: OccupancyImage) -> OccupancyGrid:
    """A map image (north up) as an occupancy grid (south first), 0 free and 100 occupied."""
    cells = np.where(plan.cells[::-1] == FREE, 0, OCCUPIED_CELL).astype(np.int8)
    return OccupancyGrid(plan.resolution, Pose(*plan.origin), cells)


def encode_occupancy(grid: OccupancyGrid) -> bytes:
    """A plan as the bytes of one message.

    Raises:
        RecordingError: If a number or text does not fit its field.
    """
    rows, columns = grid.cells.shape
    stamp = divmod(grid.stamp_ns, NANOSECONDS_PER_SECOND)
    writer = CdrWriter()
    _write_time(writer, stamp)
    writer.text(grid.frame)
    _write_time(writer, stamp)
    writer.number("f", grid.resolution)
    write_numbers(writer, "I", (columns, rows))
    half_yaw = 0.5 * grid.origin.yaw
    position = (grid.origin.x, grid.origin.y, grid.origin.z)
    write_numbers(writer, "d", (*position, 0.0, 0.0, math.sin(half_yaw), math.cos(half_yaw)))
    writer.array(grid.cells)
    return writer.data()


def decode_occupancy(data: Buffer) -> OccupancyGrid:
    """The plan of one message.

    Raises:
        RecordingError: If the bytes are no such message, or the cells are not as many as its size says.
    """
    reader = CdrReader(data)
    seconds, nanoseconds, frame = reader.number("i"), reader.number("I"), reader.text()
    _, _, resolution = reader.number("i"), reader.number("I"), reader.number("f")
    columns, rows = reader.number("I"), reader.number("I")
    x, y, z, _, _, quaternion_z, quaternion_w = (reader.number("d") for _ in range(7))
    cells = reader.array(np.int8)
    reader.end()
    if cells.size != rows * columns:
        raise RecordingError(f"a map of {rows} rows and {columns} columns holds {cells.size} cells")
    origin = Pose(x, y, 2.0 * math.atan2(quaternion_z, quaternion_w), z)
    stamp_ns = seconds * NANOSECONDS_PER_SECOND + nanoseconds
    return OccupancyGrid(resolution, origin, cells.reshape(rows, columns), frame, stamp_ns)


def _write_time(writer: CdrWriter, stamp: tuple[int, int]) -> None:
    writer.number("i", stamp[0])
    writer.number("I", stamp[1])
