"""Play many games between blueprints, one array row per game: score, deck, moves, tallies."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from native._core import ffi, lib
from native.engine.events import End
from native.engine.game import Game
from native.engine.rng import Rng
from native.engine.rules import Rules
from native.engine.structs import dtype_of
from native.play.blueprint import Blueprint, refuse, room_for
from native.play.threads import workers_for

CHUNK = 256
"""The number of games that one call of the C core plays."""
CONDUCT = dtype_of("hl_conduct")
"""The dtype of one seat's tallies (the core's `hl_conduct`), named in `native.play.measures`."""
ROW = dtype_of("hl_row")
"""The dtype of one game (the core's `hl_row`).

score: the number of cards played
strikes, turns: the numbers of strikes and of moves
end: an `End`
deck: (64,) identities in draw order
moves: (192,) the move id of each turn
seats: (6,) CONDUCT, the tallies of each seat
        (the ends of these arrays are unused)"""

Rows = npt.NDArray[np.void]
"""Array of games: (games,) of dtype ROW."""


def rows(
    rules: Rules,
    seating: Sequence[Blueprint],
    games: int,
    seed: str | int | Rng,
    *,
    first: int = 0,
    threads: int | None = None,
) -> Rows:
    """Play games between strategies, strategy i on seat i, and return one array row (dtype ROW) per
    game, in order, with its score, end, deck, moves and tallies.

    The games are numbers `first`, `first` + 1 … of the seed, the same that
    `native.play.table.simulate` plays. `threads` is by default one per processor. Raises ValueError
    if the seating does not fit the table or the number of games or threads is out of range,
    BadRules if a strategy cannot play by these rules.
    """
    if len(seating) != rules.players:
        raise ValueError(f"{rules.players} seats need {rules.players} agents, not {len(seating)}.")
    workers = workers_for(games, first, threads)
    structs = ffi.new("hl_blueprint *[]", [seat.struct for seat in seating])
    stream = Rng(seed).struct
    played = np.zeros(games, ROW)

    def play(start: int) -> None:
        part = played[start : start + chunk]
        room, out = room_for(seating, rules.players), ffi.cast("hl_row *", part.ctypes.data)
        refuse(
            lib.hl_table_rows(rules.struct, structs, stream, first + start, len(part), room, out)
        )

    chunk = 1 if any(seat.thinks for seat in seating) else CHUNK
    starts = range(0, games, chunk)
    if min(workers, len(starts)) == 1:  # starting a thread takes longer than playing some games
        for start in starts:
            play(start)
        return played
    with ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(play, starts):
            pass
    return played


def rows_of(games: Sequence[Game]) -> Rows:
    """Convert finished games to array rows: score, end, deck, moves and tallies (dtype ROW)."""
    made = np.zeros(len(games), ROW)
    structs = ffi.cast("hl_row *", made.ctypes.data)
    for number, game in enumerate(games):
        lib.hl_row_of_game(game.struct, structs + number)
    return made


def game_of(rules: Rules, row: np.void) -> Game:
    """Return the game that an array row (dtype ROW) records, replayed to its end."""
    game = Game(rules, deck=[rules.cards[card] for card in row["deck"][: rules.deck_size]])
    for move in row["moves"][: row["turns"]]:
        game.play(rules.moves[move])
    if row["end"] == End.TERMINATED:
        game.terminate()
    return game
