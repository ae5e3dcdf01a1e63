"""Games as arrays, in the format of the Ad-Hoc Human-AI Coordination Challenge (AH2AC2, 2025).

A file is safetensors with six integer arrays: `num_players`, a number; `game_ids`, `scores` and
`num_actions`, one per game; `decks` (games, 50, 2), suit and rank from 0 in draw order; and
`actions` (games, turns, players), a column per seat. Every seat has an action in every turn; a
seat that is not to move has the action with the highest number, “nothing”. The other actions are
those of the Hanabi Learning Environment: discards and plays by position in the hand, the oldest
card 0, then clues of colour and of rank to the next seat and those after it.

Games follow the rule book; a game recorded without its end is taken to be from hanab.live, which
ends a game when nothing is left to score.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from native.engine.events import End
from native.engine.game import Game
from native.engine.rules import Card, Rules
from native.records.record import Action, ActionKind, BadRecord, Hands, Record, record_of
from native.records.replay import replay

FORMAT = "ah2ac2"
PARTS = {"train": f"{FORMAT}-train", "val": f"{FORMAT}-val"}
"""`Record.format` of the games in the two parts of the challenge's data, by the text in the name of
a file that identifies the part."""
OPENING = re.compile(rb"...\0\0\0\0\0\{", re.DOTALL)
"""Matches the beginning of a safetensors file: the length of its header, and the header's “{”."""
MAX_BYTES = 64 * 2**20
TURNS = 89
"""The length of the turn axis of `actions` in a written file, as in the challenge's files; it is
longer only if a game is."""
PLAYERS = range(2, 6)
SUITS = RANKS = 5

Array = npt.NDArray[np.int64]


class Shapes(NamedTuple):
    """The six integer arrays of a file in the AH2AC2 format.

    `num_players` is one number; `game_ids`, `scores` and `num_actions` are (games,); `decks` is
    (games, 50, 2), the suit and rank (from 0) of each card in draw order; `actions` is (games,
    turns, players), an action number for every seat in every turn.
    """

    num_players: Array
    game_ids: Array
    scores: Array
    num_actions: Array
    decks: Array
    actions: Array


def read(data: bytes, source: str) -> Iterator[Record | BadRecord]:
    """Yield a Record for every game of a file in the AH2AC2 format, and a BadRecord, not raised, in
    place of an invalid game.

    `data` are the file's bytes. `source` is its name, which is repeated in the records and shows
    the part of the challenge's data (train or val). Raises BadRecord if the file as a whole is
    invalid.
    """
    arrays = _checked(_loaded(data))
    players = int(arrays.num_players)
    part = next((name for key, name in PARTS.items() if key in _stem(source)), FORMAT)
    for number, game_id in enumerate(arrays.game_ids.tolist()):
        try:
            record = Record(
                source=f"{source}:{game_id}",
                format=part,
                rules=Rules.standard(players),
                deck=tuple(_card(pair) for pair in arrays.decks[number].tolist()),
                actions=tuple(_actions(arrays.actions[number], int(arrays.num_actions[number]))),
                players=tuple(f"Player {seat + 1}" for seat in range(players)),
                score=int(arrays.scores[number]),
                id=str(game_id),
            )
            if replay(record).end == "running":
                # hanab.live had ended the game, as no card could still score.
                rules = replace(record.rules, stop_when_nothing_left=True)
                record = replace(record, rules=rules)
            yield record
        except BadRecord as refusal:
            yield BadRecord(f"game {game_id}: {refusal}")


def write(games: Sequence[Game], ids: Sequence[int] = ()) -> bytes:
    """Return games as the bytes of a file in the AH2AC2 format. `ids` are the numbers of the games,
    by default from 0 on.

    Raises BadRecord if there is no game, the games have different numbers of players, safetensors
    is not installed, or the format cannot express a game, for the reason that `refusal` returns.
    """
    if not games:
        raise BadRecord("There is no game to write.")
    sizes = {game.rules.players for game in games}
    if len(sizes) > 1:
        raise BadRecord(f"A file has games of one table size, not of {sorted(sizes)}.")
    for game in games:
        if problem := refusal(game):
            raise BadRecord(problem)
    players = sizes.pop()
    turns = max(TURNS, *(game.turn for game in games))
    nothing = Rules.standard(players).move_count
    acted = np.full((len(games), turns, players), nothing, np.int32)
    for row, game in zip(acted, games, strict=True):
        for turn, action in enumerate(_written(game)):
            row[turn, turn % players] = action
    decks = [[(card.suit, card.rank - 1) for card in game.deck] for game in games]
    arrays = {
        "num_players": np.array(players, np.int32),
        "game_ids": np.array(ids or range(len(games)), np.int32),
        "scores": np.array([game.score_zero for game in games], np.int32),
        "num_actions": np.array([game.turn for game in games], np.int32),
        "decks": np.array(decks, np.int32),
        "actions": acted,
    }
    return bytes(_library().save(arrays))


def refusal(game: Game) -> str:
    """Return the reason, as a sentence for users, why the AH2AC2 format cannot express a game;
    empty if it can.
    """
    players = game.rules.players
    if players not in PLAYERS:
        return f"There are games of {PLAYERS[0]} to {PLAYERS[-1]} players, not of {players}."
    if game.end in (None, End.TERMINATED):
        return "The game was not played to its end."
    standard = Rules.standard(players)
    if (game.rules.suits, game.rules.hand_size) != (standard.suits, standard.hand_size):
        return "The game is of a variant, or with other hands than usual."
    again = replay(replace(record_of(game), rules=standard))
    if not again.ok or again.turns != game.turn:
        return f"By the rule book the game differs: {again.reason.removesuffix('.')}."
    return ""


def _library() -> Any:
    try:
        return import_module("safetensors.numpy")
    except ImportError:
        raise BadRecord(
            "This needs safetensors, which is not installed: pip install 'hanabi-lab[ah2ac2]' or "
            "pip install safetensors."
        ) from None


def _stem(source: str) -> str:
    return re.split(r"[/\\:]", source)[-1].partition(".")[0]


def _loaded(data: bytes) -> Mapping[str, npt.NDArray[Any]]:
    library = _library()
    try:
        arrays: dict[str, npt.NDArray[Any]] = library.load(data)
    except Exception as error:  # The library and NumPy raise several types.
        raise BadRecord(f"damaged safetensors: {error}") from None
    return arrays


def _checked(arrays: Mapping[str, npt.NDArray[Any]]) -> Shapes:
    if missing := [name for name in Shapes._fields if name not in arrays]:
        raise BadRecord(f"not an AH2AC2 file: the array {missing[0]} is missing")
    for name in Shapes._fields:
        if arrays[name].dtype.kind not in "iu":
            raise BadRecord(f"the array {name} is not of whole numbers")
    found = Shapes(*(arrays[name].astype(np.int64) for name in Shapes._fields))
    if found.num_players.size != 1 or int(found.num_players.ravel()[0]) not in PLAYERS:
        raise BadRecord(f"num_players is one number from {PLAYERS[0]} to {PLAYERS[-1]}")
    players, games = int(found.num_players.ravel()[0]), found.game_ids.size
    deck = Rules.standard(players).deck_size
    turns = found.actions.shape[1] if found.actions.ndim == 3 else 0
    wanted = {
        "game_ids": (games,),
        "scores": (games,),
        "num_actions": (games,),
        "decks": (games, deck, 2),
        "actions": (games, turns, players),
    }
    for name, shape in wanted.items():
        if getattr(found, name).shape != shape:
            given = getattr(found, name).shape
            raise BadRecord(f"the array {name} must have the shape {shape}, not {given}")
    return found._replace(num_players=found.num_players.reshape(()))


def _card(pair: Sequence[int]) -> Card:
    suit, rank = pair
    if not (0 <= suit < SUITS and 0 <= rank < RANKS):
        raise BadRecord(f"there is no card of suit {suit} and rank {rank}")
    return Card(suit, rank + 1)


def _actions(acted: Array, count: int) -> Iterator[Action]:
    """Yield the first `count` actions of one game, given its rows of the array `actions`: `acted`,
    (turns, players). Raises BadRecord if an action is impossible.
    """
    turns, players = acted.shape
    if not 0 <= count <= turns:
        raise BadRecord(f"{count} actions, where there is room for {turns}")
    rules = Rules.standard(players)
    nothing, hands = rules.move_count, Hands(rules)
    for turn, row in enumerate(acted[:count].tolist()):
        seat = turn % players
        if wrong := next((one for one in row if not 0 <= one <= nothing), None):
            raise BadRecord(f"turn {turn + 1}: there is no action {wrong}")
        if any(one != nothing for other, one in enumerate(row) if other != seat):
            raise BadRecord(f"turn {turn + 1}: another seat acts besides seat {seat}")
        if row[seat] == nothing:
            raise BadRecord(f"turn {turn + 1}: seat {seat} does nothing")
        move = rules.moves[row[seat]]
        kind = ActionKind[move.kind.name]
        if move.slot is None:
            assert move.target is not None
            assert move.value is not None
            yield Action(kind, (seat + move.target) % players, move.value)
            continue
        if move.slot >= len(hands.of[seat]):
            raise BadRecord(f"turn {turn + 1}: seat {seat} has no card {move.slot}")
        yield Action(kind, hands.use(seat, move.slot))


def _written(game: Game) -> Iterator[int]:
    """Yield the action number, in the AH2AC2 format, of every move of a game."""
    hands = Hands(game.rules)
    for event in game.history:
        move = event.move
        if event.order is not None:
            place = hands.of[event.seat].index(event.order)
            hands.use(event.seat, place)
            move = move._replace(slot=place)
        yield move.id(game.rules)
