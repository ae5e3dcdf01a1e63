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
    """Write a folder's SHA256SUMS; `digests` maps each file's path in the folder to its digest."""
    text = "".join(f"{digest}  {name}\n" for name, digest in digests.items())
    (folder / SUMS).write_text(text, encoding="utf-8")


def read(folder: Path) -> Iterator[tuple[str, str]]:
    """Yield the path and digest of each file listed in the folder's SHA256SUMS. Raise OSError or
    UnicodeDecodeError if it cannot be read.
    """
    for line in (folder / SUMS).read_text(encoding="utf-8").splitlines():
        digest, _, name = line.partition("  ")
        yield name, digest
