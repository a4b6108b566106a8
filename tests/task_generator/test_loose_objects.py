from __future__ import annotations

from pathlib import Path

import pytest
from generated_site import rooms

from arena_simulation_setup.episode import Episode
from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.site import Site
from arena_simulation_setup.tree.search_paths import asset_roots
from task_generator.generator import EpisodeRequest, generate
from task_generator.model_pool import loose_objects, models_of

FIXED = ("column", "rail_bracket", "stair_flight", "stair_return", "toilet", "shower", "lift_front")


def episode(site: Site, **leaves: object) -> Episode:
    parameters = {f"task.random.{leaf.replace('_', '.')}": value for leaf, value in leaves.items()}
    request = EpisodeRequest(1, 3, fleet=(), parameters={"task.random.dynamic.n": [0], **parameters})
    return generate(site, request).episode


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return rooms(tmp_path, (9.0, 9.0), (9.0, 9.0))


def test_parts_of_a_building_are_no_loose_objects() -> None:
    catalogue = AssetCatalogue(asset_roots(None, {}))
    loose, every = loose_objects(catalogue), models_of(catalogue, "Object")
    assert {*FIXED} <= {*every}
    assert not {*FIXED} & {*loose}
    assert {"plant", "bin", "gurney", "desk"} <= {*loose}
    assert len(loose) > len(every) / 2


def test_a_list_may_name_what_is_not_loose(site: Site) -> None:
    made = episode(site, static_n=[2], static_models=["column"])
    assert [entry.model for entry in made.objects] == ["column", "column"]


def test_interactive_objects_have_names_of_their_own_and_come_on_top(site: Site) -> None:
    models = {"static_models": ["bin"], "interactive_models": ["bin"]}
    made = episode(site, static_n=[2], interactive_n=[2], **models)
    assert [entry.name for entry in made.objects] == ["S_bin_1", "S_bin_2", "I_bin_1", "I_bin_2"]
    assert made.objects[:2] == episode(site, static_n=[2], **models).objects
