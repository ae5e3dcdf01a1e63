"""Imports files of games: read, replayed, kept in batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from analysis.traces import hanabidata
from analysis.traces.hanabidata_metadata import Metadata, metadata_of
from analysis.traces.reading import ImportedTrace, read
from analysis.traces.storage import store
from native.records import BadRecord, Record, Refused, load
from native.records.hanabidata import FORMAT as HANABIDATA
from native.records.readings import Reading

BATCH = 100
"""Games kept in one transaction."""


@dataclass
class Imported:
    """How many games were imported, and which were refused."""

    games: int = 0
    new: int = 0
    refused: list[Refused] = field(default_factory=list)

    @property
    def known(self) -> int:
        return self.games - self.new - len(self.refused)


def import_file(
    path: str,
    progress: Callable[[Imported], None] = lambda _: None,
    *,
    public: bool = False,
    reading: Reading | None = None,
) -> Imported:
    """Keep every game of a file, a folder or an archive that is not there yet.

    What cannot be read or replayed is refused with its reason, and the others go on. With `public`
    everybody may see these people, under pseudonyms, also those of games that are there already.
    With `reading` games are played by these rules, else by those of where they come from.
    """
    imported = Imported()
    read_games = _read_games(path, reading)
    while batch := list(islice(read_games, BATCH)):
        traces = [game for game in batch if isinstance(game, ImportedTrace)]
        if public:
            traces = [_published(trace) for trace in traces]
        imported.refused += [game for game in batch if isinstance(game, Refused)]
        imported.games += len(batch)
        imported.new += len(store(traces))
        progress(imported)
    return imported


def _published(trace: ImportedTrace) -> ImportedTrace:
    people = tuple(person and replace(person, public=True) for person in trace.people)
    return replace(trace, people=people)


def _read_games(path: str, reading: Reading | None) -> Iterator[ImportedTrace | Refused]:
    metadata: Metadata | None = None
    for record in load(path):
        if isinstance(record, Refused):
            yield record
            continue
        if record.format == HANABIDATA:
            metadata = metadata or metadata_of(path)
        rules = reading.applied(record.rules) if reading else record.rules
        yield _read(replace(record, rules=rules), metadata)


def _read(record: Record, metadata: Metadata | None) -> ImportedTrace | Refused:
    try:
        if record.format == HANABIDATA and metadata is not None:
            return hanabidata.read(record, metadata)
        return read(record)
    except BadRecord as refusal:
        return Refused(record.source, str(refusal))
