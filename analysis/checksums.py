"""Checksums of a folder's files, as `sha256sum --check` reads them."""

from collections.abc import Iterator, Mapping
from hashlib import file_digest
from pathlib import Path

SUMS = "SHA256SUMS"


def sha256_of(file: Path) -> str:
    """Return the SHA-256 of a file, as 64 hexadecimal digits."""
    with file.open("rb") as data:
        return file_digest(data, "sha256").hexdigest()


def write(folder: Path, digests: Mapping[str, str]) -> None:
    """Write the file SHA256SUMS of a folder. `digests` maps the path of each file, relative to the
    folder, to its SHA-256 in hexadecimal.
    """
    text = "".join(f"{digest}  {name}\n" for name, digest in digests.items())
    (folder / SUMS).write_text(text, encoding="utf-8")


def read(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the (path, digest) pair of each file listed in the folder's SHA256SUMS; paths are
    relative to the folder. Raise OSError or UnicodeDecodeError if SHA256SUMS cannot be read.
    """
    for line in (folder / SUMS).read_text(encoding="utf-8").splitlines():
        digest, _, name = line.partition("  ")
        yield name, digest
