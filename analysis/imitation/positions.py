"""Positions of recorded games in which a person was to move, as arrays to learn from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.traces.hanabidata_metadata import GAME, metadata_of
from native import Game, Rng
from native.play.blueprint import Blueprint
from native.records import Record, Refused, load, replay
from native.records.hanabidata import FORMAT
from native.strategies.human.human import FEATURES, look

CROWD = FEATURES.index("crowd")
NO_LOTS = Rng(0)
PERSON = 1
"""The seat of the person in HanabiData; the other is an agent."""


@dataclass(frozen=True)
class Positions:
    """Every position with all its legal moves, one position's moves after another's."""

    features: npt.NDArray[np.float16]
    """(moves, features)."""
    starts: npt.NDArray[np.int64]
    """(positions + 1,): where the moves of each begin, and the end of the last."""
    chosen: npt.NDArray[np.int64]
    """(positions,): which of its moves was made, counted from its start."""
    kinds: npt.NDArray[np.int8]
    """(positions,): what was made: 0 a discard, 1 a play, 2 a clue."""
    people: npt.NDArray[np.int64]
    """(positions,): who moved: a number for each person, or each game if persons aren't known."""
    sets: npt.NDArray[np.int8]
    """(positions,): the data set: 1 experienced people, 0 anybody."""
    players: npt.NDArray[np.int8]
    """(positions,)."""
    rivals: npt.NDArray[np.bool_]
    """(positions, rivals): whether each agent that is compared would make the same move."""

    def __len__(self) -> int:
        return len(self.chosen)

    def of(self, numbers: npt.NDArray[np.int64]) -> Positions:
        """Some of the positions, in the order asked for."""
        lengths = np.diff(self.starts)[numbers]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        rows = np.repeat(self.starts[numbers] - starts[:-1], lengths) + np.arange(starts[-1])
        return Positions(
            self.features[rows],
            starts,
            self.chosen[numbers],
            self.kinds[numbers],
            self.people[numbers],
            self.sets[numbers],
            self.players[numbers],
            self.rivals[numbers],
        )


def read(paths: Sequence[str], describer: Blueprint, rivals: Sequence[Blueprint] = ()) -> Positions:
    """All positions of the games in these files in which a person moved. Games that cannot be
    replayed, or by rules that the conventions do not know, are left out."""
    people: dict[str, int] = {}
    parts, facts, same = [], [], []
    for path in paths:
        metadata = metadata_of(path)
        for record in load(path):
            if isinstance(record, Refused):
                continue
            experienced = record.format != FORMAT
            who = record.source
            if match := GAME.search(Path(record.source).name):
                who = metadata.first_game(match[1])
            number = people.setdefault(who, len(people))
            for turn in _of_game(record, describer, rivals, experienced):
                parts.append(turn.features)
                facts.append((turn.chosen, turn.kind, number, experienced, turn.players))
                same.append(turn.rivals)
    columns = np.array(facts, np.int64).reshape(-1, 5).T
    return Positions(
        np.concatenate([np.zeros((0, len(FEATURES)), np.float16), *parts]),
        np.cumsum([0, *(len(part) for part in parts)]),
        columns[0],
        columns[1].astype(np.int8),
        columns[2],
        columns[3].astype(np.int8),
        columns[4].astype(np.int8),
        np.array(same, np.bool_).reshape(len(same), len(rivals)),
    )


class Turn(NamedTuple):
    """A turn of a person."""

    features: npt.NDArray[np.float16]
    chosen: int
    kind: int
    players: int
    rivals: tuple[bool, ...]


def _of_game(
    record: Record, describer: Blueprint, rivals: Sequence[Blueprint], experienced: bool
) -> Iterator[Turn]:
    played = replay(record)
    if not played.ok or played.game is None or record.rules.empty_clues:
        return
    rules = played.game.rules
    if not describer.knows(rules):
        return
    game = Game(rules, deck=record.deck)
    for event in played.game.view(0).history:
        if experienced or event.seat == PERSON:
            view = game.view(event.seat)
            seen = look(describer, view)
            features = seen.features.astype(np.float16)
            features[:, CROWD] = experienced
            chosen = int(np.flatnonzero(seen.moves == event.move.id(rules))[0])
            same = tuple(rival.decide(view, NO_LOTS).move == event.move for rival in rivals)
            yield Turn(features, chosen, min(int(event.move.kind), 2), rules.players, same)
        game.play(event.move)
