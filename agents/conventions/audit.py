"""Audit games, with all hands open: judge clues and discards by the conventions of H-group levels
1 and 2.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from agents.contract import AgentError
from agents.entry import Entry
from native import Card, Event, Game, MoveKind, Rng, Rules
from native.play.table import HostedGame

COUNTS = {
    "clues": "clues given",
    "plays": "clues whose focus is playable, now or after clued cards",
    "finesses": "clues whose focus is playable after cards on finesse positions",
    "saves": "clues that save the chop: a 5, a 2 without a copy in sight, a last copy",
    "two_saves": "those of them that save a 2 by rank",
    "stalls_early": "5 clues off the chop before the first discard from a chop",
    "stalls_late": "the same afterwards",
    "unreadable": "clues to new cards with a focus that is none of these",
    "tempo": "clues to clued cards of which one is playable, and its holder may not know",
    "fill_ins": "other clues to clued cards that say something new",
    "burns": "the same that say nothing new",
    "bad_touch": "cards clued for the first time that are useless, or copies of clued cards",
    "unique_twos_thrown": "useful 2s discarded from the chop with no copy in a hand",
    "critical_thrown": "last copies discarded from the chop",
    "misplays": "cards played that did not fit",
}
"""What `audit` counts in a game: names, each with a description."""


class Held(NamedTuple):
    """A card in a hand: its draw number, its identity, and whether a clue touched it."""

    order: int
    card: Card
    clued: bool
    known: int
    """The identities that the clues to the card leave possible (bit set)."""


class OpenTable:
    """The state of a game before a move, with all hands open; a hand's newest card comes first."""

    def __init__(self, game: Game, early: bool) -> None:
        """Copy the present state of `game`. `early` says that no seat has discarded its chop so
        far.
        """
        self.rules, self.stacks, self.early = game.rules, game.stacks, early
        self.useless = set(game.rules.cards_in(game.useless))
        """The cards that can never score."""
        self.critical = set(game.rules.cards_in(game.critical))
        """The cards that can still score and of which one copy is left."""
        self.hands = [_hand(game, seat, cards) for seat, cards in enumerate(game.hands)]

    def chop(self, seat: int) -> Held | None:
        """Return the seat's chop (its oldest card that no clue has touched, the next discard);
        None if clues have touched all its cards.
        """
        return next((held for held in reversed(self.hands[seat]) if not held.clued), None)

    def copies_in(self, card: Card, but: Held, seats: Iterable[int]) -> bool:
        """Return whether one of `seats` holds a copy of `card` other than the card `but` itself."""
        return any(
            held.card == card and held is not but for seat in seats for held in self.hands[seat]
        )


def _hand(game: Game, seat: int, cards: Sequence[Card | None]) -> list[Held]:
    return [
        Held(order, card, game.touched(seat, slot), game.clued(seat, slot))
        for slot in game.slots(seat)
        if (card := cards[slot]) and (order := game.order(seat, slot)) is not None
    ]


def audit(game: Game) -> Counter[str]:
    """Return how often each event named in `COUNTS`, such as `misplays` (cards played that did not
    fit), happened in a game.
    """
    found, replayed = Counter[str](), Game(game.rules, deck=game.deck)
    early = game.rules.start is None or not any(game.rules.start.lost)
    for event in game.history:
        if event.target is not None:
            found.update(_clue(OpenTable(replayed, early), event))
        elif event.strike:
            found["misplays"] += 1
        elif event.move.kind is MoveKind.DISCARD:
            table = OpenTable(replayed, early)
            found.update(_discard(table, event))
            chop = table.chop(event.seat)
            early = early and (chop is None or chop.order != event.order)
        replayed.play(event.move)
    return found


def _discard(table: OpenTable, event: Event) -> Iterator[str]:
    chop, card = table.chop(event.seat), event.card
    if card is None or chop is None or chop.order != event.order or card in table.useless:
        return
    if card in table.critical:
        yield "critical_thrown"
    if card.rank == 2 and not table.copies_in(card, chop, range(len(table.hands))):
        yield "unique_twos_thrown"


def _clue(table: OpenTable, event: Event) -> Iterator[str]:
    assert event.target is not None
    yield "clues"
    touched = [held for held in table.hands[event.target] if held.order in event.touched_orders]
    new = [held for held in touched if not held.clued]
    yield from _bad_touch(table, new)
    if not new:
        yield _again(table, event, touched)
        return
    chop = table.chop(event.target)
    focus = chop if chop in new else new[0]
    assert focus is not None
    yield from _class(table, event, focus, focus is chop)


def _again(table: OpenTable, event: Event, touched: list[Held]) -> str:
    """Return the class of a clue to clued cards only."""
    if any(_missing(table, held) == [] and held.known.bit_count() > 1 for held in touched):
        return "tempo"
    return "fill_ins" if _says_something(table, event) else "burns"


def _says_something(table: OpenTable, event: Event) -> bool:
    """Whether a clue leaves fewer identities to a card, touched or not."""
    assert event.target is not None
    mask = event.move.touches(table.rules)
    return any(
        held.known & (~mask if held.order in event.touched_orders else mask)
        for held in table.hands[event.target]
    )


def _bad_touch(table: OpenTable, new: list[Held]) -> Iterator[str]:
    clued = {held.card for hand in table.hands for held in hand if held.clued}
    for held in new:
        if held.card in table.useless or held.card in clued:
            yield "bad_touch"
        clued.add(held.card)


def _class(table: OpenTable, event: Event, focus: Held, on_chop: bool) -> Iterator[str]:
    """Yield the class of a clue to new cards."""
    card, missing = focus.card, _missing(table, focus)
    fives = event.move.kind is MoveKind.RANK and card.rank == table.rules.ranks
    if missing == []:
        yield "plays"
    elif on_chop and _saves(table, event, focus):
        yield "saves"
        if card.rank == 2 and event.move.kind is MoveKind.RANK:
            yield "two_saves"
    elif missing and _finessed(table, event, missing):
        yield "finesses"
    elif fives:
        yield "stalls_early" if table.early else "stalls_late"
    else:
        yield "unreadable"


def _missing(table: OpenTable, focus: Held) -> list[Card] | None:
    """Return the cards before a focus that no clue has touched; None if it is useless."""
    if focus.card in table.useless:
        return None
    clued = {held.card for hand in table.hands for held in hand if held.clued}
    suit = focus.card.suit
    before = (Card(suit, rank) for rank in range(table.stacks[suit] + 1, focus.card.rank))
    return [card for card in before if card not in clued]


def _saves(table: OpenTable, event: Event, focus: Held) -> bool:
    card, by_rank = focus.card, event.move.kind is MoveKind.RANK
    if card.rank == table.rules.ranks:
        return by_rank and card not in table.useless
    if card in table.critical:
        return True
    if card.rank != 2 or not by_rank or card in table.useless:
        return False
    others = (seat for seat in range(len(table.hands)) if seat != event.seat)
    return not table.copies_in(card, focus, others)


def _finessed(table: OpenTable, event: Event, missing: list[Card]) -> bool:
    """Whether the missing cards lie on finesse positions of seats other than the giver's."""
    blind = [
        [held.card for held in hand if not held.clued and held.order not in event.touched_orders]
        for seat, hand in enumerate(table.hands)
        if seat != event.seat
    ]
    for card in missing:
        hand = next((hand for hand in blind if hand[:1] == [card]), None)
        if hand is None:
            return False
        hand.pop(0)
    return True


def games(entry: Entry, players: int, count: int, seed: str) -> Iterator[Game]:
    """Yield `count` self-play games of an agent; game k is dealt from random stream k of the seed.

    Raise AgentError if the agent cannot play at a table of this size, or decides in Python.
    """
    rules = Rules.standard(players)
    entry.refuse_unless_seatable(rules, with_people=False)
    blueprint = entry.in_core(players)
    if blueprint is None:
        raise AgentError(f"{entry.address} decides in Python; an audit needs an agent of the core.")
    for number in range(count):
        hosted = HostedGame(rules, blueprint, (), Rng(seed).derive(number))
        hosted.go_on()
        yield hosted.game
