"""Simulate games between blueprints, host games in which the caller moves some seats, and measure
agreement.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from native._core import ffi, lib
from native.engine.game import Game
from native.engine.rng import Rng
from native.engine.rules import Rules
from native.play.blueprint import Blueprint, refuse, room_for
from native.play.results import Counts, Result, counts_of, read
from native.play.threads import CHUNK, run

THINKERS = 4
"""The number of games that one call of the C core plays if a strategy searches, which is slow."""


def simulate(
    rules: Rules,
    seating: Sequence[Blueprint],
    games: int,
    seed: str | int | Rng,
    *,
    first: int = 0,
    threads: int | None = None,
) -> Result:
    """Play games between strategies, strategy i on seat i, and return their results.

    The games are numbers `first`, `first` + 1 … of the seed. The result does not depend on the
    number of threads (default: one per processor). Raises ValueError if the seating does not fit
    the table or the number of games or threads is out of range, BadRules if a strategy cannot play
    by these rules.
    """
    if len(seating) != rules.players:
        raise ValueError(f"{rules.players} seats need {rules.players} agents, not {len(seating)}.")
    structs = ffi.new("hl_blueprint *[]", [seat.struct for seat in seating])
    stream = Rng(seed).struct

    def play(start: int, count: int) -> Counts:
        results = ffi.new("hl_results *")
        room = room_for(seating, rules.players)
        refuse(lib.hl_table_games(rules.struct, structs, stream, start, count, room, results))
        return counts_of(results)

    chunk = THINKERS if any(seat.thinks for seat in seating) else CHUNK
    return read([seat.reasons for seat in seating], run(play, games, first, threads, chunk))


class MoveAgreement(NamedTuple):
    """The moves that a strategy would choose on the turns of a recorded game, and how many of them
    equal the recorded moves.
    """

    same: tuple[int, ...]
    """By seat, the number of its recorded moves that the strategy would have made too."""
    chosen: tuple[int, ...]
    """By turn, the id of the move that the strategy chooses; negative where it would give up."""


def agreements(
    game: Game, blueprints: Sequence[Blueprint], seed: str | int | Rng
) -> tuple[MoveAgreement, ...]:
    """Return, for each strategy, which moves it would have made in a recorded game and how many of
    them equal the recorded moves.

    Every strategy is asked on every turn, for the seat to move; `seed` determines its random
    choices. Raises BadRules if a blueprint cannot play by these rules.
    """
    players, turns = game.rules.players, game.turn
    same = ffi.new("uint32_t[]", max(1, len(blueprints) * players))
    chosen = ffi.new("int16_t[]", max(1, len(blueprints) * turns))
    structs = ffi.new("hl_blueprint *[]", [blueprint.struct for blueprint in blueprints])
    room = room_for(blueprints, players)
    refuse(
        lib.hl_table_agreements(
            game.struct, structs, len(blueprints), Rng(seed).struct, room, same, chosen
        )
    )
    return tuple(
        MoveAgreement(
            same=tuple(same[i * players : (i + 1) * players]),
            chosen=tuple(chosen[i * turns : (i + 1) * turns]),
        )
        for i in range(len(blueprints))
    )


class HostedGame:
    """A game in which the caller moves some seats (guests) and a strategy (the host) all others.

    Call `go_on`, then `game.play` with the guest's move, until `go_on` returns False. If the guests
    make the moves that a strategy makes, the game equals the one that `native.play.matches` plays
    between the host and that strategy from the same random stream.
    """

    def __init__(
        self, rules: Rules, host: Blueprint | None, guests: Iterable[int], game: Rng
    ) -> None:
        """Deal the game of the random stream `game`, which also determines the host's choices.

        `guests` are the seats that the caller moves. If `host` is None, the caller moves all seats.
        Raises ValueError if a guest is not a seat of the table.
        """
        guests = set(guests)
        if not guests <= set(range(rules.players)):
            raise ValueError(f"Seats go from 0 to {rules.players - 1}, not {sorted(guests)}.")
        self.game = Game(rules, seed=game)
        self._host, self._room = host, host.room() if host else None
        self._guests = sum(1 << seat for seat in guests)
        self._chances = ffi.new("hl_rng[6]")
        lib.hl_host_chances(game.struct, self._chances)

    def go_on(self) -> bool:
        """Let the host move until it is a guest's turn or the game is over. Return whether the game
        continues.

        Raises BadRules if the host cannot play by these rules.
        """
        if self._host is not None:
            refuse(
                lib.hl_host(
                    self.game.struct,
                    self._host.struct,
                    self._guests,
                    self._chances,
                    self._room,
                )
            )
        return self.game.to_move is not None
