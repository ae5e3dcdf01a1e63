"""Tables whose cards and moves a test writes down; nothing of them is in the database."""

from collections import Counter
from datetime import UTC, datetime, timedelta

from game.models import Move as MoveRow
from game.models import Seating, Table
from game.tables.state import TableState, deck_text, playback_of, rules_of
from native import Card, Rules

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def table_after(
    first: str,
    *moves: str,
    agents: tuple[int, ...] = (),
    rules: Rules | None = None,
    **fields: object,
) -> TableState:
    """The table after these moves (engine notation). ``first`` are the first cards of the deck,
    "r1 g2 ...", seat 0's hand first, each hand's oldest card in slot 0; the rest follows in order.
    Seats are people, but for the ``agents``; ``fields`` are those of the table."""
    known: dict[str, object] = {"players": 2, "status": Table.Status.RUNNING, "slug": "known"}
    table = Table(**(known | fields))
    table.own_rules = rules
    rules = rules_of(table)
    table.deck = deck_text(rules, _deck(rules, first))
    rows = [
        MoveRow(
            turn=turn,
            seat=(turn - 1) % table.players,
            text=text,
            version=turn,
            why=f"why {turn}",
            detail=f"detail {turn}",
            at=NOON + timedelta(minutes=turn),
            thinking_ms=100 * turn,
        )
        for turn, text in enumerate(moves, start=1)
    ]
    table.version = len(rows)
    seats = [
        Seating(
            index=i,
            kind=Seating.Kind.AGENT if i in agents else Seating.Kind.PERSON,
            name=f"P{i}",
            player_id=None if i in agents else i + 1,
            address="rules:piers" if i in agents else "",
        )
        for i in range(table.players)
    ]
    return TableState(table, seats, rows, [], playback_of(table, rows))


def bits(rules: Rules, *cards: str) -> int:
    """The identity set of cards such as "r1"."""
    return sum(1 << rules.identity(Card.parse(card, rules.suits)) for card in cards)


def _deck(rules: Rules, first: str) -> list[Card]:
    deck = [Card.parse(card, rules.suits) for card in first.split()]
    left = Counter(dict(zip(rules.cards, rules.copies, strict=True)))
    left.subtract(deck)
    return [*deck, *left.elements()]
