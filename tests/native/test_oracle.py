"""The engine does what the rule book says, at every turn, under any rules."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from native import Card, End, Game, IllegalMove, Move, MoveKind, Rules
from tests.native.random_games import any_rules

pytestmark = pytest.mark.native


def check_public(game: Game, book: Oracle) -> None:
    cards_in = game.rules.cards_in
    assert game.stacks == tuple(book.stacks)
    assert game.score == sum(book.stacks)
    assert (game.clue_tokens, game.strikes) == (book.tokens, book.strikes)
    assert (game.deck_left, game.turns_left) == (len(book.deck) - book.next_card, book.turns_left)
    assert game.discards == sorted(book.discards)
    assert game.end is book.end
    assert game.to_move == (None if book.end else book.mover)
    assert set(cards_in(game.playable)) == book.playable()
    assert set(cards_in(game.useless)) == book.useless()
    assert set(cards_in(game.critical)) == book.critical()


def check_hands(game: Game, book: Oracle) -> None:
    for seat, hand in enumerate(book.hands):
        for slot, held in enumerate(hand):
            assert game.hands[seat][slot] == (held.card if held else None)
            assert game.order(seat, slot) == (held.order if held else None)
            assert game.touched(seat, slot) == bool(held and held.touched)
            assert set(game.rules.cards_in(game.clued(seat, slot))) == (
                held.passes if held else set()
            )


def check_view(game: Game, book: Oracle, seat: int) -> None:
    view, seats = game.view(seat), set(range(game.rules.players))
    for slot in range(game.rules.hand_size):
        possible = set(game.rules.cards_in(view.possible(slot)))
        assert possible == book.possible(seat, slot, seats - {seat})


def check_moves(game: Game, book: Oracle) -> None:
    legal = []
    for move in book.every_move():
        refusal = book.refusal(move)
        if refusal is None:
            legal.append(move)
            continue
        with pytest.raises(IllegalMove) as refused:
            game.play(move)
        assert refused.value.reason == refusal
    assert game.legal_moves() == legal
    assert game.view(book.mover).legal_moves() == legal
    assert game.view((book.mover + 1) % game.rules.players).legal_moves() == []


def careful(game: Game, book: Oracle) -> list[Move]:
    """Moves that do not strike, so that games get long and reach their last round."""
    mover = game.hands[book.mover]
    legal = game.legal_moves()
    safe = [
        m for m in legal if m.kind is not MoveKind.PLAY or mover[m.slot or 0] in book.playable()
    ]
    return safe or legal


@pytest.mark.long
@settings(max_examples=40)
@given(any_rules(), st.randoms(), st.sampled_from((0.0, 0.9, 1.0)))
def test_the_engine_plays_by_the_rule_book(rules: Rules, rng: random.Random, care: float) -> None:
    deck = [card for card in rules.cards for _ in range(rules.copies[rules.identity(card)])]
    rng.shuffle(deck)
    game, book = Game(rules, deck=deck), Oracle(rules, deck)
    while True:
        check_public(game, book)
        check_hands(game, book)
        check_view(game, book, rng.randrange(rules.players))
        check_moves(game, book)
        if book.end:
            break
        move = rng.choice(careful(game, book) if rng.random() < care else game.legal_moves())
        event, turn = game.play(move), book.play(move)
        assert (event.card, event.order) == (turn.card, turn.order)
        assert (event.success, event.strike) == (turn.success, turn.strike)
        assert (event.touched, event.token) == (turn.touched, turn.token)
        assert event.drawn == turn.drawn
        assert event == game.history[-1]
    outcome = game.outcome()
    assert (outcome.end, outcome.stacks) == (book.end, sum(book.stacks))
    assert outcome.zero == (0 if book.end is End.STRIKEOUT else outcome.stacks)


@dataclass
class HeldCard:
    """A card in a hand, with what its holder was told."""

    card: Card
    order: int
    passes: set[Card]
    touched: bool = False


@dataclass
class Turn:
    """What one turn did."""

    card: Card | None = None
    order: int | None = None
    success: bool = False
    strike: bool = False
    touched: tuple[int, ...] = ()
    token: int = 0
    drawn: int | None = None


@dataclass
class Oracle:
    """A game played by the book, to check the engine against: it shares rules, cards and moves with
    the engine but none of its optimisations, and recomputes everything from the table."""

    rules: Rules
    deck: list[Card]
    hands: list[list[HeldCard | None]] = field(init=False)
    stacks: list[int] = field(init=False)
    discards: list[Card] = field(default_factory=list)
    tokens: int = field(init=False)
    strikes: int = 0
    mover: int = 0
    next_card: int = 0
    turns_left: int | None = None
    end: End | None = None

    def __post_init__(self) -> None:
        self.tokens = self.rules.clue_tokens
        self.stacks = [0] * len(self.rules.suits)
        self.hands = [
            [self._draw() for _ in range(self.rules.hand_size)] for _ in range(self.rules.players)
        ]
        if self.next_card == len(self.deck):
            self.turns_left = self.rules.players

    def _draw(self) -> HeldCard | None:
        if self.next_card == len(self.deck):
            return None
        order = self.next_card
        self.next_card += 1
        return HeldCard(self.deck[order], order, set(self.rules.cards))

    def clued_cards(self, move: Move) -> set[Card]:
        """The identities that a clue touches."""
        value = move.value or 0
        if move.kind is MoveKind.COLOUR:
            return set(self.rules.cards_in(self.rules.colours[value].touches))
        return set(self.rules.cards_in(self.rules.rank_masks[value - 1]))

    def every_move(self) -> list[Move]:
        rules = self.rules
        slots, targets = range(rules.hand_size), range(1, rules.players)
        return [
            *(Move.discard(slot) for slot in slots),
            *(Move.play(slot) for slot in slots),
            *(Move.colour(t, index) for t in targets for index in range(len(rules.colours))),
            *(Move.rank(t, rank + 1) for t in targets for rank in range(len(rules.rank_masks))),
        ]

    def refusal(self, move: Move) -> str | None:
        """Why a move may not be made, or None."""
        if self.end:
            return "game_over"
        if move.slot is not None:
            if self.hands[self.mover][move.slot] is None:
                return "empty_slot"
            full = self.tokens == self.rules.clue_tokens and not self.rules.discard_at_max
            return "tokens_full" if move.kind is MoveKind.DISCARD and full else None
        if self.tokens == 0:
            return "no_clue_tokens"
        target = self.hands[(self.mover + (move.target or 0)) % self.rules.players]
        hit = any(held and held.card in self.clued_cards(move) for held in target)
        return None if hit or self.rules.empty_clues else "empty_clue"

    def play(self, move: Move) -> Turn:
        turn = self._use_card(move) if move.slot is not None else self._clue(move)
        if self.turns_left is not None and turn.drawn != len(self.deck) - 1:
            self.turns_left -= 1
        self.mover = (self.mover + 1) % self.rules.players
        self.end = self._ending()
        return turn

    def _use_card(self, move: Move) -> Turn:
        slot = move.slot or 0
        held = self.hands[self.mover][slot]
        turn = Turn(card=held.card, order=held.order)
        if move.kind is MoveKind.DISCARD:
            self.discards.append(held.card)
            turn.token = self._gain()
        elif held.card in self.playable():
            self.stacks[held.card.suit] += 1
            turn.success = True
            if held.card.rank == self.rules.ranks:
                turn.token = self._gain()
        else:
            self.discards.append(held.card)
            self.strikes += 1
            turn.strike = True
        drawn = self.hands[self.mover][slot] = self._draw()
        if drawn:
            turn.drawn = drawn.order
            if self.next_card == len(self.deck):
                self.turns_left = self.rules.players
        return turn

    def _gain(self) -> int:
        gained = int(self.tokens < self.rules.clue_tokens)
        self.tokens += gained
        return gained

    def _clue(self, move: Move) -> Turn:
        self.tokens -= 1
        clued = self.clued_cards(move)
        touched = []
        for slot, held in enumerate(
            self.hands[(self.mover + (move.target or 0)) % self.rules.players]
        ):
            if held and held.card in clued:
                held.passes &= clued
                held.touched = True
                touched.append(slot)
            elif held:
                held.passes -= clued
        return Turn(touched=tuple(touched))

    def _ending(self) -> End | None:
        if self.strikes == self.rules.strikes:
            return End.STRIKEOUT
        if sum(self.stacks) == self.rules.max_score:
            return End.PERFECT
        if self.turns_left == 0:
            return End.OUT_OF_TURNS
        if self.rules.stop_when_nothing_left and not self._something_left():
            return End.NOTHING_LEFT
        return None

    def _something_left(self) -> bool:
        """Whether some card that fits now may still reach a player who has a turn."""
        turns = self.rules.players if self.turns_left is None else self.turns_left
        movers = [(self.mover + turn) % self.rules.players for turn in range(turns)]
        reachable = {held.card for seat in movers for held in self.hands[seat] if held}
        return bool(self.playable() & (reachable | set(self.deck[self.next_card :])))

    def playable(self) -> set[Card]:
        return {card for card in self.rules.cards if card.rank == self.stacks[card.suit] + 1}

    def copies_left(self, card: Card) -> int:
        """Copies not discarded or misplayed."""
        return self.rules.copies[self.rules.identity(card)] - self.discards.count(card)

    def useless(self) -> set[Card]:
        def can_score(card: Card) -> bool:
            needed = range(self.stacks[card.suit] + 1, card.rank + 1)
            return bool(needed) and all(self.copies_left(Card(card.suit, r)) for r in needed)

        return {card for card in self.rules.cards if not can_score(card)}

    def critical(self) -> set[Card]:
        return {c for c in self.rules.cards if self.copies_left(c) == 1} - self.useless()

    def possible(self, seat: int, slot: int, seen_seats: set[int]) -> set[Card]:
        """What a card can be by its clues, to somebody who sees the table and these hands."""
        held = self.hands[seat][slot]
        seen = Counter(self.discards)
        seen.update(Card(s, r + 1) for s, top in enumerate(self.stacks) for r in range(top))
        seen.update(h.card for other in seen_seats for h in self.hands[other] if h)
        copies = self.rules.copies
        return (
            {c for c in held.passes if seen[c] < copies[self.rules.identity(c)]} if held else set()
        )
