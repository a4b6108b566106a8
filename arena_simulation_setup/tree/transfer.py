"""Bytes from and to a bucket; the only place that knows the file systems behind URLs."""

from typing import Any
from urllib.parse import quote

from arena_simulation_setup.optional_library import not_installed
from arena_simulation_setup.tree.buckets import Bucket, without_password
from arena_simulation_setup.tree.network import BucketError, Network, within

CHUNK = 64 * 1024
EXTRAS = {"s3": ("s3fs", "s3"), "s3a": ("s3fs", "s3"), "gs": ("gcsfs", "gs"), "gcs": ("gcsfs", "gs")}
WEB = ("http", "https")


class Remote:
    """A bucket as files.

    Args:
        bucket: Where it is.
        network: How long to wait.
    """

    def __init__(self, bucket: Bucket, network: Network) -> None:
        self._bucket, self._network = bucket, network
        self._protocol = bucket.url.partition("://")[0].lower()

    def read(self, relative: str, limit: int, seconds: float) -> bytes:
        """Content of a file.

        Args:
            relative: Path in the bucket.
            limit: Bytes that are too many if exceeded.
            seconds: How long to wait.

        Raises:
            FileNotFoundError: If the bucket answers that it has no such file.
            BucketError: If it does not answer, or the file is too long.
        """
        content = self._attempt(seconds, lambda: self._content(relative, limit))
        assert isinstance(content, bytes)
        if len(content) > limit:
            raise BucketError(f"{relative} has more than {limit} bytes")
        return content

    def write(self, relative: str, content: bytes) -> None:
        """Put a file into the bucket; one that is there is replaced.

        Raises:
            BucketError: If it takes none.
        """
        if self._protocol in WEB:
            raise BucketError("a web server is read only; push to the folder or the store behind it")
        try:
            self._attempt(self._network.transfer_s, lambda: self._put(relative, content))
        except FileNotFoundError as error:
            raise BucketError(_sentence(error)) from None

    def _attempt(self, seconds: float, action: Any) -> Any:
        try:
            return within(seconds, action)
        except (BucketError, FileNotFoundError):
            raise
        except Exception as error:
            # Each file system has errors of its own; whatever it is, the bucket did not do what it should.
            raise BucketError(_sentence(error)) from error

    def _files(self) -> Any:
        import fsspec

        module, extra = EXTRAS.get(self._protocol, ("aiohttp" if self._protocol in WEB else "", ""))
        try:
            return fsspec.filesystem(self._protocol, **self._options())
        except ImportError:
            library = module or "the package of its file system"
            raise BucketError(not_installed(f"{self._protocol}://", library, extra)) from None
        except ValueError:
            raise BucketError(f"{self._protocol}:// is no kind of address that is known") from None

    def _options(self) -> dict[str, Any]:
        if self._protocol not in WEB:
            return {}
        from aiohttp import ClientTimeout

        step = self._network.answer_s
        timeout = ClientTimeout(total=self._network.transfer_s, sock_connect=step, sock_read=step)
        # A server that packs an archive once more would change its bytes and with them the checksum.
        client = {"timeout": timeout, "trust_env": True, "headers": {"Accept-Encoding": "identity"}}
        return {"client_kwargs": client, "skip_instance_cache": True}

    def _content(self, relative: str, limit: int) -> bytes:
        # A size and no block size mean one plain stream: no question beforehand, no ranges.
        streaming = {"block_size": 0, "size": 1} if self._protocol in WEB else {}
        parts: list[bytes] = []
        length = 0
        with self._files().open(self._address(relative), "rb", **streaming) as stream:
            while length <= limit and (part := stream.read(CHUNK)):
                parts.append(part)
                length += len(part)
        return b"".join(parts)

    def _put(self, relative: str, content: bytes) -> None:
        files = self._files()
        address = self._address(relative)
        files.makedirs(address.rpartition("/")[0], exist_ok=True)
        if self._protocol in ("file", "local"):
            with files.transaction:
                files.pipe_file(address, content)
        else:
            files.pipe_file(address, content)

    def _address(self, relative: str) -> str:
        return f"{self._bucket.url}/{quote(relative) if self._protocol in WEB else relative}"


def _sentence(error: Exception) -> str:
    status = getattr(error, "status", None)
    said = f"the server answered {status}" if isinstance(status, int) else " ".join(str(error).split())
    return without_password(said) if said else type(error).__name__
