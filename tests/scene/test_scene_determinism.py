"""The same inputs give the same bits: again, after a reset, and in another process."""

import os
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

from arena_runtime.mechanisms.contract import MoveBody
from arena_runtime.scene.scene import Scene
from arena_simulation_setup.geometry import Position
from arena_simulation_setup.world.door import Door
from arena_simulation_setup.world.realization import Floor, RealizedLevel
from arena_simulation_setup.world.zone import Zone
from tests.scene.small_scene import person, robot, scene, thing, wall

TICKS = 300


def busy_scene() -> Scene:
    """Three robots that meet walls, furniture, a moving door, people and each other."""
    corners = ((-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (0.0, 4.0), (0.0, 1.0), (-4.0, 1.0))
    walls = tuple(
        wall(f"hall/wall_{index}", start, end)
        for index, (start, end) in enumerate(zip(corners, corners[1:] + corners[:1], strict=True))
    )
    floors = (Floor("hall/floor", corners, 0.0, walls[0].material),)
    return scene(
        [robot("roller_0"), robot("glider_0", x=2.0, y=2.0, yaw=1.0), robot("roller_1", x=-2.0, y=-2.0, yaw=2.0)],
        people=[person("anna", 1.0, -2.0), person("bert", 3.0, 3.0)],
        objects=[thing("desk", "table", 2.5, 0.0, 0.3), thing("crate", "crate", -1.0, -3.0, 1.1)],
        realized=RealizedLevel(walls=walls, floors=floors),
        zones=[Zone("hall", doors=(Door("ward", Position(0.0, -3.5), Position(0.0, -2.5)),))],
    )


def trace(subject: Scene) -> str:
    """Digest of everything that can be read over ten seconds."""
    digest = blake2b(digest_size=16)
    for tick in range(TICKS):
        for index in range(3):
            subject.drive(index, 1.5 - index, 0.4, 0.7 * index - 0.3 + tick / TICKS)
        subject.apply([MoveBody("ward/0", 0.0, -3.0 + 0.01 * (tick % 100), 1.0, 1.5)])
        subject.place_people([(1.0 - tick / 100, -2.0 + tick / 150, 0.0), (3.0, 3.0 - tick / 60, 0.0)])
        subject.step()
        digest.update(subject.robot_rows().tobytes())
        digest.update(repr(subject.contacts()).encode())
        if tick % 3 == 0:
            digest.update(subject.scan(tick % 2 * 2, 0).tobytes())
    return digest.hexdigest()


def test_two_builds_give_the_same_bits() -> None:
    assert trace(busy_scene()) == trace(busy_scene())


def test_a_scene_after_reset_gives_the_bits_of_a_fresh_one() -> None:
    subject = busy_scene()
    first_rows, first_contacts, first_scan = subject.robot_rows(), subject.contacts(), subject.scan(0, 0)
    first = trace(subject)
    subject.reset()
    assert subject.robot_rows().tobytes() == first_rows.tobytes()
    assert subject.contacts() == first_contacts
    assert subject.scan(0, 0).tobytes() == first_scan.tobytes()
    assert trace(subject) == first


def test_bare_loops_leave_the_scene_as_it_is() -> None:
    subject = busy_scene()
    subject.bare_steps(10)
    subject.bare_scan(3)
    assert trace(subject) == trace(busy_scene())


def test_fresh_processes_with_other_hash_seeds_give_the_same_bits(repository: Path) -> None:
    expected = trace(busy_scene())
    code = "from tests.scene.test_scene_determinism import busy_scene, trace; print(trace(busy_scene()))"
    for seed in ("0", "1", "4711"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(repository)}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, cwd=repository, capture_output=True, text=True, check=True
        )
        assert done.stdout.strip() == expected, f"PYTHONHASHSEED={seed}"
