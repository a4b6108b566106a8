"""The shared language: worlds, scenarios and episodes, what is the case at a tick, and how it is judged."""
