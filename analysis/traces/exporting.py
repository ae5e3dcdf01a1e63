"""Export traces as documents, JSON lines, tables, and AH2AC2 arrays (`native.records.ah2ac2`).

People appear under pseudonyms that are stable within one export only.
"""

import secrets
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from pathlib import Path

import msgspec
import numpy as np
from django.db.models import QuerySet

from agents.runs.storage import replacing
from analysis.models import Trace
from analysis.tables import BadTable, Table, check_folder
from analysis.traces.documents import game_of, unpack
from game.replays.trace_schema import ANSWERS, SurveyFact, TraceDocument
from native import Game, Rng
from native.records import ActionKind, BadRecord, ah2ac2

CHUNK = 500
MOST_SEATS = 6
LAST_MOVE = ActionKind.RANK
ARRAYS = ".safetensors"
"""The suffix of the names of exported array files."""
Names = Callable[[int], str]


def lines(
    traces: QuerySet[Trace], *, private: bool = False, names: Names | None = None
) -> Generator[bytes, None, None]:
    """Yield each trace as one line of JSON.

    `private` also exports survey answers that may not be published; `names` maps people's ids to
    names, by default to random pseudonyms.
    """
    found = documents(traces, private=private, names=names)
    return (msgspec.json.encode(one) + b"\n" for one in found)


def tables(traces: QuerySet[Trace]) -> Iterator[Table]:
    """Yield the traces as tables of up to CHUNK rows, one row per trace.

    Columns: `id`, `collection`, `players`, `variant`, `started` (a time), `stacks` (cards played),
    `zero` (the same, but 0 after three strikes), `strikes`, `turns`, `end`, `seat_0` to `seat_5`
    (an agent's address or a person's pseudonym; empty for seats beyond the table), and `trace`, the
    whole document in JSON.
    """
    found = documents(traces)
    while part := list(islice(found, CHUNK)):
        yield _table(part)


def documents(
    traces: QuerySet[Trace], *, private: bool = False, names: Names | None = None
) -> Iterator[TraceDocument]:
    """Yield the traces as documents, in the order in which they were stored, with pseudonyms for
    people.

    A person has the same pseudonym in all documents of an export and another in the next export,
    because the key is random and discarded; `names` replaces pseudonyms by other names, by the
    person's id. The moves themselves still identify a game.

    Survey answers that may not be published are omitted unless `private` is set, which is for the
    experiment whose participants consented to it.
    """
    key = secrets.token_bytes(32)
    called = names or (lambda person: pseudonym(person, key))
    whole = traces.select_related("document").prefetch_related("seats", "surveys")
    for trace in whole.order_by("pk").iterator(chunk_size=CHUNK):
        yield _document(trace, called, private)


def pseudonym(person_id: int, key: bytes) -> str:
    """Return the pseudonym of the person with this id, such as person-3f29a1b2c3d4, which cannot
    be computed or reversed without the key.
    """
    return "person-" + blake2b(str(person_id).encode(), key=key, digest_size=6).hexdigest()


@dataclass
class WrittenArrays:
    """What an export of arrays wrote: the number of games in each file, by its name (`files`), and
    a line for each omitted game with the reason (`left_out`).
    """

    files: dict[str, int] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)


def save_arrays(
    path: str, traces: QuerySet[Trace], train: int = 0, seed: str = "1"
) -> WrittenArrays:
    """Write the games that fit the AH2AC2 format as arrays; return the number of games in each
    file, and the omitted games.

    With `train`, that many games chosen at random by the seed go to the file NAME_train and the
    rest to NAME_val, as in the challenge's data, where NAME is that of `path`; otherwise all go to
    `path`. Raise BadTable if `train` is out of range, no game fits or a file cannot be written.
    """
    file, written = Path(path), WrittenArrays()
    check_folder(file)
    games: list[tuple[int, Game]] = []
    for number, document in enumerate(documents(traces)):
        played = game_of(document)
        if problem := ah2ac2.refusal(played):
            written.left_out.append(f"{document.lab.id}: {problem}")
        else:
            games.append((_number(document.lab.id, number), played))
    try:
        parts = [(name, _packed(part)) for name, part in _parts(file, games, train, seed).items()]
    except BadRecord as refusal:
        because = f" The first that was left out: {written.left_out[0]}" if written.left_out else ""
        raise BadTable(f"{refusal}{because}") from None
    for name, (data, count) in parts:
        try:
            with replacing(file.with_name(name)) as out:
                out.write(data)
        except OSError as error:
            raise BadTable(f"{name} cannot be written: {error.strerror or error}.") from None
        written.files[name] = count
    return written


def _table(documents: list[TraceDocument]) -> Table:
    labs = [document.lab for document in documents]
    names = [_names(document) for document in documents]
    return Table(
        {
            "id": [lab.id for lab in labs],
            "collection": [lab.collection or "here" for lab in labs],
            "players": np.array([len(document.players) for document in documents]),
            "variant": [lab.variant for lab in labs],
            "started": [lab.started or "" for lab in labs],
            **{
                name: np.array([getattr(lab, name) for lab in labs])
                for name in ("stacks", "zero", "strikes")
            },
            # An abandoned game ends with an action that is no move.
            "turns": np.array([sum(a.type <= LAST_MOVE for a in d.actions) for d in documents]),
            "end": [lab.end or "running" for lab in labs],
            **{f"seat_{seat}": [row[seat] for row in names] for seat in range(MOST_SEATS)},
            "trace": [msgspec.json.encode(document).decode() for document in documents],
        }
    )


def _names(document: TraceDocument) -> list[str]:
    """Return the first player of each seat, padded with empty names to MOST_SEATS."""
    first = {fact.seat: fact.agent or fact.name for fact in reversed(document.lab.seats)}
    named = [first.get(seat, name) for seat, name in enumerate(document.players)]
    return named + [""] * (MOST_SEATS - len(named))


def _document(trace: Trace, called: Names, private: bool) -> TraceDocument:
    document = unpack(trace.document.body)
    seated = [(seat.index, seat.person_id) for seat in trace.seats.all()]
    names = {index: called(person) for index, person in seated if person is not None}
    seats = tuple(
        msgspec.structs.replace(fact, name=names[fact.seat])
        if fact.kind == "person" and fact.seat in names
        else fact
        for fact in document.lab.seats
    )
    answers = _surveys(trace, private)
    lab = msgspec.structs.replace(
        document.lab,
        id=trace.source or trace.digest,
        seats=seats,
        survey=answers[0] if answers else None,
        more_surveys=tuple(answers[1:]),
    )
    first = {fact.seat: fact.name for fact in reversed(seats)}
    players = tuple(first.get(i, name) for i, name in enumerate(document.players))
    return msgspec.structs.replace(document, players=players, lab=lab)


def _surveys(trace: Trace, private: bool) -> list[SurveyFact]:
    """Return the answers by seat (None for the first person's); those of unknown people come
    last.
    """
    seats = {seat.person_id: seat.index for seat in trace.seats.all() if seat.person_id}
    first = min(seats.values(), default=None)
    known = [(seats.get(one.person_id or 0, MOST_SEATS), one) for one in trace.surveys.all()]
    known.sort(key=lambda pair: pair[0])
    return [
        SurveyFact(
            None if seat in (first, MOST_SEATS) else seat,
            **{name: getattr(survey, name) for name in ANSWERS},
        )
        for seat, survey in known
        if survey.publish or private
    ]


def _number(text: str, otherwise: int) -> int:
    """Return the game's number in its source, or `otherwise` if it has none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else otherwise


def _parts(
    file: Path, games: Sequence[tuple[int, Game]], train: int, seed: str
) -> dict[str, Sequence[tuple[int, Game]]]:
    if not train:
        return {file.name: games}
    if not 0 < train < len(games):
        most = max(1, len(games) - 1)
        raise BadTable(f"Of {len(games)} games, 1 to {most} can be for training, not {train}.")
    drawn = sorted(range(len(games)), key=lambda place: Rng(seed).derive(place).next())
    chosen = set(drawn[:train])
    return {
        f"{file.stem}_train{ARRAYS}": [one for i, one in enumerate(games) if i in chosen],
        f"{file.stem}_val{ARRAYS}": [one for i, one in enumerate(games) if i not in chosen],
    }


def _packed(games: Sequence[tuple[int, Game]]) -> tuple[bytes, int]:
    return ah2ac2.write([game for _, game in games], [number for number, _ in games]), len(games)
