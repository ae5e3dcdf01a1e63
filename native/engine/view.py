"""Public knowledge of a game, and the view of one seat, which is the only input of an agent."""

from functools import cached_property
from typing import Any, Self

from native._core import ffi, lib
from native.engine.events import End, Event, Outcome, read_history
from native.engine.rules import Card, Move, Rules, or_none


class Public:
    """What every seat of a game knows: stacks, discards, tokens, clues and past moves.

    `public` is the C struct `hl_public` that has these data. Identity sets are integers whose bit
    suit * ranks + rank (ranks from 0) stands for a card; `rules.cards_in` lists their cards.
    """

    def __init__(self, rules: Rules, public: Any) -> None:
        self.rules = rules
        self._public = public

    @property
    def stacks(self) -> tuple[int, ...]:
        """The height of each suit's stack, which is the rank of its top card, 0 for none."""
        return tuple(self._public.stacks[0 : len(self.rules.suits)])

    @property
    def clue_tokens(self) -> int:
        """The clue tokens available."""
        return int(self._public.tokens)

    @property
    def strikes(self) -> int:
        """The number of strikes so far."""
        return int(self._public.strikes)

    @property
    def turn(self) -> int:
        """The number of moves made so far."""
        return int(self._public.turn)

    @property
    def to_move(self) -> int | None:
        """The seat to move, or None when the game is over."""
        return None if self._public.end else int(self._public.to_move)

    @property
    def deck_left(self) -> int:
        """The number of cards left to draw."""
        return int(self._public.deck_left)

    @property
    def turns_left(self) -> int | None:
        """The number of turns left once the deck is empty; None while there are cards to draw."""
        return or_none(self._public.turns_left)

    @property
    def score(self) -> int:
        """The number of cards played (the scoring `stacks`)."""
        return int(self._public.score)

    @property
    def score_zero(self) -> int:
        """The number of cards played, or 0 after the last strike (the scoring `zero`)."""
        return 0 if self.end is End.STRIKEOUT else self.score

    @property
    def end(self) -> End | None:
        """Why the game is over, or None while it runs."""
        return End(self._public.end) if self._public.end else None

    def outcome(self) -> Outcome | None:
        """Return how the game ended and its scores, or None while it runs."""
        return None if self.end is None else Outcome(self.end, self.score, self.score_zero)

    @property
    def history(self) -> list[Event]:
        """The event of every turn so far, first turn first."""
        return list(read_history(self.rules, self._public))

    @property
    def discards(self) -> list[Card]:
        """The cards discarded or misplayed so far, suit by suit."""
        gone = self._public.discarded
        id_of = self.rules.struct.id_of
        return [self.rules.cards[id_of[c]] for c in range(self.rules.deck_size) if gone >> c & 1]

    @property
    def playable(self) -> int:
        """The identities that can be played now (identity set)."""
        return self._identities(self._public.playable)

    @property
    def useless(self) -> int:
        """The identities of cards that can never score (identity set).

        Either they were played already, or all copies of a lower rank of their suit were discarded
        or misplayed.
        """
        return self._identities(self._public.useless)

    @property
    def critical(self) -> int:
        """The identities that can still score and of which only one copy is left (identity set)."""
        return self._identities(self._public.critical)

    def order(self, seat: int, slot: int) -> int | None:
        """Return the draw number (from 0) of the card in a slot of a seat, None for an empty slot.

        Raises ValueError if there is no such slot.
        """
        return or_none(self._slot(self._public.order, seat, slot))

    def slots(self, seat: int) -> list[int]:
        """Return the slots of a seat that hold a card, the newest card first.

        Raises ValueError if there is no such seat.
        """
        orders = [(self.order(seat, slot), slot) for slot in range(self.rules.hand_size)]
        held = [(order, slot) for order, slot in orders if order is not None]
        return [slot for _, slot in sorted(held, reverse=True)]

    def position(self, seat: int, slot: int) -> int | None:
        """Return the position of a slot's card by age, 1 for the newest card in the seat's hand;
        None for an empty slot. Raises ValueError if there is no such slot.
        """
        if self.order(seat, slot) is None:
            return None
        return 1 + self.slots(seat).index(slot)

    def touched(self, seat: int, slot: int) -> bool:
        """Return whether any clue has touched the card in a slot of a seat.

        Raises ValueError if there is no such slot.
        """
        self._slot(self._public.order, seat, slot)
        return bool(self._public.touched[seat] >> slot & 1)

    def clued(self, seat: int, slot: int) -> int:
        """Return the identities (identity set) that are consistent with every clue that did or did
        not touch the card in a slot of a seat; 0 for an empty slot.

        Raises ValueError if there is no such slot.
        """
        return self._identities(self._slot(self._public.know, seat, slot))

    def provable(self, seat: int, slot: int) -> int:
        """Return those of the identities `clued` of which a copy is neither played nor discarded
        (identity set).

        Raises ValueError if there is no such slot.
        """
        return self._identities(self._slot(self._public.know, seat, slot) & ~self._public.gone)

    def _slot(self, table: Any, seat: int, slot: int) -> Any:
        if not (0 <= seat < self.rules.players and 0 <= slot < self.rules.hand_size):
            raise ValueError(f"There is no slot {slot} of seat {seat} at this table.")
        return table[seat][slot]

    def _identities(self, cards: int) -> int:
        return int(lib.hl_identities(self.rules.struct, cards))

    def _cards_of(self, hands: Any) -> tuple[tuple[Card | None, ...], ...]:
        """Return the cards that a C array `hands[seat][slot]` numbers; None for an empty slot."""
        identities = (*self.rules.struct.id_of[0 : self.rules.deck_size],)
        return tuple(
            tuple(
                None if number == lib.HL_NONE else self.rules.cards[identities[number]]
                for number in hands[seat][0 : self.rules.hand_size]
            )
            for seat in range(self.rules.players)
        )


class View(Public):
    """What one seat knows at one moment; later moves in the game do not change it.

    It has all public information and the cards of the other hands, but neither the seat's own cards
    nor the deck. `seat` is the seat, `struct` the C struct `hl_view` for agents in C.
    """

    def __init__(self, rules: Rules, game: Any, seat: int) -> None:
        """Copy what a seat knows from `game`, a C struct `hl_game`. Callers should use `Game.view`.

        Raises ValueError if there is no such seat.
        """
        super().__init__(rules, ffi.new("hl_public *", game.pub))
        self.struct = ffi.new("hl_view *")
        if lib.hl_see(game, seat, self.struct) != lib.HL_OK:
            raise ValueError(f"Seats go from 0 to {rules.players - 1}, not {seat}.")
        self.struct.pub = self._public
        self.seat = seat

    @classmethod
    def of_struct(cls, rules: Rules, public: Any, struct: Any) -> Self:
        """Wrap a C struct `hl_view` without copying it.

        `public` is the C struct `hl_public` that it points to; both must stay alive.
        """
        view = cls.__new__(cls)
        Public.__init__(view, rules, public)
        view.struct, view.seat = struct, int(struct.seat)
        return view

    @cached_property
    def history(self) -> list[Event]:
        """The event of every turn so far, first turn first."""
        return super().history

    @property
    def hands(self) -> tuple[tuple[Card | None, ...], ...]:
        """The cards of every hand, by seat and slot; None for own cards and for empty slots."""
        return self._cards_of(self.struct.hand)

    @cached_property
    def own_slots(self) -> list[int]:
        """The seat's own slots that hold a card, oldest card first."""
        return self.slots(self.seat)[::-1]

    @property
    def unseen(self) -> tuple[int, ...]:
        """By identity, the number of copies that the seat does not see: in its hand or the deck."""
        unseen, cards_of = self.struct.unseen, self.rules.struct.cards_of
        return tuple((unseen & cards_of[bit]).bit_count() for bit in range(self.rules.max_score))

    def possible(self, slot: int) -> int:
        """Return the identities (identity set) that the seat's own card in a slot can have.

        They are consistent with the clues to the card, and some copy of each is not seen elsewhere;
        0 for an empty slot. Raises ValueError if there is no such slot.
        """
        know = self._slot(self._public.know, self.seat, slot)
        return self._identities(know & self.struct.unseen)

    def legal_moves(self) -> list[Move]:
        """Return the legal moves of this seat, ordered by move id; none if it is not to move."""
        ids = ffi.new("uint8_t[]", lib.HL_MAX_MOVES)
        count = lib.hl_view_legal_moves(self.struct, ids)
        return [Move.from_id(self.rules, ids[i]) for i in range(count)]


def earlier(view: View, turn: int) -> View:
    """Return the view that the same seat had just after the first `turn` moves of the game.

    Raises ValueError if fewer moves than `turn` have been made.
    """
    public, then = ffi.new("hl_public *"), ffi.new("hl_view *")
    if lib.hl_replay_view(view.struct, turn, public, then) != lib.HL_OK:
        raise ValueError(f"The game has turns 0 to {view.turn}, not {turn}.")
    return View.of_struct(view.rules, public, then)
