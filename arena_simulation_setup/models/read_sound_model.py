"""Reading entries of the sound catalog."""

from arena_simulation_setup.files.cursor import Cursor
from arena_simulation_setup.files.fields import Fields
from arena_simulation_setup.files.values import boolean, choice, number, text
from arena_simulation_setup.models.sound_model import LOUDEST, SOUND_CATEGORIES, SoundModel


def read_sound_model(cursor: Cursor) -> SoundModel:
    """The root of a sound's ``annotation.yaml``."""
    fields = Fields(cursor, ("name", "description", "category", "level_db", "loop", "duration"))
    sound = SoundModel(
        name=fields.optional("name", text, ""),
        description=fields.optional("description", text, ""),
        category=fields.required("category", choice(SOUND_CATEGORIES), SOUND_CATEGORIES[0]),
        level_db=fields.required("level_db", number(minimum=0.0, maximum=LOUDEST), 0.0),
        loop=fields.optional("loop", boolean, False),
        duration=fields.optional("duration", number(above=0.0), None),
    )
    fields.rest()
    return sound
