"""Bags that are damaged, empty or something else: one clear sentence each, or what is left of them."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from foreign_bag import ODOMETRY, STANDARD, STORAGES, odometry, stamp_ns, straight, times, typestore, write_bag
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcap.writer import CompressionType, Writer
from rosbags.rosbag2 import CompressionMode

from arena_evaluation.foreign.bag import Bag
from arena_evaluation.foreign.error import ForeignError
from arena_evaluation.foreign.findings import understood
from arena_evaluation.foreign.options import ImportOptions
from arena_evaluation.foreign.storage import Storage
from arena_simulation_setup.recording.reader import open_recording

Run = Callable[..., dict[str, Any]]
MCAP, SQLITE3 = STORAGES
DEFINITION, _ = STANDARD.generate_msgdef(ODOMETRY, ros_version=2)


@pytest.fixture
def bag(tmp_path: Path) -> Path:
    return write_bag(tmp_path / "bag", odometry(straight(0.5), times(4, 20)))


def test_storage_files_are_read_without_their_folder(tmp_path: Path, bag: Path, run_import: Run) -> None:
    shutil.copy(bag / "bag.mcap", tmp_path / "alone.mcap")
    write_bag(tmp_path / "other", odometry(straight(0.5), times(4, 20)), SQLITE3)
    shutil.copy(tmp_path / "other" / "other.db3", tmp_path / "alone.db3")
    for name in ("alone.mcap", "alone.db3"):
        assert run_import(tmp_path / name)["frames"] == 121


def chunked(path: Path, compression: CompressionType, seconds: float = 4.0) -> Path:
    """Odometry in MCAP with a chunk for each few messages, as recorders of robots write it."""
    with path.open("wb") as stream:
        writer = Writer(stream, chunk_size=8_000, compression=compression)
        writer.start(profile="ros2")
        schema = writer.register_schema(ODOMETRY, "ros2msg", DEFINITION.encode())
        channel = writer.register_channel("/odom", "cdr", schema, {"offered_qos_profiles": ""})
        for _, kind, received_ns, value in odometry(straight(0.5), times(seconds, 20)):
            content = bytes(STANDARD.serialize_cdr(value, kind))
            writer.add_message(channel, received_ns, content, received_ns)
        writer.finish()
    return path


@pytest.mark.parametrize(
    ("storage", "mode"),
    [(SQLITE3, CompressionMode.FILE), (SQLITE3, CompressionMode.MESSAGE), (MCAP, CompressionMode.STORAGE)],
)
def test_any_compression_of_a_bag_is_read(tmp_path: Path, run_import: Run, storage: Any, mode: CompressionMode) -> None:
    folder = write_bag(tmp_path / "bag", odometry(straight(0.5), times(4, 20)), storage, compression=mode)
    assert run_import(folder)["frames"] == 121


@pytest.mark.parametrize("storage", STORAGES)
def test_a_bag_of_several_files_is_one_recording(tmp_path: Path, run_import: Run, storage: Any) -> None:
    messages = list(odometry(straight(0.5), times(4, 20)))
    folder = write_bag(tmp_path / "first", messages[:40], storage)
    rest = write_bag(tmp_path / "rest", messages[40:], storage)
    second = next(entry for entry in rest.iterdir() if entry.suffix in (".mcap", ".db3"))
    shutil.copy(second, folder)
    path = folder / "metadata.yaml"
    fields = yaml.safe_load(path.read_text(encoding="utf-8"))
    fields["rosbag2_bagfile_information"]["relative_file_paths"].append(second.name)
    path.write_text(yaml.safe_dump(fields), encoding="utf-8")
    assert run_import(folder)["frames"] == 121


@pytest.mark.parametrize("compression", list(CompressionType))
def test_any_compression_of_mcap_is_read(tmp_path: Path, run_import: Run, compression: CompressionType) -> None:
    assert run_import(chunked(tmp_path / "run.mcap", compression))["frames"] == 121


def test_a_recording_that_was_cut_is_read_up_to_its_last_whole_part_and_that_is_told(
    tmp_path: Path, run_import: Run
) -> None:
    content = chunked(tmp_path / "run.mcap", CompressionType.ZSTD).read_bytes()
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(content[: len(content) // 2])
    said = run_import(cut)
    assert "the file was cut: everything up to its last whole part is read" in said["notes"]
    assert 10 < said["frames"] < 121
    last = list(open_recording(Path(said["recording"])).frames())[-1]
    assert last.robots[0, 0] == pytest.approx(1.0 + 0.5 * last.time_ns / 1e9)


def test_a_cut_before_the_first_message_leaves_nothing(tmp_path: Path, run_import: Run) -> None:
    content = chunked(tmp_path / "run.mcap", CompressionType.ZSTD).read_bytes()
    cut = tmp_path / "cut.mcap"
    cut.write_bytes(content[:200])
    assert run_import(cut, code=1)["error"] == f"arena: {cut} holds no messages\n"


def test_a_cut_database_is_refused(tmp_path: Path, run_import: Run) -> None:
    folder = write_bag(tmp_path / "bag", odometry(straight(0.5), times(20, 50)), SQLITE3)
    file = folder / "bag.db3"
    file.write_bytes(file.read_bytes()[:60_000])
    error = run_import(folder, code=1)["error"]
    assert error.startswith(f"arena: {folder} can not be read: ")
    assert error.count("\n") == 1


def test_files_that_are_no_recordings_are_refused_by_name(tmp_path: Path, run_import: Run) -> None:
    contents = {
        "empty.mcap": b"",
        "noise.mcap": b"noise" * 100,
        "noise.db3": b"noise" * 100,
        "text.txt": b"hello",
        "old.bag": b"#ROSBAG V2.0",
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
        error = run_import(tmp_path / name, code=1)["error"]
        assert error.startswith(f"arena: {tmp_path / name} ")
        assert error.count("\n") == 1
    assert run_import(tmp_path / "nowhere", code=1)["error"] == f"arena: there is no {tmp_path / 'nowhere'}\n"
    sqlite3.connect(tmp_path / "tables.db3").execute("CREATE TABLE other (x INTEGER)").connection.commit()
    assert "can not be read" in run_import(tmp_path / "tables.db3", code=1)["error"]


def test_a_folder_without_its_description_says_which_file_to_name(tmp_path: Path, bag: Path, run_import: Run) -> None:
    (bag / "metadata.yaml").unlink()
    hint = f"{bag} is no rosbag2 folder: it has no metadata.yaml; name its file {bag / 'bag.mcap'} instead"
    assert run_import(bag, code=1)["error"] == f"arena: {hint}\n"
    assert run_import(bag / "bag.mcap")["frames"] == 121
    (tmp_path / "bare").mkdir()
    assert "it has no metadata.yaml; and no file" in run_import(tmp_path / "bare", code=1)["error"]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"relative_file_paths": ["gone.mcap"]}, "gone.mcap"),
        ({"storage_identifier": "paper"}, "Storage plugin 'paper' not supported"),
        ({"version": 99}, "version 99"),
        ({"topics_with_message_count": None}, ""),
    ],
)
def test_a_description_that_is_wrong_is_refused(
    bag: Path, run_import: Run, change: dict[str, Any], complaint: str
) -> None:
    path = bag / "metadata.yaml"
    fields = yaml.safe_load(path.read_text(encoding="utf-8"))
    fields["rosbag2_bagfile_information"].update(change)
    path.write_text(yaml.safe_dump(fields), encoding="utf-8")
    error = run_import(bag, code=1)["error"]
    assert error.startswith(f"arena: {bag} can not be read: ")
    assert complaint in error
    path.write_text("{", encoding="utf-8")
    assert run_import(bag, code=1)["error"].startswith(f"arena: {bag} can not be read: ")


def test_a_bag_without_messages_is_refused(tmp_path: Path, run_import: Run) -> None:
    for storage in STORAGES:
        folder = write_bag(tmp_path / storage.name, [], storage)
        assert run_import(folder, code=1)["error"] == f"arena: {folder} holds no messages\n"


def test_a_type_that_nothing_defines_is_told_and_refused_only_where_it_is_wanted(
    tmp_path: Path, run_import: Run
) -> None:
    store = typestore(lab_msgs__Crowd="std_msgs/Header header\ngeometry_msgs/Pose[] people\n")
    crowd = store.types["lab_msgs/msg/Crowd"]
    stamped = next(odometry(straight(), [0.0]))[3].header
    extra = ("/crowd", "lab_msgs/msg/Crowd", stamp_ns(0.5), crowd(stamped, []))
    folder = write_bag(tmp_path / "bag", [*odometry(straight(), times(1, 20)), extra], SQLITE3, store)
    with sqlite3.connect(folder / "bag.db3") as database:
        database.execute("DELETE FROM message_definitions")
    said = run_import(folder)
    problem = "nothing defines its type lab_msgs/msg/Crowd"
    assert f"topic /crowd can not be used: {problem}" in said["notes"]
    assert said["frames"] == 31
    assert run_import(folder, "--people", "/crowd", code=1)["error"] == f"arena: {folder}, topic /crowd: {problem}\n"


def test_a_definition_that_refers_to_nothing_is_told(tmp_path: Path, run_import: Run) -> None:
    path = tmp_path / "run.mcap"
    with path.open("wb") as stream:
        writer = Writer(stream)
        writer.start(profile="ros2")
        for topic, kind, text in (
            ("/odd", "lab_msgs/msg/Odd", "lab_msgs/Unknown[] things"),
            ("/bad", "lab_msgs/msg/Bad", "float64 ]x["),
            ("/twice", "lab_msgs/msg/Twice", "float64 x\nfloat64 x"),
        ):
            schema = writer.register_schema(kind, "ros2msg", text.encode())
            writer.add_message(writer.register_channel(topic, "cdr", schema), 1, b"\0\1\0\0", 1)
        schema = writer.register_schema(ODOMETRY, "ros2msg", DEFINITION.encode())
        channel = writer.register_channel("/odom", "cdr", schema)
        for _, kind, received_ns, value in odometry(straight(), times(1, 20)):
            writer.add_message(channel, received_ns, bytes(STANDARD.serialize_cdr(value, kind)), received_ns)
        writer.finish()
    notes = run_import(path)["notes"]
    assert "topic /odd can not be used: nothing defines lab_msgs/msg/Unknown, which lab_msgs/msg/Odd refers to" in notes
    assert any(note.startswith("topic /twice can not be used: nothing can be made of the definition") for note in notes)
    assert any(note.startswith("topic /bad can not be used: the definition of lab_msgs/msg/Bad") for note in notes)


def test_messages_in_another_encoding_are_told(tmp_path: Path, run_import: Run) -> None:
    path = tmp_path / "run.mcap"
    with path.open("wb") as stream:
        writer = Writer(stream)
        writer.start(profile="ros2")
        schema = writer.register_schema("Odometry", "jsonschema", b"{}")
        writer.add_message(writer.register_channel("/odom", "json", schema), 1, b"{}", 1)
        writer.finish()
    error = run_import(path, code=1)["error"]
    assert error.startswith(f"arena: {path}")
    assert error.count("\n") == 1


def test_a_message_that_is_not_what_its_type_says_is_refused_with_its_place(tmp_path: Path, run_import: Run) -> None:
    path = tmp_path / "run.mcap"
    with path.open("wb") as stream:
        writer = Writer(stream)
        writer.start(profile="ros2")
        schema = writer.register_schema(ODOMETRY, "ros2msg", DEFINITION.encode())
        channel = writer.register_channel("/odom", "cdr", schema)
        for number, (_, kind, received_ns, value) in enumerate(odometry(straight(), times(1, 20))):
            content = bytes(STANDARD.serialize_cdr(value, kind))
            writer.add_message(channel, received_ns, content[:40] if number == 5 else content, received_ns)
        writer.finish()
    assert f"arena: {path}, topic /odom, message 6: the bytes are no {ODOMETRY}" in run_import(path, code=1)["error"]


@pytest.mark.parametrize("storage", STORAGES)
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(data=st.data())
def test_no_damage_raises_anything_but_the_one_error(tmp_path: Path, storage: Any, data: st.DataObject) -> None:
    folder = tmp_path / "whole"
    if not folder.exists():
        write_bag(folder, odometry(straight(0.5), times(1, 20)), storage)
    file = next(entry for entry in folder.iterdir() if entry.suffix in (".mcap", ".db3"))
    content = bytearray(file.read_bytes())
    for place in data.draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=6)):
        content[place] = data.draw(st.integers(0, 255))
    damaged = tmp_path / f"damaged{file.suffix}"
    damaged.write_bytes(content[: data.draw(st.integers(1, len(content)))])
    try:
        with Storage(damaged) as open_storage:
            understood(Bag(open_storage), ImportOptions())
    except ForeignError as error:
        assert str(damaged) in str(error)  # noqa: PT017


def test_without_rosbags_one_sentence_says_what_to_install(bag: Path, repository: Path, clinic: Path) -> None:
    program = (
        "import sys; sys.modules['rosbags'] = None; sys.modules['rosbags.rosbag2'] = None\n"
        "from arena_cli.main import main\n"
        f"sys.exit(main(['evaluation', 'import', {str(bag)!r}, 'world:={clinic}', '--list']))"
    )
    found = subprocess.run([sys.executable, "-c", program], cwd=repository, capture_output=True, text=True, timeout=60)
    assert found.returncode == 1
    assert found.stderr.strip() == (
        "arena: importing needs rosbags, which is not installed: pip install 'arena_simulation_setup[evaluate]'"
    )


def test_importing_loads_neither_simulator_nor_ros(bag: Path, repository: Path, clinic: Path, tmp_path: Path) -> None:
    program = (
        "import sys; sys.modules['mujoco'] = None; sys.modules['rclpy'] = None\n"
        "from arena_cli.main import main\n"
        f"sys.exit(main(['evaluation', 'import', {str(bag)!r}, 'world:={clinic}', '-o', {str(tmp_path / 'o')!r}]))"
    )
    found = subprocess.run([sys.executable, "-c", program], cwd=repository, capture_output=True, text=True, timeout=60)
    assert found.returncode == 0, found.stderr
