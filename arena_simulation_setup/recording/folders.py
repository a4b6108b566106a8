"""Where recordings go: one folder per episode within the folder of a run."""

from pathlib import Path

from arena_simulation_setup.recording.error import RecordingError


def claim_episode_path(folder: Path, episode_id: int) -> Path:
    """A path for the recording of an episode, in a folder of its own that is made by this call.

    A rosbag2 bag is a folder with one ``metadata.yaml`` whose files are parts of one recording; so each episode has a
    folder, and processes that record into the same run at once share no file.

    Args:
        folder: Folder of the run; made if it is missing.
        episode_id: Wanted number; the next free one is taken.

    Returns:
        ``<folder>/episode_<NNN>/episode_<NNN>.mcap``, which does not exist.

    Raises:
        RecordingError: If no folder can be made there.
    """
    number = episode_id
    while True:
        name = f"episode_{number:03d}"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).mkdir()
        except FileExistsError:
            if not folder.is_dir():
                raise RecordingError(f"can not record into {folder}: it is no folder") from None
            number += 1
        except OSError as problem:
            raise RecordingError(f"can not record into {folder}: {problem.strerror}") from None
        else:
            return folder / name / f"{name}.mcap"
