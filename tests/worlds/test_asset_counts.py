"""Enough is shipped to furnish and people a building, and everybody fits through its doors."""

from __future__ import annotations

import pytest
from floor_plan import SETUP

from arena_simulation_setup.models.catalogue import AssetCatalogue
from arena_simulation_setup.tree.identifiers import ObjectIdentifier, PedestrianIdentifier

CATALOGUE = AssetCatalogue([SETUP / "assets"])
PEOPLE = CATALOGUE.names("Human")
FEWEST = {"Object": 60, "Human": 8, "Wall": 6, "Material": 15, "Sound": 15}


@pytest.mark.parametrize(("asset_type", "fewest"), FEWEST.items())
def test_enough_assets_are_shipped(asset_type: str, fewest: int) -> None:
    assert len(CATALOGUE.names(asset_type)) >= fewest


@pytest.mark.parametrize("name", PEOPLE)
def test_person_is_a_visible_body_of_human_size(name: str) -> None:
    person = CATALOGUE.pedestrian(PedestrianIdentifier(name))
    assert person.description
    assert 0.2 <= person.radius <= 0.45
    assert 1.2 <= person.height <= 2.1
    assert person.color[3] == 1.0


def test_people_are_of_different_height_and_colour() -> None:
    people = [CATALOGUE.pedestrian(PedestrianIdentifier(name)) for name in PEOPLE]
    assert len({person.color for person in people}) == len(people)
    assert max(person.height for person in people) - min(person.height for person in people) > 0.2


def test_some_objects_shine_and_all_have_a_shape() -> None:
    objects = [CATALOGUE.object(ObjectIdentifier(name)) for name in CATALOGUE.names("Object")]
    assert all(model.primitives for model in objects)
    assert any(model.lights for model in objects)
