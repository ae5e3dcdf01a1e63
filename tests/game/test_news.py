"""A card that has just become known says so, once."""

from __future__ import annotations

from game.board.perspective import frame
from game.board.viewpoint import Viewpoint
from game.models import Move as MoveRow
from game.models import Seating, Table
from game.tables.state import TableState, deck_text, playback_of
from native import Card, Game, Rules

RULES = Rules.standard(2)


def after(*moves: str) -> TableState:
    """Two people and a deal in which seat 1 holds a red 5 in slot 0; nothing is in the database."""
    deck = sorted(Game(RULES, seed="news").deck, key=lambda card: card != Card(0, 5))
    deck[0], deck[5] = deck[5], deck[0]
    table = Table(players=2, status=Table.Status.RUNNING, deck=deck_text(RULES, deck), slug="news")
    rows = [MoveRow(turn=i + 1, seat=i % 2, text=m, version=i + 1) for i, m in enumerate(moves)]
    seats = [
        Seating(index=i, kind=Seating.Kind.PERSON, name=f"P{i}", player_id=i + 1) for i in (0, 1)
    ]
    return TableState(table, seats, rows, [], playback_of(table, rows))


def news(*moves: str) -> list[int]:
    """Draw numbers of the cards that seat 1 is told to have become known."""
    seen = frame(after(*moves), Viewpoint(1, open=False))
    return [card.order for card in seen.hands[1] if card.became_known]


def test_a_card_is_news_when_the_last_clue_settles_it() -> None:
    assert news("c15") == []
    assert 5 in news("c15", "c11", "c1r")


def test_it_is_news_only_once() -> None:
    assert 5 not in news("c15", "c11", "c1r", "c12")
