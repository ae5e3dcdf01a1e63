"""Imports files of games: read, replayed, kept in batches."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice

from analysis.traces import hanabidata
from analysis.traces.reading import Read, read
from analysis.traces.storage import keep
from native.records import BadRecord, Record, Refused, load
from native.records.hanabidata import FORMAT as HANABIDATA

BATCH = 100
"""Games kept in one transaction."""


@dataclass
class Imported:
    """What came of it."""

    games: int = 0
    new: int = 0
    refused: list[Refused] = field(default_factory=list)

    @property
    def known(self) -> int:
        return self.games - self.new - len(self.refused)


def import_file(
    path: str, progress: Callable[[Imported], None] = lambda _: None, *, public: bool = False
) -> Imported:
    """Keep every game of a file, a folder or an archive that is not there yet.

    What cannot be read or replayed is refused with its reason, and the others go on. With `public`
    everybody may see these people, under pseudonyms, also those of games that are there already.
    """
    imported = Imported()
    found_games = _reads(path)
    while batch := list(islice(found_games, BATCH)):
        reads = [found for found in batch if isinstance(found, Read)]
        if public:
            reads = [_published(read) for read in reads]
        imported.refused += [found for found in batch if isinstance(found, Refused)]
        imported.games += len(batch)
        imported.new += len(keep(reads))
        progress(imported)
    return imported


def _published(read: Read) -> Read:
    people = tuple(person and replace(person, public=True) for person in read.people)
    return replace(read, people=people)


def _reads(path: str) -> Iterator[Read | Refused]:
    facts: hanabidata.Beside | None = None
    for found in load(path):
        if isinstance(found, Record) and found.format == HANABIDATA:
            facts = facts or hanabidata.beside(path)
        yield _read(found, facts) if isinstance(found, Record) else found


def _read(record: Record, facts: hanabidata.Beside | None) -> Read | Refused:
    try:
        if record.format == HANABIDATA and facts is not None:
            return hanabidata.read(record, facts)
        return read(record)
    except BadRecord as refusal:
        return Refused(record.source, str(refusal))
