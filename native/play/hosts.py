"""A game in which some seats are moved from outside, and a blueprint moves all others."""

from __future__ import annotations

from collections.abc import Iterable

from native._core import ffi, lib
from native.engine.game import Game
from native.engine.rng import Rng
from native.engine.rules import Rules
from native.play.blueprint import Blueprint, refuse


class HostedGame:
    """A game of a stream of the seed, with its host. With the moves that a guest makes there it is
    the game that `native.play.matches` plays of that stream."""

    def __init__(
        self, rules: Rules, host: Blueprint | None, guests: Iterable[int], game: Rng
    ) -> None:
        """`guests` are the seats moved from outside, with no host all; `game` is the stream of this
        game alone."""
        self.game = Game(rules, seed=game)
        self._host, self._room = host, host.room() if host else None
        self._guests = sum(1 << seat for seat in set(guests))
        self._chances = ffi.new("hl_rng[6]")
        lib.hl_host_chances(game.struct, self._chances)

    def go_on(self) -> bool:
        """Let the host move until a guest is to move; False once the game is over. Raises BadRules
        for rules that the host cannot play by."""
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
