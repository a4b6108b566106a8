"""Videos of episodes, read back with the library."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import av
import numpy as np
import pytest
from lit_room import room_simulation, room_site
from PIL import Image

from arena_lab.run import RunOptions, run_episode
from arena_lab.video import EpisodeVideo, VideoOptions, episode_video_path
from arena_lab.video_caption import HEIGHT, Caption
from arena_lab.video_file import Pixels, VideoError, check_video_path, open_video
from arena_lab.video_levels import level_at, level_boxes, view_from_above
from arena_runtime.simulation import Simulation
from arena_simulation_setup.site import Site, open_site

SIZE = (160, 120)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    return room_site(tmp_path_factory.mktemp("worlds"))


def filmed(site: Site, options: VideoOptions) -> Simulation:
    """An episode of two seconds in which the robot turns."""
    from arena_simulation_setup.order import CommandVelocity

    simulation = room_simulation(site)
    simulation.orders.request(CommandVelocity("jackal_0", 0.3, 0.0, 1.0))
    video = EpisodeVideo(site, simulation, options)
    video.take(simulation.first)
    while simulation.outcome is None:
        video.take(simulation.step())
    video.finish()
    return simulation


def test_an_mp4_has_a_picture_for_every_due_tick_and_they_change(site: Site, tmp_path: Path) -> None:
    path = tmp_path / "x.mp4"
    filmed(site, VideoOptions(path, fps=10, size=SIZE))
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        pictures = [picture.to_ndarray(format="rgb24").astype(int) for picture in container.decode(stream)]
        assert (stream.codec_context.name, stream.codec_context.pix_fmt) == ("h264", "yuv420p")
        assert stream.average_rate == 10
    # Two seconds, frame 0, and the last picture for one more second.
    assert len(pictures) == 2 * 10 + 1 + 10
    assert pictures[0].shape == (SIZE[1] + HEIGHT, 2 * SIZE[0], 3)
    robot_view = np.s_[: SIZE[1], SIZE[0] :]
    assert np.abs(pictures[0][robot_view] - pictures[20][robot_view]).mean() > 1.0
    caption = np.s_[SIZE[1] :]
    assert np.abs(pictures[0][caption] - pictures[15][caption]).mean() > 0.2


def test_its_index_stands_in_front_so_that_a_browser_plays_it_at_once(site: Site, tmp_path: Path) -> None:
    path = tmp_path / "x.mp4"
    filmed(site, VideoOptions(path, fps=5, view="top", size=SIZE))
    content = path.read_bytes()
    assert content.index(b"moov") < content.index(b"mdat")


def test_a_gif_has_every_picture_and_lasts_as_long_as_the_episode(site: Site, tmp_path: Path) -> None:
    path = tmp_path / "x.gif"
    filmed(site, VideoOptions(path, fps=6, view="robot", size=SIZE))
    with Image.open(path) as image:
        assert image.n_frames == 2 * 6 + 1 + 6
        assert image.size == (SIZE[0], SIZE[1] + HEIGHT)
        durations = []
        for number in range(image.n_frames):
            image.seek(number)
            durations.append(image.info["duration"])
        assert sum(durations) == pytest.approx(1000 * image.n_frames / 6, abs=20)
        first = np.asarray(image.convert("RGB")).astype(int)
        image.seek(0)
        assert np.abs(np.asarray(image.convert("RGB")).astype(int) - first).mean() > 1.0


def test_no_more_pictures_than_ticks(site: Site, tmp_path: Path) -> None:
    path = tmp_path / "x.gif"
    simulation = filmed(site, VideoOptions(path, fps=1000, view="robot", size=(64, 64)))
    with Image.open(path) as image:
        assert image.n_frames == simulation.frame.tick + 1 + simulation.start.episode.rate


def test_nothing_is_left_of_a_video_that_was_given_up(tmp_path: Path) -> None:
    for name in ("x.mp4", "x.gif"):
        video = open_video(tmp_path / name, SIZE, 10)
        video.add(np.zeros((SIZE[1], SIZE[0], 3), dtype=np.uint8))
        video.abandon()
    assert list(tmp_path.iterdir()) == []


def test_a_video_has_its_name_only_when_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "x.mp4"
    video = open_video(path, SIZE, 10)
    video.add(np.zeros((SIZE[1], SIZE[0], 3), dtype=np.uint8))
    assert not path.exists()
    video.finish()
    assert [entry.name for entry in tmp_path.iterdir()] == ["x.mp4"]


def test_a_place_where_nothing_can_be_written_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(VideoError, match="can not be written"):
        check_video_path(tmp_path / "file" / "x.mp4")
    (tmp_path / "folder.mp4").mkdir()
    with pytest.raises(VideoError, match="can not be written"):
        check_video_path(tmp_path / "folder.mp4")
    with pytest.raises(VideoError, match=r"expected a name that ends in \.mp4 or \.gif"):
        check_video_path(tmp_path / "x.avi")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["file", "folder.mp4"]


def test_a_watched_episode_goes_as_one_that_nobody_watches(site: Site, tmp_path: Path) -> None:
    episode = room_simulation(site).start.episode
    alone = run_episode(site, episode, RunOptions(tmp_path / "a"))
    options = VideoOptions(tmp_path / "x.mp4", fps=5, size=SIZE)
    seen = run_episode(
        site,
        episode,
        RunOptions(tmp_path / "b", watch=lambda place, simulation: EpisodeVideo(place, simulation, options)),
    )
    assert (alone.outcome, alone.info, alone.sim_s) == (seen.outcome, seen.info, seen.sim_s)
    assert alone.recording is not None
    assert seen.recording is not None
    assert Path(alone.recording).read_bytes() == Path(seen.recording).read_bytes()


def test_several_episodes_get_numbers() -> None:
    assert episode_video_path(Path("a/x.mp4"), 1, 1) == Path("a/x.mp4")
    assert episode_video_path(Path("a/x.mp4"), 12, 20) == Path("a/x_012.mp4")


def green_pixels(picture: Pixels) -> int:
    red, green = picture[..., 0].astype(int), picture[..., 1].astype(int)
    return int((green - red > 40).sum())


def test_the_caption_says_how_it_ended(site: Site) -> None:
    simulation = room_simulation(site)
    caption = Caption(400, simulation)
    before = green_pixels(caption.picture())
    while simulation.outcome is None:
        caption.take(simulation.step())
    assert simulation.outcome.state == "SUCCESS"
    assert before == 0 < green_pixels(caption.picture())


def test_a_line_that_is_too_long_is_cut(site: Site) -> None:
    caption = Caption(60, room_simulation(site))
    assert caption.picture().shape == (HEIGHT, 60, 3)


def test_the_view_from_above_follows_the_robot_to_another_level() -> None:
    boxes = ((0.0, 0.0, 10.0, 8.0), (0.0, -20.0, 10.0, -12.0))
    assert level_at(boxes, (5.0, 4.0), 0) == 0
    assert level_at(boxes, (5.0, -15.0), 0) == 1
    assert level_at(boxes, (5.0, -10.0), 1) == 1
    view = view_from_above(boxes[1], (200, 100))
    assert view.centre == (5.0, -16.0, 0.0)
    assert view.span == 10.0


def test_each_level_has_a_view_of_its_own() -> None:
    boxes = level_boxes(open_site("three_storied_residential", {}))
    assert len(boxes) == 3
    assert all(first[3] <= second[1] or second[3] <= first[1] for first, second in combinations(boxes, 2))
