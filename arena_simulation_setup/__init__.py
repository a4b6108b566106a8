"""The shared language: descriptions of worlds, scenarios and episodes, what is the case at a tick, and how it is judged."""
