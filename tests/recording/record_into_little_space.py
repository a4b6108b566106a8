"""Records into a file that the kernel does not let grow: what a full disk looks like to a process."""

import resource
import sys
from pathlib import Path

from small_episode import frame_at, start_of

from arena_simulation_setup.recording.error import RecordingError
from arena_simulation_setup.recording.writer import RecordingWriter

resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
writer = RecordingWriter(Path(sys.argv[1]), start_of())
try:
    for tick in range(100_000):
        writer.write_frame(frame_at(tick))
except RecordingError as error:
    sys.stdout.write(f"{error}\n")
    try:
        writer.finish(None)
    except RecordingError as again:
        sys.stdout.write(f"{again}\n")
    writer.abandon()
