"""Training data: the positions of recorded games in which a person was to move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from analysis.traces.hanabidata import GAME, metadata_of
from native import Game, Rng
from native.play.blueprint import Blueprint
from native.records import Record, readable, replay
from native.records.hanabidata import FORMAT
from native.strategies.human import FEATURES, look

CROWD = FEATURES.index("crowd")
NO_LOTS = Rng(0)
"""The random generator passed to agents that choose a single move and need none."""
PERSON = 1
"""The seat of the person in games of HanabiData, from 0; an agent has the other seat."""


@dataclass(frozen=True)
class Positions:
    """Positions in which a person moved, with the features of every legal move and the move made.

    `features` has one row per legal move; rows starts[i] to starts[i + 1] - 1 belong to position i.
    Every other array has one entry or row per position.
    """

    features: npt.NDArray[np.float16]
    """Features of every legal move, shape (moves, features), with the moves of one position after
    another."""
    starts: npt.NDArray[np.int64]
    """The row of each position's first legal move in `features`, then the number of rows, shape
    (positions + 1,)."""
    chosen: npt.NDArray[np.int64]
    """The index of the move made among the position's legal moves, shape (positions,)."""
    kinds: npt.NDArray[np.int8]
    """The kind of the move made, shape (positions,): 0 a discard, 1 a play, 2 a clue."""
    people: npt.NDArray[np.int64]
    """A number that identifies the person who moved, or the game if the person is unknown, shape
    (positions,)."""
    sets: npt.NDArray[np.int8]
    """The data set of each position, shape (positions,): 1 experienced people, 0 others."""
    players: npt.NDArray[np.int8]
    """The number of players at the table, shape (positions,)."""
    rivals: npt.NDArray[np.bool_]
    """Whether each compared agent would make the person's move, shape (positions, compared
    agents)."""

    def __len__(self) -> int:
        return len(self.chosen)

    def of(self, numbers: npt.NDArray[np.int64]) -> Positions:
        """Return the positions with the indices `numbers`, in their order."""
        lengths = np.diff(self.starts)[numbers]
        starts = np.concatenate([[0], np.cumsum(lengths)])
        rows = np.repeat(self.starts[numbers] - starts[:-1], lengths) + np.arange(starts[-1])
        each = ("chosen", "kinds", "people", "sets", "players", "rivals")
        columns = {name: getattr(self, name)[numbers] for name in each}
        return Positions(self.features[rows], starts, **columns)


def read(paths: Sequence[str], describer: Blueprint, rivals: Sequence[Blueprint] = ()) -> Positions:
    """Return all positions in which a person moved in the recorded games of these files, with
    features of every legal move.

    `paths` are files, folders or archives of games, such as hanab.live JSON or HanabiData logs (see
    `native.records.load`). `describer`, an agent of the C core that imitates people, computes the
    features; `rivals` are agents whose choices are compared with the person's. Games are left out
    if they cannot be replayed, allow empty clues, or have rules that `describer` does not support.
    Raise BadRecord if a file has no game that can be read.
    """
    people: dict[str, int] = {}
    parts, facts, same = [], [], []
    for path in paths:
        metadata = metadata_of(path)
        for record in readable(path):
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


class PersonTurn(NamedTuple):
    """A turn at which a person was to move: the features of every legal move, and the index of the
    move made. The fields are those of `Positions` for a single position.
    """

    features: npt.NDArray[np.float16]
    chosen: int
    kind: int
    players: int
    rivals: tuple[bool, ...]


def _of_game(
    record: Record, describer: Blueprint, rivals: Sequence[Blueprint], experienced: bool
) -> Iterator[PersonTurn]:
    """Yield the turns of the people in one game."""
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
            yield PersonTurn(features, chosen, min(int(event.move.kind), 2), rules.players, same)
        game.play(event.move)
