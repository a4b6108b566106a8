from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from chat_server import ChatServer, Reply, chat_server, raw, says, silent
from generated_site import level, rooms, site_of

from arena_simulation_setup.site import Site
from task_generator.generator import EpisodeRequest, Generated, GenerationError, generate
from task_generator.tasks.obstacles.prompt import PROMPT, prompt_utils, register_prompt
from task_generator.tasks.obstacles.prompt.prompt_utils.context_bt import TREE_RULES

BIN = {"name": "bin_1", "model": "bin", "pose": [2.0, 2.0, 0.0]}
CHAIR = {"name": "chair", "model": "visitor_chair", "pose": "room_1"}
NURSE = {"name": "anna", "model": "nurse", "pose": "room_0", "waypoints": ["room_0", [3.0, 3.0]]}
TREE = '<root BTCPP_format="4"><BehaviorTree ID="a"><RegularNav/></BehaviorTree></root>'


def furnished(*static: dict[str, Any], dynamic: tuple[dict[str, Any], ...] = ()) -> str:
    return json.dumps({"static": list(static), "dynamic": list(dynamic)})


GOOD = furnished(BIN, CHAIR, dynamic=(NURSE,))


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return rooms(tmp_path, (5.0, 5.0), (5.0, 5.0))


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none needed")
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)


def asked(site: Site, monkeypatch: pytest.MonkeyPatch, *replies: Reply, **leaves: Any) -> tuple[Generated, ChatServer]:
    """An episode of a world, made with an endpoint that gives some replies."""
    values = {"prompt": "a tidy ward", "model": "small", "retries": 0, **leaves}
    parameters = {f"task.prompt.{leaf}": value for leaf, value in values.items()}
    with chat_server(*replies) as chat:
        monkeypatch.setenv("OPENAI_BASE_URL", chat.url)
        request = EpisodeRequest(1, 7, "prompt", fleet=("jackal",), parameters=parameters)
        try:
            return generate(site, request), chat
        finally:
            asked.chat = chat  # type: ignore[attr-defined]


def failure(site: Site, monkeypatch: pytest.MonkeyPatch, *replies: Reply, **leaves: Any) -> tuple[str, ChatServer]:
    with pytest.raises(GenerationError) as caught:
        asked(site, monkeypatch, *replies, **leaves)
    return str(caught.value), asked.chat  # type: ignore[attr-defined]


def test_the_answer_becomes_the_episode(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    made, chat = asked(site, monkeypatch, says(GOOD))
    assert [(entry.name, entry.model) for entry in made.episode.objects] == [
        ("bin_1", "bin"),
        ("chair", "visitor_chair"),
    ]
    assert made.episode.objects[1].pose.x > 5.0
    assert [person.name for person in made.episode.people] == ["anna"]
    assert made.warnings == ()
    assert len(chat.requests) == 1


def test_the_model_is_told_the_zones_the_schema_the_models_and_the_wish(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, chat = asked(site, monkeypatch, says(GOOD))
    (request,) = chat.requests
    system, user = request["messages"]
    assert user == {"role": "user", "content": "a tidy ward"}
    assert (request["model"], request["seed"], request["response_format"]) == ("small", 7, {"type": "json_object"})
    world = json.loads(system["content"].partition("The world:\n")[2])
    assert world["levels"]["0"]["zones"]["room_1"]["polygon"] == [[5.0, 0.0], [10.0, 0.0], [10.0, 5.0], [5.0, 5.0]]
    assert "room_0_door" in world["levels"]["0"]["doors"]
    assert "bin" in world["object_models"]
    assert "stair_flight" not in world["object_models"]
    assert "nurse" in world["people_models"]
    schema = json.loads(system["content"].partition("JSON Schema:\n")[2].partition("\n\nThe world:")[0])
    assert sorted(schema["properties"]) == ["dynamic", "static"]
    assert {"static", "person"} <= {*schema["$defs"]}


def test_a_fence_around_the_answer_is_taken_off(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    made, _ = asked(site, monkeypatch, says(f"Here it is:\n```json\n{GOOD}\n```\nEnjoy."))
    assert len(made.episode.objects) == 2


@pytest.mark.parametrize(
    ("bad", "told"),
    [
        ("{not json", "answer:2:1: this is not YAML"),
        (furnished({"name": "x", "model": "bin"}), "'pose' is missing"),
        (furnished({**BIN, "pose": "rom_1"}), "did you mean 'room_1'?"),
        (furnished({**BIN, "model": "throne"}), "bin_1 has the model 'throne', which is not in the list"),
        (furnished({**BIN, "level_id": "7"}), "has no level '7'"),
        (furnished(BIN, {**CHAIR, "name": "bin_1"}), "bin_1"),
        (furnished({**BIN, "name": "jackal_0"}), "the name 'jackal_0' is used twice"),
        (furnished(dynamic=({**NURSE, "waypoints": ["nowhere_1"]},)), "there is no zone"),
    ],
)
def test_an_answer_with_errors_is_repaired_once_with_the_report(
    site: Site, monkeypatch: pytest.MonkeyPatch, bad: str, told: str
) -> None:
    made, chat = asked(site, monkeypatch, says(bad), says(GOOD))
    assert len(made.episode.objects) == 2
    *_, answer, repair = chat.requests[1]["messages"]
    assert answer == {"role": "assistant", "content": bad}
    assert told in repair["content"]


def test_a_second_answer_with_errors_fails_the_reset_with_them(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    said, chat = failure(site, monkeypatch, says(furnished({**BIN, "model": "throne"})))
    assert said.startswith("mode prompt: the answer of small has errors after one repair too: bin_1 has the model")
    assert len(chat.requests) == 2


def test_objects_without_room_are_left_out_with_a_warning(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    in_wall, twin = {**BIN, "name": "stuck", "pose": [0.0, 2.0]}, {**BIN, "name": "twin"}
    made, _ = asked(site, monkeypatch, says(furnished(BIN, in_wall, twin)))
    assert [entry.name for entry in made.episode.objects] == ["bin_1"]
    assert made.warnings == (
        "stuck is left out: it would stand in a wall or a thing",
        "twin is left out: it would stand in a wall or a thing",
    )


def test_poses_belong_to_the_frame_of_their_level(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = site_of(tmp_path, {"0": level([(5.0, 5.0)]), "1": level([(5.0, 5.0)])})
    made, chat = asked(site, monkeypatch, says(furnished({**BIN, "level_id": "1"})))
    origin = site.world.origins["1"]
    assert origin != (0.0, 0.0)
    assert made.episode.objects[0].pose.xy == (2.0 + origin[0], 2.0 + origin[1])
    assert json.dumps([origin[0], origin[1]]) in chat.requests[0]["messages"][0]["content"]


def test_an_error_of_the_server_fails_the_reset_with_its_status(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    said, chat = failure(site, monkeypatch, raw('{"error": {"message": "out of order"}}', 500))
    assert f"mode prompt: small at {chat.url}/ answered with status 500" in said
    assert "out of order" in said
    assert len(chat.requests) == 1


def test_an_error_that_passes_is_tried_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    made, chat = asked(site, monkeypatch, raw("{}", 500), says(GOOD), retries=1)
    assert len(made.episode.objects) == 2
    assert len(chat.requests) == 2


def test_silence_fails_the_reset_after_the_timeout(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    release = threading.Event()
    try:
        said, _ = failure(site, monkeypatch, silent(release), timeout=0.3)
    finally:
        release.set()
    assert said.endswith("gave no answer within 0.3 s")


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (raw("{half a", 200), "answered with no JSON"),
        (raw("hello", 200, "text/plain"), "answered with no text"),
        (raw("{}", 200), "answered with no text"),
        (says(None), "answered with no text"),
    ],
)
def test_a_reply_that_is_no_completion_fails_the_reset(
    site: Site, monkeypatch: pytest.MonkeyPatch, reply: Reply, told: str
) -> None:
    said, _ = failure(site, monkeypatch, reply)
    assert told in said


def test_an_endpoint_that_is_not_there_fails_the_reset(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    with chat_server(says(GOOD)) as gone:
        pass
    monkeypatch.setenv("OPENAI_BASE_URL", gone.url)
    parameters = {"task.prompt.prompt": "x", "task.prompt.model": "small", "task.prompt.retries": 0}
    with pytest.raises(GenerationError, match=r"small at http://127\.0\.0\.1.* can not be reached"):
        generate(site, EpisodeRequest(1, 1, "prompt", parameters=parameters))


@pytest.mark.parametrize(
    ("leaves", "told"),
    [
        ({"prompt": " "}, "task.prompt.prompt is empty"),
        ({"model": ""}, "task.prompt.model is empty"),
        (
            {"generation_mode": "behavior_tree"},
            "backend arena has no 'behavior_tree' (expected one of arena, behavior)",
        ),
        ({"human": "nobody"}, "expected one of auto, arena, hunav"),
        ({"timeout": 0.0}, "expected a number from 0.01"),
    ],
)
def test_what_is_asked_for_wrongly_fails_before_anybody_is_asked(
    site: Site, monkeypatch: pytest.MonkeyPatch, leaves: dict[str, Any], told: str
) -> None:
    said, chat = failure(site, monkeypatch, says(GOOD), **leaves)
    assert told in said
    assert chat.requests == []


def test_without_a_key_the_client_says_what_is_missing(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    said, _ = failure(site, monkeypatch, says(GOOD))
    assert "OPENAI_API_KEY" in said


def test_without_the_client_the_extra_is_named(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    said, _ = failure(site, monkeypatch, says(GOOD))
    assert said == "mode prompt needs openai, which is not installed: pip install 'arena_simulation_setup[prompt]'"


def test_in_behavior_each_person_has_an_agent(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    with_agent = {**NURSE, "agent": {"agent_type": "elder"}}
    replies = says(furnished(dynamic=(NURSE,))), says(furnished(dynamic=(with_agent,)))
    made, chat = asked(site, monkeypatch, *replies, generation_mode="behavior")
    assert made.episode.people[0].agent["agent_type"] == "elder"
    assert "person anna has no agent" in chat.requests[1]["messages"][-1]["content"]
    assert "agent_type" in chat.requests[0]["messages"][0]["content"].partition("JSON Schema")[0]


@pytest.mark.parametrize(
    ("tree", "told"),
    [
        (None, "person anna has no agent.behavior_tree"),
        ("<root>", "the behavior_tree of anna is not XML"),
        ("<tree/>", "the behavior_tree of anna begins with <tree>, expected <root>"),
    ],
)
def test_with_hunav_each_person_has_a_behaviour_tree(
    site: Site, monkeypatch: pytest.MonkeyPatch, tree: str | None, told: str
) -> None:
    bad = {**NURSE, "agent": {"behavior_tree": tree}} if tree else NURSE
    good = {**NURSE, "agent": {"behavior_tree": TREE}}
    replies = says(furnished(dynamic=(bad,))), says(furnished(dynamic=(good,)))
    made, chat = asked(site, monkeypatch, *replies, human="hunav")
    assert made.episode.people[0].agent["behavior_tree"] == TREE
    assert told in chat.requests[1]["messages"][-1]["content"]


@pytest.mark.parametrize(("human", "own", "is_tree"), [("hunav", "auto", True), ("hunav", "arena", False)])
def test_the_human_backend_of_the_episode_counts_unless_the_mode_has_its_own(
    site: Site, monkeypatch: pytest.MonkeyPatch, human: str, own: str, is_tree: bool
) -> None:
    good = {**NURSE, "agent": {"behavior_tree": TREE}}
    with chat_server(says(furnished(dynamic=(good,)))) as chat:
        monkeypatch.setenv("OPENAI_BASE_URL", chat.url)
        parameters = {"task.prompt.prompt": "x", "task.prompt.model": "small", "task.prompt.human": own}
        generate(site, EpisodeRequest(1, 1, "prompt", parameters=parameters, human=human))
    assert (TREE_RULES in chat.requests[0]["messages"][0]["content"]) == is_tree


def test_a_crowd_has_many_people(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    people = tuple({**NURSE, "name": f"p{index}", "agent": {"behavior_tree": TREE}} for index in range(6))
    replies = says(furnished(dynamic=people[:2])), says(furnished(dynamic=people))
    made, chat = asked(site, monkeypatch, *replies, human="hunav", generation_mode="crowded_behavior_tree")
    assert len(made.episode.people) == 6
    assert "there are 2 people, expected at least 6" in chat.requests[1]["messages"][-1]["content"]


def test_each_human_backend_has_one_prompt_mode() -> None:
    assert {human: load().generation_modes for human, load in PROMPT.items()} == {
        "arena": ("arena", "behavior"),
        "hunav": ("behavior_tree", "crowded_behavior_tree"),
    }
    with pytest.raises(ValueError, match="'hunav' has a prompt mode already"):
        register_prompt("hunav")(PROMPT["arena"])


@pytest.mark.parametrize("name", ["chromadb", "arena_hunav_sim_bridge"])
def test_touching_a_name_of_an_absent_dependency_names_it(name: str) -> None:
    with pytest.raises(AttributeError, match=f"needs the optional dependency {name}, which is not installed"):
        getattr(prompt_utils, name)
    with pytest.raises(AttributeError, match="has no attribute 'something'"):
        prompt_utils.something  # noqa: B018


def test_the_client_is_imported_when_somebody_is_asked_and_not_before() -> None:
    program = (
        "import sys\n"
        "from task_generator.tasks.registry import OBSTACLES_MODES\n"
        "OBSTACLES_MODES['prompt'].load()\n"
        "import task_generator.tasks.obstacles.prompt.arena, task_generator.tasks.obstacles.prompt.hunav\n"
        "print([name for name in ('openai', 'chromadb', 'httpx') if name in sys.modules])\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert ran.stdout.strip() == "[]", ran.stderr
