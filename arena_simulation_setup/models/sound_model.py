"""Catalogued sounds: how loud something is, of what sort, and whether it goes on."""

from attrs import frozen

SOUND_CATEGORIES = ("alarm", "signal", "announcement", "voice", "activity", "machine", "media")
REFERENCE_DISTANCE = 1.0
"""Metres from the source at which a level holds."""
LOUDEST = 120.0
"""dB(A); no alarm in a building may be louder anywhere. Source: codes of practice for fire alarms in buildings."""


@frozen
class SoundModel:
    """A sound of the catalog; what it is placed at and when it sounds stands in worlds and scenarios.

    Attributes:
        name: Name of the sound.
        description: What one hears, in words.
        category: One of ``SOUND_CATEGORIES``.
        level_db: Sound pressure level, dB(A) at 1 m in the open.
        loop: Whether it goes on until it is switched off.
        duration: Seconds of one playing; None where that is not known.
        placeholder: Whether no resolver knew the sound and the default, as loud as speech, stands for it.
    """

    name: str
    description: str = ""
    category: str = "machine"
    level_db: float = 60.0
    loop: bool = False
    duration: float | None = None
    placeholder: bool = False
