"""A game of Hanabi: a deck and the moves made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from native._core import ffi, lib
from native.engine.errors import BadDeck, refuse_move
from native.engine.events import Event, read_event
from native.engine.rng import Rng
from native.engine.rules import Card, Move, Rules
from native.engine.view import Public, View


class Game(Public):
    """A game with all its hidden information. Give an agent a `view`, never a game.

    It is dealt either from a `deck` (the cards in draw order, seat 0's hand first) or from a `seed`
    that shuffles one. Raises ValueError unless exactly one of them is given, BadDeck if the deck
    does not fit the rules. Not thread-safe: use a game in one thread at a time. Views do not change
    with the game, and may be shared between threads.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        deck: Sequence[Card] | None = None,
        seed: str | int | Rng | None = None,
    ) -> None:
        if (deck is None) == (seed is None):
            raise ValueError("A game is dealt from a deck or from a seed: give one of them.")
        self._game = ffi.new("hl_game *")
        super().__init__(rules, self._game.pub)
        if deck is not None:
            self._deal(deck)
        elif seed is not None and lib.hl_deal_seed(self._game, rules.struct, Rng(seed).struct):
            raise BadDeck("A start in the middle of a game needs a deck.")

    @property
    def struct(self) -> Any:
        """The game's C struct, `hl_game`."""
        return self._game

    @property
    def hands(self) -> tuple[tuple[Card | None, ...], ...]:
        """The cards of every hand, by seat and slot; None for an empty slot."""
        return self._cards_of(self._game.hand)

    @property
    def deck(self) -> list[Card]:
        """The whole deck in draw order, dealt cards included."""
        id_of = self.rules.struct.id_of
        return [self.rules.cards[id_of[card]] for card in self._game.deck[0 : self.rules.deck_size]]

    def legal_moves(self) -> list[Move]:
        """Return the legal moves of the seat to move, ordered by move id; none when the game is
        over.
        """
        ids = ffi.new("uint8_t[]", lib.HL_MAX_MOVES)
        count = lib.hl_legal_moves(self._game, ids)
        return [Move.from_id(self.rules, ids[i]) for i in range(count)]

    def play(self, move: Move) -> Event:
        """Make a move of the seat to move and return its event.

        Raises IllegalMove if the move is not legal now, BadMove if the rules have no such move; the
        game is then unchanged.
        """
        refuse_move(lib.hl_move(self._game, move.id(self.rules)))
        return read_event(self.rules, self._public, self.turn - 1, self._public.order)

    def terminate(self) -> None:
        """End the game early, because the players gave up. Raises IllegalMove if it is already
        over.
        """
        refuse_move(lib.hl_terminate(self._game))

    def view(self, seat: int) -> View:
        """Return what a seat knows at this moment. Raises ValueError if there is no such seat."""
        return View(self.rules, self._game, seat)

    def copy(self) -> Game:
        """Return an independent copy of the game."""
        twin = Game.__new__(Game)
        twin._game = ffi.new("hl_game *", self._game[0])
        Public.__init__(twin, self.rules, twin._game.pub)
        return twin

    def _deal(self, deck: Sequence[Card]) -> None:
        if len(deck) != self.rules.deck_size:
            raise BadDeck(f"The deck has {self.rules.deck_size} cards, not {len(deck)}.")
        try:
            identities = bytes(self.rules.identity(card) for card in deck)
        except ValueError as error:
            raise BadDeck(str(error)) from error
        if lib.hl_deal(self._game, self.rules.struct, identities, 1) != lib.HL_OK:
            raise BadDeck("The deck does not hold the copies that the rules ask for.")
