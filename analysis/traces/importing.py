"""Import files of games: read, replay, and store them in batches.

The published games that ship with the program are imported by a background task of the worker
while the site runs.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from django_tasks import TaskResultStatus, task
from django_tasks_db.models import DBTaskResult

from analysis.collections import HANABIDATA
from analysis.models import Trace
from analysis.traces import hanabidata
from analysis.traces.documents import ImportedTrace, read
from analysis.traces.hanabidata import Metadata, metadata_of
from analysis.traces.storage import store
from native.records import BadRecord, Record, RefusedGame, RulesReading, load
from native.records import hanabidata as logs

BATCH = 20
"""The number of games stored in one database transaction. It is small because on a busy machine a
niced worker may hold SQLite's write lock for a hundred times the processor time that it needs."""


@dataclass
class Imported:
    """The progress or result of an import: the number of records read (`games`), the number of
    newly stored games (`new`), and the records that could not be imported (`refused`).
    """

    games: int = 0
    new: int = 0
    refused: list[RefusedGame] = field(default_factory=list)

    @property
    def known(self) -> int:
        """The number of games read that had been stored before."""
        return self.games - self.new - len(self.refused)


def import_file(
    path: str,
    progress: Callable[[Imported], None] = lambda _: None,
    *,
    public: bool = False,
    reading: RulesReading | None = None,
) -> Imported:
    """Import every game of a file, folder or archive that is not stored yet, and return the
    counts.

    A game that cannot be read or replayed is refused with a reason, and the import continues.
    `public` makes the people of all these games visible under pseudonyms, also in games stored
    before. `reading` is a site's interpretation of the rules by which all games are replayed; by
    default each game is replayed by the rules of its record. `progress` is called after each batch
    with the counts so far.
    """
    imported = Imported()
    read_games = games_in(path, reading)
    while batch := list(islice(read_games, BATCH)):
        traces = [game for game in batch if isinstance(game, ImportedTrace)]
        if public:
            traces = [_published(trace) for trace in traces]
        imported.refused += [game for game in batch if isinstance(game, RefusedGame)]
        imported.games += len(batch)
        imported.new += len(store(traces))
        progress(imported)
    return imported


def _published(trace: ImportedTrace) -> ImportedTrace:
    people = tuple(person and replace(person, public=True) for person in trace.people)
    return replace(trace, people=people)


def games_in(
    path: str, reading: RulesReading | None = None
) -> Iterator[ImportedTrace | RefusedGame]:
    """Yield every game of a file, folder or archive with the people who played it, and a
    RefusedGame for what cannot be read or replayed. `reading` is as in `import_file`.
    """
    metadata: Metadata | None = None
    for record in load(path):
        if isinstance(record, RefusedGame):
            yield record
            continue
        if record.format == logs.FORMAT:
            metadata = metadata or metadata_of(path)
        rules = reading.applied(record.rules) if reading else record.rules
        yield _read(replace(record, rules=rules), metadata)


def _read(record: Record, metadata: Metadata | None) -> ImportedTrace | RefusedGame:
    try:
        if record.format == logs.FORMAT and metadata is not None:
            return hanabidata.read(record, metadata)
        return read(record)
    except BadRecord as refusal:
        return RefusedGame(record.source, str(refusal))


FILE = Path(__file__).parents[1] / "demo" / "hanabidata.tar.xz"
GAMES = 2040


class Importing(NamedTuple):
    """The progress of the import of the shipped games: the number of games stored and
    their total.
    """

    done: int
    total: int

    @property
    def percent(self) -> int:
        """The share of the shipped games that is stored, in percent, rounded down."""
        return 100 * self.done // self.total


@task
def import_published() -> None:
    """Import the shipped games that are not stored yet. Run as a task by the worker; running it
    again resumes an interrupted import.
    """
    import_file(str(FILE))


def leave_to_worker() -> bool:
    """Queue the import of the shipped games for the worker and return True; return False if all
    are stored or the import is queued already.
    """
    if _games_here() >= GAMES or _tasks(TaskResultStatus.READY):
        return False
    import_published.enqueue()
    return True


def importing() -> Importing | None:
    """Return the progress of the import of the shipped games; None if all are stored, or no import
    is queued or running.
    """
    here = _games_here()
    if here >= GAMES or not _tasks(TaskResultStatus.READY, TaskResultStatus.RUNNING):
        return None
    return Importing(here, GAMES)


def _games_here() -> int:
    return Trace.objects.filter(collection=HANABIDATA.name).count()


def _tasks(*statuses: TaskResultStatus) -> bool:
    of_import = DBTaskResult.objects.filter(task_path=import_published.module_path)
    return of_import.filter(status__in=statuses).exists()
