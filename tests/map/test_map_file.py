"""Maps on disk: what is written, and what a reader by the rules of map servers makes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.geometry import Pose
from arena_simulation_setup.map.map_file import write_map
from arena_simulation_setup.map.occupancy import FREE, OccupancyImage
from arena_simulation_setup.map.read_map import read_map
from arena_simulation_setup.site import open_site

CELLS = np.array([[0, 0, 0, 0], [0, 255, 255, 0], [0, 255, 0, 0]], dtype=np.uint8)
CONTENT = {
    "image": "map.png",
    "resolution": 0.05,
    "origin": [1.0, -2.0, 0.0],
    "negate": 0,
    "occupied_thresh": 0.65,
    "free_thresh": 0.196,
}


def other_map(folder: Path, image: Image.Image | None, /, **changes: Any) -> Path:
    """A map that another program wrote."""
    content = {key: value for key, value in {**CONTENT, **changes}.items() if value is not None}
    path = folder / "map.yaml"
    path.write_text(yaml.safe_dump(content), encoding="utf-8")
    if image is not None:
        image.save(folder / "map.png")
    return path


def row_of(folder: Path, image: Image.Image, **changes: Any) -> list[int]:
    return [int(cell) for cell in read_map(other_map(folder, image, **changes)).value.cells[0]]


def gray(*values: int) -> Image.Image:
    return Image.fromarray(np.array([values], dtype=np.uint8))


def messages(path: Path) -> str:
    with pytest.raises(FileProblems) as caught:
        read_map(path)
    assert len(caught.value.problems) == 1, caught.value
    assert caught.value.problems[0].file == str(path)
    return str(caught.value)


def test_written_map_reads_back_to_the_same_cells(tmp_path: Path) -> None:
    write_map(OccupancyImage(CELLS, (0.5, -1.25), 0.1), tmp_path)
    loaded = read_map(tmp_path / "map.yaml")
    assert loaded.warnings == ()
    assert np.array_equal(loaded.value.cells, np.where(CELLS == FREE, 0, 100)[::-1])
    assert loaded.value.origin == Pose(0.5, -1.25)
    assert loaded.value.resolution == 0.1
    assert loaded.value.origins == {}


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 12), st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_every_binary_map_reads_back_to_the_same_cells(
    tmp_path_factory: pytest.TempPathFactory, rows: int, columns: int, seed: int
) -> None:
    folder = tmp_path_factory.mktemp("map")
    cells: NDArray[np.uint8] = np.random.default_rng(seed).choice(np.array([0, 255], dtype=np.uint8), (rows, columns))
    write_map(OccupancyImage(cells, (0.1 + 0.2, 1e-12), 0.05), folder)
    assert np.array_equal(read_map(folder / "map.yaml").value.cells, np.where(cells == FREE, 0, 100)[::-1])


def test_written_keys_are_those_of_map_servers(tmp_path: Path) -> None:
    write_map(OccupancyImage(CELLS, (0.1 + 0.2, -0.25), 0.05), tmp_path)
    assert yaml.safe_load((tmp_path / "map.yaml").read_text()) == {
        "image": "map.png",
        "resolution": 0.05,
        "origin": [0.3, -0.25, 0.0],
        "negate": 0,
        "occupied_thresh": 0.65,
        "free_thresh": 0.196,
        "mode": "trinary",
    }
    with Image.open(tmp_path / "map.png") as image:
        assert image.mode == "L"
        assert set(image.tobytes()) == {0, 255}


def test_map_of_several_levels_says_where_each_of_them_lies(tmp_path: Path) -> None:
    write_map(OccupancyImage(CELLS, (0.0, 0.0), 0.05), tmp_path, {"007": (0.0, 0.0), "on": (0.0, -17.5)})
    assert read_map(tmp_path / "map.yaml").value.origins == {"007": (0.0, 0.0), "on": (0.0, -17.5)}


def test_trinary_compares_strictly_and_leaves_the_middle_unknown(tmp_path: Path) -> None:
    assert row_of(tmp_path, gray(0, 89, 90, 204, 205, 206, 255)) == [100, 100, -1, -1, -1, 0, 0]
    assert row_of(tmp_path, gray(205), free_thresh=0.25) == [0]
    assert row_of(tmp_path, gray(102, 153), occupied_thresh=0.6, free_thresh=0.4) == [-1, -1]


def test_negate_takes_white_for_occupied(tmp_path: Path) -> None:
    assert row_of(tmp_path, gray(0, 128, 255), negate=1) == [0, -1, 100]
    assert row_of(tmp_path, gray(0, 128, 255), negate=True) == [0, -1, 100]


def test_scale_spreads_the_middle_from_0_to_100(tmp_path: Path) -> None:
    thresholds = {"occupied_thresh": 0.8, "free_thresh": 0.2}
    assert row_of(tmp_path, gray(0, 51, 102, 153, 204, 255), mode="scale", **thresholds) == [100, 100, 67, 33, 0, 0]


def test_raw_takes_levels_up_to_100_and_leaves_the_others_unknown(tmp_path: Path) -> None:
    assert row_of(tmp_path, gray(0, 42, 100, 101, 255), mode="raw", negate=1) == [0, 42, 100, -1, -1]


def test_transparency_counts_as_black_in_trinary_and_as_unknown_in_scale(tmp_path: Path) -> None:
    pixels = [(255, 255, 255, 255), (255, 255, 255, 0), (0, 0, 0, 255), (0, 0, 0, 0)]
    image = Image.new("RGBA", (4, 1))
    image.putdata(pixels)
    assert row_of(tmp_path, image) == [0, -1, 100, 100]
    assert row_of(tmp_path, image, mode="scale") == [0, -1, 100, -1]


def test_palette_and_16_bits_give_the_same_cells_as_plain_gray(tmp_path: Path) -> None:
    plain = row_of(tmp_path, gray(0, 128, 255))
    assert row_of(tmp_path, gray(0, 128, 255).convert("P")) == plain
    assert row_of(tmp_path, Image.fromarray(np.array([[0, 128 * 257, 65535]], dtype=np.uint16))) == plain


@pytest.mark.parametrize(
    ("image", "value"),
    [
        (gray(0, 255).convert("RGBA"), "RGBA"),
        (gray(0, 255).convert("P"), "palette"),
        (Image.fromarray(np.array([[0, 65535]], dtype=np.uint16)), "16-bit"),
    ],
)
def test_unusual_image_is_a_warning_with_file_key_and_value(tmp_path: Path, image: Image.Image, value: str) -> None:
    path = other_map(tmp_path, image)
    (warning,) = read_map(path).warnings
    assert (warning.file, warning.path) == (str(path), "image")
    assert value in warning.text
    assert warning.line > 0


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"resolution": "5 cm"}, 'resolution: found "5 cm"|resolution: found 5 cm'),
        ({"resolution": float("nan")}, "resolution: found .nan (expected a finite number > 0)"),
        ({"resolution": -0.05}, "resolution: -0.05 is out of range"),
        ({"resolution": None}, "'resolution' is missing"),
        ({"origin": [0.0, 0.0]}, "origin: found a list of 2 (expected [x, y, yaw]"),
        ({"origin": [0.0, float("inf"), 0.0]}, "origin[1]: found .inf"),
        ({"negate": 2}, "negate: unknown word '2' (expected one of 0, 1, false, true"),
        ({"mode": "trinery"}, "mode: unknown word 'trinery' (expected one of trinary, scale, raw; did you mean"),
        ({"occupied_thresh": 65}, "occupied_thresh: 65 is out of range"),
        ({"free_thresh": 0.7}, "free_thresh: 0.7 is out of range (expected below occupied_thresh 0.65)"),
        ({"image": "nope.png"}, "image: there is no image"),
        (
            {"free_thresh": None, "free_tresh": 0.1},
            "free_tresh: unknown key 'free_tresh' (did you mean 'free_thresh'?)",
        ),
    ],
)
def test_error_in_the_yaml_names_file_key_and_value(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    found = messages(other_map(tmp_path, gray(0, 255), **changes))
    assert any(text in found for text in said.split("|")), found


def test_image_that_is_none_is_one_error_with_its_size(tmp_path: Path) -> None:
    path = other_map(tmp_path, None)
    (tmp_path / "map.png").write_bytes(b"")
    assert "image: " in messages(path)
    assert "map.png (0 bytes) is no image" in messages(path)


def test_image_cut_short_is_an_error(tmp_path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (64, 64)).astype(np.uint8)
    path = other_map(tmp_path, Image.fromarray(noise))
    whole = (tmp_path / "map.png").read_bytes()
    (tmp_path / "map.png").write_bytes(whole[: len(whole) // 2])
    assert "is no image" in messages(path)


def test_image_of_another_kind_is_an_error_that_names_it(tmp_path: Path) -> None:
    gray(0, 255).convert("CMYK").save(tmp_path / "map.tiff")
    assert "mode CMYK" in messages(other_map(tmp_path, None, image="map.tiff"))


def test_missing_file_is_no_surprise(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_map(tmp_path / "map.yaml")


@pytest.mark.parametrize("content", [b"", b"\x89PNG broken"])
def test_broken_map_beside_a_world_does_not_keep_it_from_being_used(tmp_path: Path, content: bytes) -> None:
    level = tmp_path / "hall" / "0"
    level.mkdir(parents=True)
    (level / "world.yaml").write_text("zones: [{name: hall, corners: [[0, 0], [4, 0], [4, 3], [0, 3]]}]")
    (level / "map.png").write_bytes(content)
    (level / "map.yaml").write_text("image: map.png\nresolution: 5 cm\norigin: [0, 0]\n")
    site = open_site(str(level.parent), {})
    assert site.warnings == ()
    assert (site.plan.cells == FREE).sum() > 60 * 80
