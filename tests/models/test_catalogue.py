"""Assets: read once, found in order, replaced where missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.models.catalogue import PLAIN_WALL, AssetCatalogue
from arena_simulation_setup.models.color import parse_color
from arena_simulation_setup.models.material import Material
from arena_simulation_setup.models.object_model import PLACEHOLDER_BOX, BoundingBox
from arena_simulation_setup.models.read_material import tinted
from arena_simulation_setup.models.wall_preset import WallFillItem, WallModelItem, WallPosition, WallTileItem
from arena_simulation_setup.tree.identifiers import (
    MaterialIdentifier,
    ObjectIdentifier,
    PedestrianIdentifier,
    RobotIdentifier,
    WallIdentifier,
)
from arena_simulation_setup.tree.not_found import NotFoundError
from arena_simulation_setup.tree.search_paths import shipped

DESK = """\
description: A desk
bounding_box: [[-0.5, 0.5], [-0.4, 0.4], [0, 0.75]]
primitives:
- {shape: box, size: [1, 0.8, 0.05], position: [0, 0, 0.7], color: "#804020"}
- {shape: cylinder, size: [0.1, 0.7], position: [0, 0, 0.35], rotation: [0.1, 0, 0]}
- {shape: sphere, size: [0.2]}
lights: [{name: lamp, fixture: spot, offset: [0, 0, 1], lumens: 100, cone_deg: 40}]
"""


def put(root: Path, asset: str, file: str, text: str) -> AssetCatalogue:
    folder = root / asset
    folder.mkdir(parents=True, exist_ok=True)
    (folder / file).write_text(text)
    return AssetCatalogue([root])


def object_error(tmp_path: Path, text: str) -> str:
    with pytest.raises(FileProblems) as raised:
        put(tmp_path, "Common/Object/desk", "annotation.yaml", text).object(ObjectIdentifier("desk"))
    return str(raised.value)


def test_object_is_its_primitives_with_full_lengths(tmp_path: Path) -> None:
    desk = put(tmp_path, "Lab/Object/desk", "annotation.yaml", DESK).object(ObjectIdentifier.parse("Lab/desk"))
    assert (desk.name, desk.placeholder) == ("Lab/desk", False)
    assert desk.bounding_box == BoundingBox((-0.5, 0.5), (-0.4, 0.4), (0.0, 0.75))
    assert [primitive.size for primitive in desk.primitives] == [(1, 0.8, 0.05), (0.1, 0.1, 0.7), (0.2, 0.2, 0.2)]
    assert desk.primitives[0].color == pytest.approx((128 / 255, 64 / 255, 32 / 255, 1))
    assert (desk.lights[0].name, desk.lights[0].offset.z) == ("lamp", 1.0)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("primitives: [{shape: box, size: [1, 2]}]", "2 lengths"),
        ("primitives: [{shape: cone, size: [1, 2]}]", "unknown word 'cone'"),
        ("primitives: [{shape: box, size: [1, 2, 0]}]", "out of range"),
        ("primitives: [{shape: sphere, size: [1], color: reddish}]", "no colour"),
        ("lights: [{fixture: dome}]", "unknown word 'dome'"),
        ("lights: [{lumen: 3}]", "unknown key 'lumen'"),
    ],
)
def test_wrong_annotation_is_an_error(tmp_path: Path, line: str, message: str) -> None:
    assert message in object_error(tmp_path, f"bounding_box: [[0, 1], [0, 1], [0, 1]]\n{line}\n")


def test_empty_box_is_an_error(tmp_path: Path) -> None:
    assert "min < max" in object_error(tmp_path, "bounding_box: [[1, 0], [0, 1], [0, 1]]\n")


def test_missing_assets_get_stand_ins_and_are_listed_once() -> None:
    catalogue = AssetCatalogue([shipped("assets")])
    box = BoundingBox((0, 1), (0, 1), (0, 1))
    nothing = ObjectIdentifier.parse("Lab/nothing")
    assert catalogue.object(nothing).bounding_box == PLACEHOLDER_BOX
    assert catalogue.object(nothing, box).bounding_box == box
    assert catalogue.pedestrian(PedestrianIdentifier("nobody")).placeholder
    assert catalogue.material(MaterialIdentifier("air")).placeholder
    assert catalogue.wall(WallIdentifier("fog")) == PLAIN_WALL
    assert catalogue.missing == ["Lab/Object/nothing", "Common/Human/nobody", "Common/Material/air", "Common/Wall/fog"]


def test_first_root_wins(tmp_path: Path) -> None:
    put(tmp_path / "a", "Common/Material/Oak", "material.yaml", 'color: "#ff0000"\n')
    put(tmp_path / "b", "Common/Material/Oak", "material.yaml", 'color: "#00ff00"\n')
    catalogue = AssetCatalogue([tmp_path / "none", tmp_path / "a", tmp_path / "b"])
    assert catalogue.material(MaterialIdentifier("Oak")).color == (1, 0, 0, 1)
    assert catalogue.names("Material") == ("Oak",)


def test_unknown_robot_is_an_error_that_lists_the_known_ones() -> None:
    with pytest.raises(NotFoundError, match=r"did you mean 'jackal'\?") as raised:
        AssetCatalogue([shipped("assets")]).robot(RobotIdentifier("jakal"))
    assert "known: jackal" in str(raised.value)


def test_jackal_is_a_round_robot_with_a_full_scan() -> None:
    jackal = AssetCatalogue([shipped("assets")]).robot(RobotIdentifier("jackal"))
    (scan,) = jackal.lidars
    assert (jackal.name, jackal.drive, jackal.radius, jackal.mass) == ("jackal", "differential", 0.267, 16.0)
    assert (scan.name, scan.beams, scan.rate, scan.range_max) == ("scan", 360, 10.0, 30.0)
    step = (scan.angle_max - scan.angle_min) / (scan.beams - 1)
    assert step * scan.beams == pytest.approx(2 * 3.141592653589793)


def test_every_shipped_asset_can_be_read() -> None:
    catalogue = AssetCatalogue([shipped("assets")])
    read = {
        "Object": lambda name: catalogue.object(ObjectIdentifier.parse(name)),
        "Human": lambda name: catalogue.pedestrian(PedestrianIdentifier.parse(name)),
        "Material": lambda name: catalogue.material(MaterialIdentifier.parse(name)),
        "Wall": lambda name: catalogue.wall(WallIdentifier.parse(name)),
        "Robot": lambda name: catalogue.robot(RobotIdentifier.parse(name)),
    }
    for asset_type, load in read.items():
        assert catalogue.names(asset_type)
        for name in catalogue.names(asset_type):
            load(name)
    assert (catalogue.missing, catalogue.problems) == ([], [])


@pytest.mark.parametrize(
    ("text", "color"),
    [
        ("#ff0000", (1, 0, 0, 1)),
        ("#f00", (1, 0, 0, 1)),
        ("#ff000080", (1, 0, 0, 128 / 255)),
        ("red", (1, 0, 0, 1)),
        ("rgb(0, 255, 0)", (0, 1, 0, 1)),
        ("rgba(0, 255, 255, 0.2)", (0, 1, 1, 0.2)),
        ("rgba(0%, 100%, 50%, 1)", (0, 1, 0.5, 1)),
    ],
)
def test_colours_have_the_forms_of_css(text: str, color: tuple[float, ...]) -> None:
    assert parse_color(text) == pytest.approx(color)


@pytest.mark.parametrize(
    "text", ["", "bluish", "#12", "rgba(1, 2)", "rgba(300, 0, 0, 1)", "rgba(a, 0, 0, 1)", "rgb(1, 2, nan)"]
)
def test_other_texts_are_no_colours(text: str) -> None:
    with pytest.raises(ValueError, match="no colour"):
        parse_color(text)


def test_tint_multiplies_with_its_alpha_as_strength() -> None:
    grey = Material("grey", color=(0.5, 0.5, 0.5, 0.7))
    assert tinted(grey, "red").color == pytest.approx((0.5, 0, 0, 0.7))
    assert tinted(grey, "rgba(255, 0, 0, 0.2)").color == pytest.approx((0.5, 0.4, 0.4, 0.7))
    assert tinted(grey, "rgba(255, 0, 0, 0)").color == grey.color


PRESET = """\
main:
- {material: Oak, height: 0.75}
- {material: [Oak, {tint: red}], height: 1.25, z: 0.75, solid: false}
- {tile: [{model: Lab/lamp, orientation: 1.5, y: 0.1, z: 1}], every: 5, width: 3}
- {fill: [{model: lamp, at: 25%}], start: 1, end: -0.0}
"""


def test_wall_preset_is_a_stack_told_apart_by_keys(tmp_path: Path) -> None:
    preset = put(tmp_path, "Common/Wall/ward", "ward.yaml", PRESET).wall(WallIdentifier("ward"))
    low, high, tile, fill = preset.items
    assert low != high
    assert isinstance(tile, WallTileItem)
    assert isinstance(fill, WallFillItem)
    assert (tile.every, tile.width) == (5.0, 3.0)
    (lamp,) = fill.items
    assert isinstance(lamp, WallModelItem)
    assert lamp.at == WallPosition(fraction=0.25)
    assert (fill.start, fill.end) == (WallPosition(1.0), WallPosition(from_end=True))


@pytest.mark.parametrize(
    "text", ["main: [{height: 2}]", "main: [{material: a, model: b}]", "mian: []", "main: 3", "main: ["]
)
def test_broken_preset_is_a_plain_wall_and_its_problems_are_kept(tmp_path: Path, text: str) -> None:
    catalogue = put(tmp_path, "Common/Wall/ward", "ward.yaml", text)
    assert catalogue.wall(WallIdentifier("ward")) == PLAIN_WALL
    assert catalogue.wall(WallIdentifier("ward")) == PLAIN_WALL
    assert len(catalogue.problems) >= 1


def test_scanner_of_too_many_beams_is_an_error(tmp_path: Path) -> None:
    text = (shipped("assets") / "Common" / "Robot" / "jackal" / "caps.yaml").read_text(encoding="utf-8")
    changed = re.sub(r"beams: \d+", "beams: 1000000", text)
    with pytest.raises(FileProblems, match="1000000 beams are too many"):
        put(tmp_path, "Common/Robot/jackal", "caps.yaml", changed).robot(RobotIdentifier("jackal"))
