"""What can go wrong while an episode is made."""


class GenerationError(ValueError):
    """No episode can be made from a request; the sentence says why."""


class PlacementError(GenerationError):
    """There is no room for what a mode wants to place; the sentence names the mode, the request and the free area."""
