"""Reading bounding boxes."""

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.values import number
from arena_simulation_setup.models.object_model import BoundingBox, Range

BOX_FORMS = "[[x_min, x_max], [y_min, y_max], [z_min, z_max]] in metres"
DEFAULT_HEIGHT: Range = (0.0, 1.0)

_number = number()


def read_bounding_box(cursor: Cursor) -> BoundingBox:
    """Ranges along x, y and z; the heights may be left out."""
    if not cursor.is_list or len(cursor.items()) not in (2, 3):
        raise cursor.wrong(BOX_FORMS)
    x, y, *z = (_range(item) for item in cursor.items())
    return BoundingBox(x, y, z[0] if z else DEFAULT_HEIGHT)


def _range(cursor: Cursor) -> Range:
    if not cursor.is_list or len(cursor.items()) != 2:
        raise cursor.wrong("[min, max]")
    low, high = (_number(item) for item in cursor.items())
    if low >= high:
        raise cursor.rejection("value.range", f"the range from {low} to {high} is empty", expected="min < max")
    return (low, high)
