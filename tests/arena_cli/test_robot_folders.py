"""Robots of one's own by path, and what is said about those without a capability file."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from arena_cli.argument import UsageError
from arena_cli.main import main
from arena_cli.robot_words import located, located_words
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.tree.identifiers import RobotIdentifier
from arena_simulation_setup.tree.search_paths import shipped

CARRIER = """
<mujoco model="carrier">
  <worldbody>
    <body name="base_link">
      <freejoint/>
      <geom type="box" size="0.3 0.2 0.1" pos="0 0 0.15" mass="20"/>
      <geom type="cylinder" size="0.05 0.25" pos="0.1 0 0.5" mass="1"/>
    </body>
  </worldbody>
</mujoco>
"""
RUN = ["run", "world:=map_empty", "seed:=1", "record.auto:=false", "--quiet"]


@pytest.fixture
def carrier(tmp_path: Path) -> Path:
    folder = tmp_path / "carrier"
    folder.mkdir()
    (folder / "carrier.xml").write_text(CARRIER, encoding="utf-8")
    return folder


def refusal(word: str) -> str:
    with pytest.raises(UsageError) as caught:
        located([word])
    return str(caught.value)


@pytest.mark.parametrize("file", ["", "carrier.xml"])
def test_a_bare_mjcf_is_answered_with_the_capability_file_to_write(carrier: Path, file: str) -> None:
    answer = refusal(str(carrier / file))
    assert f"Write this as caps.yaml into {carrier}" in answer
    proposed = yaml.safe_load(answer.partition("\n\n")[2])
    assert proposed["radius"] == pytest.approx(0.361, abs=1e-3)
    assert proposed["height"] == pytest.approx(0.75)
    assert proposed["mass"] == pytest.approx(21.0)


def test_the_proposed_file_makes_a_robot_that_runs(carrier: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (carrier / "caps.yaml").write_text(refusal(str(carrier)).partition("\n\n")[2], encoding="utf-8")
    assert main([*RUN, f"robot:={carrier}[2],turtlebot"]) == 0
    shown = capsys.readouterr().out
    assert "SUCCESS" in shown
    assert all(name in shown for name in ("carrier_0", "carrier_1", "turtlebot_0"))


def test_a_recording_of_a_robot_that_is_gone_is_refused_in_a_sentence(
    carrier: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (carrier / "caps.yaml").write_text(refusal(str(carrier)).partition("\n\n")[2], encoding="utf-8")
    words = ("run", "world:=map_empty", "seed:=1", "picture:=false", f"record.dir:={tmp_path / 'r'}", "--quiet")
    assert main([*words, f"robot:={carrier}", "timeout:=1"]) in {0, 1}
    (recording,) = (tmp_path / "r").rglob("*.mcap")
    shutil.rmtree(carrier)
    capsys.readouterr()
    assert main(["run", f"recording:={recording}"]) == 2
    assert "carrier" in capsys.readouterr().err


def test_a_bare_mjcf_in_a_strange_folder_is_told_to_move(carrier: Path) -> None:
    moved = carrier.rename(carrier.parent / "downloads")
    assert "in a folder carrier/ of its own, beside carrier.xml" in refusal(str(moved / "carrier.xml"))


def test_what_is_no_robot_is_told(tmp_path: Path) -> None:
    assert "there is no" in refusal(str(tmp_path / "gone"))
    assert "has neither a caps.yaml nor a" in refusal(str(tmp_path))
    (tmp_path / "bad.xml").write_text("<mujoco><worldbody/></mujoco>", encoding="utf-8")
    assert "draws nothing" in refusal(str(tmp_path / "bad.xml"))
    (tmp_path / "worse.xml").write_text("<mujoco", encoding="utf-8")
    assert "MuJoCo refuses" in refusal(str(tmp_path / "worse.xml"))


def test_paths_become_absolute_and_names_stay(carrier: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (carrier / "caps.yaml").write_text("", encoding="utf-8")
    monkeypatch.chdir(carrier.parent)
    assert located(["jackal", "./carrier"]) == ("jackal", str(carrier))
    assert located_words("jackal[2]") == "jackal[2]"
    assert located_words("jackal,./carrier[2]") == f"jackal,{carrier},{carrier}"


def test_a_copy_of_a_shipped_robot_is_the_same_robot(tmp_path: Path) -> None:
    assets = shipped("assets")
    copied = tmp_path / "ridgeback"
    shutil.copytree(assets / "Common" / "Robot" / "ridgeback", copied)
    catalogue = AssetCatalogue([assets])
    own = catalogue.robot(RobotIdentifier.parse(str(copied)))
    known = catalogue.robot(RobotIdentifier.parse("ridgeback"))
    assert (own.name, own.arms, own.lidars) == (str(copied), known.arms, known.lidars)
    assert own.mjcf == str(copied / "ridgeback.xml")
