"""The line below a video: time, phase, and the verdict that changed last."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from arena_runtime.simulation import Simulation, Tick
from arena_simulation_setup.timebase import ns_to_seconds

Pixels = NDArray[np.uint8]
HEIGHT = 48
"""Pixels."""
LETTERS = 15
MARGIN = 10
BACKGROUND, INK = (24, 26, 31), (225, 227, 232)
COLORS = {
    "holds": (120, 200, 120),
    "met": (120, 200, 120),
    "SUCCESS": (120, 200, 120),
    "violated": (240, 110, 100),
    "failed": (240, 110, 100),
    "FAILED": (240, 110, 100),
}


class Caption:
    """Follows an episode and says what is the case.

    Args:
        width: Of the line, pixels.
        simulation: The episode.
    """

    def __init__(self, width: int, simulation: Simulation) -> None:
        self._width, self._simulation = width, simulation
        self._font = ImageFont.load_default(LETTERS)
        self._news, self._color = "", INK

    def take(self, tick: Tick) -> None:
        """Note what a tick changed; the latest change is shown until the next one."""
        observation, now_s = tick.observation, ns_to_seconds(tick.frame.time_ns)
        for verdict in observation.verdicts:
            condition = f"{verdict.op} {verdict.p}" + (f", {verdict.q}" if verdict.q else "")
            self._note(now_s, f"{verdict.robot}: {condition} {verdict.state}", verdict.state)
        for phase in observation.phases:
            self._note(now_s, f"{phase.robot}: phase {phase.index + 1} ({phase.kind}) {phase.outcome}", phase.outcome)
        if observation.outcome is not None:
            outcome = observation.outcome
            self._note(now_s, f"{outcome.state}: {outcome.reason}", outcome.state)

    def picture(self) -> Pixels:
        """The line; shape (HEIGHT, width, 3)."""
        image = Image.new("RGB", (self._width, HEIGHT), BACKGROUND)
        draw = ImageDraw.Draw(image)
        time_s = ns_to_seconds(self._simulation.frame.time_ns)
        self._write(draw, 4, f"{time_s:6.1f} s   {self.phases()}", INK)
        self._write(draw, 25, self._news, self._color)
        return np.asarray(image)

    def phases(self) -> str:
        """What each robot is at."""
        judge, robots = self._simulation.judge, self._simulation.start.layout.robots
        texts = []
        for robot in robots:
            own = [phase for phase in judge.phases() if phase.robot == robot]
            pending = next((phase for phase in own if phase.outcome == "pending"), None)
            if own:
                done = f"phase {pending.index + 1} of {len(own)}, {pending.kind}" if pending else "done"
                texts.append(f"{robot}: {done}")
        return "   ".join(texts)

    def _note(self, now_s: float, text: str, state: str) -> None:
        self._news, self._color = f"at {now_s:.1f} s  {text}", COLORS.get(state, INK)

    def _write(self, draw: ImageDraw.ImageDraw, y: int, text: str, color: tuple[int, int, int]) -> None:
        room = self._width - 2 * MARGIN
        shown = text
        while shown and draw.textlength(shown, font=self._font) > room:
            shown = shown.removesuffix("…")[:-1] + "…" if len(shown) > 1 else ""
        draw.text((MARGIN, y), shown, fill=color, font=self._font)
