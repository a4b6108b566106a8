"""The sound catalog: levels at 1 m of what is heard in buildings, and every sound that a shipped world names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from floor_plan import SETUP, read_yaml

from arena_cli.main import main
from arena_simulation_setup.check.lint import lint
from arena_simulation_setup.files.problem import FileProblems
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.models.sound_model import LOUDEST, SOUND_CATEGORIES, SoundModel
from arena_simulation_setup.tree.identifiers import SoundIdentifier
from arena_simulation_setup.tree.views import MultiLevelWorldView

LEVELS_DB = {
    "fire_alarm": 100, "monitor_alarm": 65, "phone": 70, "lift_gong": 58, "speech": 60, "speech_raised": 66,
    "child": 75, "trolley": 70, "door_slider": 52, "vacuum": 72, "hand_dryer": 82, "printer": 60, "dishwasher": 52,
    "vending_machine": 50, "television": 60,
}  # fmt: skip
"""Usual A-weighted levels at 1 m."""
USED_ELSEWHERE = ("alarm_loop", "radio_loop")
ROOM = """\
zones:
- name: room
  corners: [[0, 0], [6, 0], [6, 5], [0, 5]]
  sounds: [{name: siren, asset_id: %s, position: [1, 1, 2], semantics: [{preset: sound, params: {sounding: true}}]}]
"""
SOUNDS = AssetCatalogue([SETUP / "assets"]).names("Sound")


def catalogued(name: str) -> SoundModel:
    return AssetCatalogue([SETUP / "assets"]).sound(SoundIdentifier.parse(name))


def put(root: Path, text: str) -> AssetCatalogue:
    folder = root / "Lab" / "Sound" / "hum"
    folder.mkdir(parents=True)
    (folder / "annotation.yaml").write_text(text)
    return AssetCatalogue([root])


@pytest.mark.parametrize("name", SOUNDS)
def test_sound_says_what_it_is_and_how_loud(name: str) -> None:
    sound = catalogued(name)
    assert read_yaml("assets", "Common", "Sound", name, "annotation.yaml")["name"] == sound.name == name
    assert sound.description.endswith(".")
    assert 30.0 <= sound.level_db <= LOUDEST
    assert sound.loop != (sound.duration is not None)
    assert not sound.placeholder


def test_catalog_covers_every_category() -> None:
    assert len(SOUNDS) >= 15
    assert {catalogued(name).category for name in SOUNDS} == set(SOUND_CATEGORIES)


@pytest.mark.parametrize(("name", "level"), LEVELS_DB.items())
def test_level_is_the_usual_one(name: str, level: float) -> None:
    assert catalogued(name).level_db == level


def test_alarms_are_louder_than_anything_else_but_those_at_a_bed() -> None:
    alarms = [catalogued(name) for name in ("fire_alarm", "alarm_loop")]
    others = [catalogued(name) for name in SOUNDS if catalogued(name).category != "alarm"]
    assert min(alarm.level_db for alarm in alarms) > max(other.level_db for other in others)


def test_every_sound_that_a_shipped_world_or_scenario_names_exists() -> None:
    named = set(USED_ELSEWHERE)
    for directory in sorted((SETUP / "worlds").iterdir()):
        view = MultiLevelWorldView(directory)
        for level in view.load().levels.values():
            named |= {sound.asset_id for zone in level.zones for sound in zone.sounds}
        for scenario in view.scenario_names():
            named |= {sound.asset_id for sound in view.scenario(scenario).resolve_sync().load().sounds}
    assert "fire_alarm" in named
    assert named <= set(SOUNDS)


def test_asset_list_shows_the_sounds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["asset", "ls", "sound", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["name"] for row in rows if row["path"] == str(SETUP / "assets" / "Common" / "Sound" / row["name"])] == [
        *SOUNDS
    ]


@pytest.mark.parametrize(("asset", "codes"), [("alarm_loop", []), ("alarm_lop", ["asset.missing"])])
def test_linter_knows_the_catalog(tmp_path: Path, asset: str, codes: list[str]) -> None:
    (tmp_path / "0").mkdir()
    (tmp_path / "0" / "world.yaml").write_text(ROOM % asset)
    view = MultiLevelWorldView(tmp_path)
    missing = [problem for problem in lint(view, view.catalogue()) if problem.code.startswith("asset.")]
    assert [problem.code for problem in missing] == codes
    assert all(problem.suggestion == "alarm_loop" and problem.line == 4 for problem in missing)


def test_sound_of_another_domain_is_read_from_its_folder(tmp_path: Path) -> None:
    sound = put(tmp_path, "category: machine\nlevel_db: 41.5\n").sound(SoundIdentifier.parse("Lab/hum"))
    assert sound == SoundModel("Lab/hum", "", "machine", 41.5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("level_db: 40\n", "category"),
        ("category: machine\n", "level_db"),
        ("category: machinery\nlevel_db: 40\n", "did you mean 'machine'?"),
        ("category: alarm\nlevel_db: 121\n", "<= 120"),
        ("category: alarm\nlevel_db: 90\nduration: 0\n", "> 0"),
    ],
)
def test_wrong_annotation_is_an_error(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(FileProblems) as raised:
        put(tmp_path, text).sound(SoundIdentifier.parse("Lab/hum"))
    assert message in str(raised.value)


def test_speech_stands_for_an_unknown_sound() -> None:
    catalogue = AssetCatalogue([SETUP / "assets"])
    sound = catalogue.sound(SoundIdentifier("jingle"))
    assert (sound.placeholder, sound.level_db) == (True, catalogued("speech").level_db)
    assert catalogue.missing == ["Common/Sound/jingle"]
