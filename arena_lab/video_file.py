"""Moving pictures as files: H.264 in MP4, or GIF; whole or not at all."""

from fractions import Fraction
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import numpy as np
from numpy.typing import NDArray
from PIL import GifImagePlugin, Image

from arena_simulation_setup.optional_library import not_installed

Pixels = NDArray[np.uint8]
SUFFIXES = (".mp4", ".gif")
QUALITY = {"crf": "23", "preset": "veryfast"}
HUNDREDTHS = 100


class VideoError(ValueError):
    """A video can not be written; says which and why."""


class VideoFile(Protocol):
    """A file that grows by one picture after the other."""

    def add(self, pixels: Pixels) -> None:
        """Append a picture of shape (height, width, 3)."""

    def finish(self) -> None:
        """Complete the file and give it its name."""

    def abandon(self) -> None:
        """Leave nothing."""


def check_video_path(path: Path) -> None:
    """Make sure that a video can be written before anything is simulated; its folder is made where it is missing.

    Raises:
        VideoError: If the name has another ending, the encoder is missing, or nothing can be written there.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise VideoError(f"{path}: expected a name that ends in {' or '.join(SUFFIXES)}")
    if path.suffix.lower() == ".mp4":
        _encoder()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise IsADirectoryError(f"{path} is a folder")
        part = part_of(path)
        part.touch()
        part.unlink()
    except OSError as error:
        raise VideoError(f"{path} can not be written: {error.strerror or error}") from None


def open_video(path: Path, size: tuple[int, int], fps: int) -> VideoFile:
    """Begin a file; it has another name until it is whole.

    Args:
        path: Where it shall be; the ending decides about the format.
        size: Width and height of every picture, pixels, both even.
        fps: Pictures per second.

    Raises:
        VideoError: See ``check_video_path``.
    """
    check_video_path(path)
    return Mp4File(path, size, fps) if path.suffix.lower() == ".mp4" else GifFile(path, size, fps)


def part_of(path: Path) -> Path:
    """Name of a file that is not whole yet."""
    return path.with_name(f".{path.name}.part")


class Mp4File:
    """H.264 with 4:2:0 colors and the index in front, which every browser plays. See ``open_video``."""

    def __init__(self, path: Path, size: tuple[int, int], fps: int) -> None:
        self._path, av = path, _encoder()
        self._container: Any = av.open(str(part_of(path)), "w", format="mp4", options={"movflags": "faststart"})
        self._stream = self._container.add_stream("libx264", rate=Fraction(fps), options=QUALITY)
        self._stream.width, self._stream.height = size
        self._stream.pix_fmt = "yuv420p"
        self._frame_of = av.VideoFrame.from_ndarray

    def add(self, pixels: Pixels) -> None:
        """See ``VideoFile``."""
        for packet in self._stream.encode(self._frame_of(np.ascontiguousarray(pixels), format="rgb24")):
            self._container.mux(packet)

    def finish(self) -> None:
        """See ``VideoFile``."""
        for packet in self._stream.encode():
            self._container.mux(packet)
        self._container.close()
        part_of(self._path).replace(self._path)

    def abandon(self) -> None:
        """See ``VideoFile``."""
        self._container.close()
        part_of(self._path).unlink(missing_ok=True)


class GifFile:
    """A GIF that repeats; every picture has a palette of its own, so that none has to be kept. See ``open_video``."""

    def __init__(self, path: Path, size: tuple[int, int], fps: int) -> None:
        self._path, self._fps, self._count = path, fps, 0
        self._file: BinaryIO = part_of(path).open("wb")
        width, height = (length.to_bytes(2, "little") for length in size)
        # Source: GIF89a, sections 17, 18, 26 (application extension of Netscape: repeat for ever).
        self._file.write(b"GIF89a" + width + height + b"\x70\x00\x00")
        self._file.write(b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")

    def add(self, pixels: Pixels) -> None:
        """See ``VideoFile``."""
        image = Image.fromarray(pixels).quantize(method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        # Times are hundredths of a second: the difference of rounded times keeps the mean exact.
        before, after = (round(HUNDREDTHS * count / self._fps) for count in (self._count, self._count + 1))
        parameters = {"duration": 10 * (after - before), "include_color_table": True}
        for block in GifImagePlugin.getdata(image, (0, 0), **parameters):
            self._file.write(block)
        self._count += 1

    def finish(self) -> None:
        """See ``VideoFile``."""
        self._file.write(b";")
        self._file.close()
        part_of(self._path).replace(self._path)

    def abandon(self) -> None:
        """See ``VideoFile``."""
        self._file.close()
        part_of(self._path).unlink(missing_ok=True)


def _encoder() -> Any:
    try:
        import av
    except ImportError:
        raise VideoError(not_installed("an MP4", "av", "watch")) from None
    return av
