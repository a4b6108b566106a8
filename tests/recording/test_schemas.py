"""The shipped schemas are those of the interface packages, so that every reader sees one definition."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena_simulation_setup.recording.channels import CHANNELS, FRAME, Channel, check_schema, definition, schema_text
from arena_simulation_setup.recording.error import RecordingError

PARTS = {
    "Frame": ("Frame",),
    "EpisodeStart": ("EpisodeStart",),
    "Order": ("Order",),
    "EpisodeStatus": ("EpisodeStatus",),
    "Verdicts": ("Verdicts", "Verdict", "PhaseOutcome"),
}
SEPARATOR = "=" * 80 + "\nMSG: arena_interfaces/"


@pytest.mark.parametrize("name", PARTS)
def test_schemas_of_our_types_are_the_files_of_the_interface_package(repository: Path, name: str) -> None:
    folder = repository / "arena_interfaces" / "msg"
    first, *rest = ((part, (folder / f"{part}.msg").read_text()) for part in PARTS[name])
    expected = first[1] + "".join(f"{SEPARATOR}{part}\n{text}" for part, text in rest)
    assert schema_text(f"arena_interfaces/msg/{name}") == expected


@pytest.mark.parametrize("channel", CHANNELS, ids=lambda channel: channel.topic)
def test_every_recorded_type_has_a_schema_with_all_that_it_refers_to(channel: Channel) -> None:
    from mcap_ros2._dynamic import generate_dynamic

    assert channel.type_name in generate_dynamic(channel.type_name, schema_text(channel.type_name))


def test_comments_do_not_matter_to_a_definition_and_fields_do() -> None:
    text = schema_text(FRAME.type_name)
    check_schema(FRAME, FRAME.type_name, "ros2msg", ("# another comment\n" + text).encode())
    with pytest.raises(RecordingError, match="another definition"):
        check_schema(FRAME, FRAME.type_name, "ros2msg", text.replace("float64[] people", "float32[] people").encode())
    assert definition("a  b # c\n\n# d\n") == ("a b",)
