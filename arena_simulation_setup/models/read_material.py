"""Reading materials, and applying their modifiers."""

from attrs import evolve

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.values import number, text
from arena_simulation_setup.models.color import parse_color
from arena_simulation_setup.models.material import Material
from arena_simulation_setup.models.read_object import color

GREY = (0.7, 0.7, 0.7, 1.0)

_share = number(minimum=0.0, maximum=1.0)


def read_material(cursor: Cursor) -> Material:
    """The root of a ``material.yaml``."""
    fields = Fields(cursor, ("name", "description", "color", "roughness", "reflectance"))
    fields.optional("roughness", _share, 1.0)
    material = Material(
        name=fields.optional("name", text, ""),
        description=fields.optional("description", text, ""),
        color=fields.optional("color", color, GREY),
        reflectance=fields.optional("reflectance", _share, 0.0),
    )
    fields.rest()
    return material


def tinted(material: Material, tint: str) -> Material:
    """The material seen through a coloured glaze.

    The colour is multiplied by the tint; the tint's alpha is the strength: 0 changes nothing, 1 multiplies fully.

    Args:
        material: What lies below.
        tint: A CSS colour.

    Raises:
        ValueError: If the tint is no colour.
    """
    *glaze, strength = parse_color(tint)
    red, green, blue = (
        channel * (1.0 - strength + strength * part) for channel, part in zip(material.color[:3], glaze, strict=True)
    )
    return evolve(material, color=(red, green, blue, material.color[3]))
