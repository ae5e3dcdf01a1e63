"""Runs small enough for a test."""

from concurrent.futures import Executor

from agents.archives import Archive, Recipe, Setting, runs
from agents.archives.files import encode
from agents.generator.run import make, resumed, started
from agents.runs.storage import make_folder
from tests.serial import Serial

SETTING = Setting(grid=(5, 5))


def recipe(algorithm: str = "paper", individuals: int = 300) -> Recipe:
    return Recipe("7", individuals, initial=100, algorithm=algorithm, games=8, batch=50)


def made(
    name: str, algorithm: str = "paper", executor: Executor | None = None, individuals: int = 300
) -> Archive:
    """A whole run."""
    with started(name, SETTING, recipe(algorithm, individuals)) as run:
        return make(run, executor or Serial())


def ready(name: str, individuals: int = 300) -> Archive:
    """The run that `made` makes, for tests of what comes after: made once, then copied."""
    if individuals not in _READY:
        made(name, individuals=individuals)
        files = [path for path in runs.folder(name).iterdir() if path.is_file()]
        _READY[individuals] = {path.name: (path.read_bytes(), name) for path in files}
    make_folder(runs.folder(name))
    for file, (written, other) in _READY[individuals].items():
        renamed = written.replace(f'"{other}"'.encode(), f'"{name}"'.encode())
        (runs.folder(name) / file).write_bytes(renamed)
    return runs.load(name)


_READY: dict[int, dict[str, tuple[bytes, str]]] = {}


def continued(name: str, individuals: int | None = None) -> Archive:
    with resumed(name, individuals) as run:
        return make(run, Serial())


def saved(name: str) -> bytes:
    """The bytes of a run's archive, but for its name."""
    archive = runs.load(name)
    assert (runs.folder(name) / runs.ARCHIVE).read_bytes() == encode(archive)
    return encode(archive).replace(f'"{name}"'.encode(), b'"run"')
