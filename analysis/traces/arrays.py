"""Games as the arrays of AH2AC2 (`native.records.ah2ac2`), in one file or in two parts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from django.db.models import QuerySet

from agents.runs.storage import replacing
from analysis.models import Trace
from analysis.tables import BadTable, check_folder
from analysis.traces.exporting import documents
from native import Game, Rng
from native.records import BadRecord, ah2ac2, replay
from native.records.hanab_live_reader import read

SUFFIX = ".safetensors"


@dataclass
class Written:
    """What was written: how many games in which files, and why others are not among them."""

    files: dict[str, int] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)


def save(path: str, traces: QuerySet[Trace], train: int = 0, seed: str = "1") -> Written:
    """Write the games that such a file can have. With `train` so many, drawn by the seed, go to
    NAME_train and the others to NAME_val, as the challenge parts its own; else all to the path.
    Raises BadTable, and then nothing has been written."""
    file, written = Path(path), Written()
    check_folder(file)
    games: list[tuple[int, Game]] = []
    for number, document in enumerate(documents(traces)):
        played = replay(read(msgspec.json.encode(document), document.lab.id)).game
        assert played is not None  # It was replayed when it was stored.
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


def _number(text: str, otherwise: int) -> int:
    """The game's own number where it comes from, if it has one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else otherwise


def _parts(
    file: Path, games: Sequence[tuple[int, Game]], train: int, seed: str
) -> dict[str, Sequence[tuple[int, Game]]]:
    if not train:
        return {file.name: games}
    if not 0 < train < len(games):
        raise BadTable(f"Of {len(games)} games, 1 to {max(1, len(games) - 1)} can be for training.")
    drawn = sorted(range(len(games)), key=lambda place: Rng(seed).derive(place).next())
    chosen = set(drawn[:train])
    return {
        f"{file.stem}_train{SUFFIX}": [one for i, one in enumerate(games) if i in chosen],
        f"{file.stem}_val{SUFFIX}": [one for i, one in enumerate(games) if i not in chosen],
    }


def _packed(games: Sequence[tuple[int, Game]]) -> tuple[bytes, int]:
    return ah2ac2.write([game for _, game in games], [number for number, _ in games]), len(games)
