"""Which buckets there are: names and URLs from the environment, addresses of names from a file."""

import re
import sys
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from attrs import frozen

from arena_simulation_setup.files.nodes import Pairs, Scalar
from arena_simulation_setup.files.report import Report
from arena_simulation_setup.files.yaml_nodes import read_document

WORLD_BUCKETS = "WORLD_BUCKETS"
ASSET_BUCKETS = "ASSET_BUCKETS"
BUCKETS_FILE = "ARENA_BUCKETS_FILE"
DEFAULTS: Mapping[str, str] = {WORLD_BUCKETS: "arena-worlds-prod-public", ASSET_BUCKETS: "default"}
SHARE = Path("share") / "arena_simulation_setup" / "config" / "buckets.yaml"
PLAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
RESERVED = "local"


@frozen
class Bucket:
    """A place on the network that worlds and assets are fetched from.

    Attributes:
        name: As written, without a password.
        url: Address without a slash at the end; empty where there is none.
        folder: Name of the folder that keeps what was fetched.
        refusal: Why it can not be asked; empty where it can.
    """

    name: str
    url: str = ""
    folder: str = ""
    refusal: str = ""

    @property
    def description(self) -> str:
        """The name, and the address where they differ, without a password."""
        address = without_password(self.url)
        return f"bucket {self.name}" if address in ("", self.name) else f"bucket {self.name} ({address})"


def buckets(variable: str, environment: Mapping[str, str]) -> tuple[Bucket, ...]:
    """The buckets of ``WORLD_BUCKETS`` or ``ASSET_BUCKETS`` in order; an empty variable means the default."""
    value = environment.get(variable, "").strip() or DEFAULTS[variable]
    names = dict.fromkeys(name.strip() for name in value.split(",") if name.strip())
    return tuple(bucket(name, environment) for name in names)


def bucket(text: str, environment: Mapping[str, str]) -> Bucket:
    """A bucket by name or URL; it says itself why it can not be asked."""
    if "://" in text:
        return _of_url(text)
    if not PLAIN_NAME.fullmatch(text) or text == RESERVED:
        return Bucket(text, refusal=f"{text!r} is neither a URL nor a name of letters, digits and . _ -")
    file = buckets_file(environment)
    addresses, refusal = ({}, "there is no file with addresses of buckets") if file is None else _addresses(file)
    url = addresses.get(text, "").rstrip("/")
    if refusal or not url:
        return Bucket(text, folder=text, refusal=refusal or f"no URL is configured for it in {file}")
    return Bucket(text, url, text)


def without_password(url: str) -> str:
    """A URL that may be shown."""
    try:
        parts = urlsplit(url)
        return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
    except ValueError:
        return url.rpartition("@")[2]


def buckets_file(environment: Mapping[str, str]) -> Path | None:
    """The file with addresses: the one that ``ARENA_BUCKETS_FILE`` names, else the one that came with the package."""
    if environment.get(BUCKETS_FILE):
        return Path(environment[BUCKETS_FILE])
    package = Path(__file__).resolve().parent.parent
    # Beside the package in a working tree, below the prefix where it is installed.
    places = [package.parent / "config" / "buckets.yaml", package.parent / SHARE, Path(sys.prefix) / SHARE]
    places += [prefix / SHARE for prefix in package.parents[3:4]]
    return next((place for place in places if place.is_file()), None)


def _of_url(text: str) -> Bucket:
    url = text.rstrip("/")
    shown = without_password(url)
    # Two addresses never share a folder, and a folder tells a person where its content came from.
    digest = blake2b(shown.encode(), digest_size=4).hexdigest()
    words = re.sub(r"[^A-Za-z0-9.-]+", "_", shown.partition("://")[2]).strip("._-")
    return Bucket(shown, url, f"{words[-60:].lstrip('._-') or 'bucket'}-{digest}")


def _addresses(file: Path) -> tuple[Mapping[str, str], str]:
    report = Report(str(file))
    try:
        document = read_document(file, report)
    except OSError as error:
        return {}, f"{file} can not be read: {error.strerror or error}"
    if document is None:
        return {}, report.ordered[0].text
    if not isinstance(document, Pairs):
        return {}, f"{file} is no mapping of names to URLs"
    values = {key.text: value for key, value in document.pairs}
    wrong = [name for name, value in values.items() if not _is_address(value)]
    if wrong:
        return {}, f"{file}: the address of {wrong[0]!r} is no URL (expected file://…, https://… or nothing)"
    return {name: value.text for name, value in values.items() if isinstance(value, Scalar) and not value.is_null}, ""


def _is_address(value: object) -> bool:
    return isinstance(value, Scalar) and (value.is_null or value.text == "" or "://" in value.text)
