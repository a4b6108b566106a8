"""The shipped assets are what their files say: shapes inside their box, colours one can draw, people of human size."""

from __future__ import annotations

import itertools
import math
import re
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from floor_plan import SETUP, asset
from scipy.spatial.transform import Rotation

from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.tree.identifiers import (
    MaterialIdentifier,
    ObjectIdentifier,
    PedestrianIdentifier,
    WallIdentifier,
)

TOLERANCE = 0.01
COLOUR = re.compile(r"#[0-9a-f]{6}([0-9a-f]{2})?")
SIZES = {"box": 3, "ellipsoid": 3, "cylinder": 2, "capsule": 2, "sphere": 1}
DOCUMENTED_DEFAULTS = {"Marble", "Porcelain_Tile_4", "Aluminum_Anodized", "Concrete_Smooth"}


def _names(domain: str) -> list[str]:
    return sorted(path.name for path in (SETUP / "assets" / "Common" / domain).iterdir())


OBJECTS = _names("Object")
PEOPLE = _names("Human")
MATERIALS = _names("Material")


def _reach(primitive: dict[str, Any]) -> npt.NDArray[np.float64]:
    """Half extents of a primitive along the axes of its object, shape (3,), metres."""
    size, shape = primitive["size"], primitive["shape"]
    turn = Rotation.from_euler("xyz", primitive.get("rotation", [0.0, 0.0, 0.0])).as_matrix()
    if shape == "box":
        return np.asarray(np.abs(turn) @ (np.array(size) / 2))
    if shape == "cylinder":
        axis = turn[:, 2]
        rim = np.sqrt(np.maximum(0.0, 1.0 - axis**2))
        return np.asarray(np.abs(axis) * size[1] / 2 + rim * size[0] / 2)
    if shape == "capsule":
        return np.asarray(np.abs(turn[:, 2]) * (size[1] - size[0]) / 2 + size[0] / 2)
    axes = np.array(size if shape == "ellipsoid" else size * 3) / 2
    return np.asarray(np.sqrt(turn**2 @ axes**2))


@pytest.mark.parametrize("name", OBJECTS)
def test_primitives_fill_their_bounding_box_and_stay_in_it(name: str) -> None:
    annotation = asset("Object", name)
    low, high = np.array(annotation["bounding_box"], dtype=float).T
    assert (low < high).all()
    for primitive in annotation["primitives"]:
        position, reach = np.array(primitive["position"]), _reach(primitive)
        assert (position - reach >= low - TOLERANCE).all(), primitive
        assert (position + reach <= high + TOLERANCE).all(), primitive
    top = max(primitive["position"][2] + _reach(primitive)[2] for primitive in annotation["primitives"])
    assert math.isclose(top, high[2], abs_tol=0.02)


@pytest.mark.parametrize("name", OBJECTS)
def test_object_can_be_built_from_its_annotation(name: str) -> None:
    annotation = asset("Object", name)
    assert annotation["name"] == name
    assert annotation["description"].endswith(".")
    for primitive in annotation["primitives"]:
        assert len(primitive["size"]) == SIZES[primitive["shape"]]
        assert min(primitive["size"]) > 0
        assert COLOUR.fullmatch(primitive["color"])


@pytest.mark.parametrize("name", OBJECTS)
def test_origin_lies_under_the_centre_of_the_footprint(name: str) -> None:
    (x_low, x_high), (y_low, y_high), (bottom, _) = asset("Object", name)["bounding_box"]
    assert (x_low + x_high, y_low + y_high) == pytest.approx((0.0, 0.0), abs=1e-6)
    assert bottom >= 0.0


@pytest.mark.parametrize("name", MATERIALS)
def test_material_has_a_colour_and_a_surface(name: str) -> None:
    material = asset("Material", name)
    assert material["name"] == name
    assert COLOUR.fullmatch(material["color"])
    assert all(0.0 <= material[key] <= 1.0 for key in ("roughness", "reflectance"))


@pytest.mark.parametrize("name", PEOPLE)
def test_people_are_as_large_as_people(name: str) -> None:
    person = asset("Human", name)
    assert person["name"] == name
    assert 0.2 <= person["radius"] <= 0.3
    assert 1.5 <= person["height"] <= 2.0
    assert COLOUR.fullmatch(person["color"])


def test_documented_defaults_are_shipped_and_colours_tell_people_apart() -> None:
    assert set(MATERIALS) >= DOCUMENTED_DEFAULTS
    assert "arenian" in PEOPLE
    colours = [asset("Human", name)["color"] for name in PEOPLE]
    assert all(one != two for one, two in itertools.combinations(colours, 2))


def test_catalogue_reads_every_shipped_asset() -> None:
    catalogue = AssetCatalogue([SETUP / "assets"])
    models: list[object] = [catalogue.object(ObjectIdentifier(name)) for name in catalogue.names("Object")]
    models += [catalogue.pedestrian(PedestrianIdentifier(name)) for name in catalogue.names("Human")]
    models += [catalogue.material(MaterialIdentifier(name)) for name in catalogue.names("Material")]
    models += [catalogue.wall(WallIdentifier(name)) for name in catalogue.names("Wall")]
    assert len(models) >= len(OBJECTS) + len(PEOPLE) + len(MATERIALS) + 1
    assert catalogue.missing == []
    assert catalogue.problems == []
