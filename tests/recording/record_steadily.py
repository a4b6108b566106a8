"""Records frames until it is killed; prints each tick after it was handed to the recording."""

import sys
from pathlib import Path

from small_episode import frame_at, start_of

from arena_simulation_setup.recording.writer import RecordingWriter

writer = RecordingWriter(Path(sys.argv[1]), start_of())
tick = 0
while True:
    writer.write_frame(frame_at(tick))
    sys.stdout.write(f"{tick}\n")
    sys.stdout.flush()
    tick += 1
