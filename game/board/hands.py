"""The cards in the hands, as they may be seen from one viewpoint."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from game import protocol as p
from game.board.knowledge import Knowledge, knowledge_of
from game.board.viewpoint import Viewpoint
from game.tables.clues import clue_value
from game.tables.state import TableState
from native import Card, Game


def hands(state: TableState, viewpoint: Viewpoint) -> list[list[p.Card]]:
    """Per seat, newest card first; nothing before the game starts."""
    game = state.game
    if game is None:
        return []
    knowledge = _knowledge(state, game, viewpoint)
    marks, news = _marks(state), _news(state, viewpoint, knowledge)
    return [
        sorted(_hand(game, viewpoint, seat, knowledge, marks, news), key=lambda card: card.slot)
        for seat in range(game.rules.players)
    ]


def _hand(
    game: Game,
    viewpoint: Viewpoint,
    seat: int,
    knowledge: Knowledge,
    marks: dict[int, list[str]],
    news: Collection[int | None],
) -> list[p.Card]:
    cards = []
    for slot, face in enumerate(_faces(game, viewpoint, seat)):
        order, position = game.order(seat, slot), game.position(seat, slot)
        if order is None or position is None:
            continue
        cards.append(
            p.Card(
                order=order,
                slot=position,
                id=face.text(game.rules.suits) if face else None,
                touched=game.touched(seat, slot),
                marks=marks.get(order, []),
                possible=knowledge.possible(seat, slot),
                common=knowledge.common(seat, slot),
                odds=knowledge.odds(seat, slot),
                became_known=order in news,
            )
        )
    return cards


def _faces(game: Game, viewpoint: Viewpoint, seat: int) -> tuple[Card | None, ...]:
    if viewpoint.open:
        return game.hands[seat]
    if viewpoint.seat is not None:
        return game.view(viewpoint.seat).hands[seat]
    return (None,) * game.rules.hand_size


def _knowledge(state: TableState, game: Game, viewpoint: Viewpoint) -> Knowledge:
    view = None if viewpoint.seat is None else game.view(viewpoint.seat)
    return knowledge_of(game, view, cast(p.Help, state.table.help), viewpoint.open)


def _news(state: TableState, viewpoint: Viewpoint, knowledge: Knowledge) -> set[int | None]:
    """Draw numbers of the cards that the last move left with one identity."""
    assert state.playback is not None
    now = state.playback.last
    known = _known(now, knowledge)
    if not state.moves or not known:
        return set()
    before = state.playback.positions[-2]
    drawn = state.playback.events[-1].drawn
    return known - _known(before, _knowledge(state, before, viewpoint)) - {drawn}


def _known(game: Game, knowledge: Knowledge) -> set[int | None]:
    return {
        game.order(seat, slot)
        for seat in range(game.rules.players)
        for slot in range(game.rules.hand_size)
        if (knowledge.possible(seat, slot) or 0).bit_count() == 1
    }


def _marks(state: TableState) -> dict[int, list[str]]:
    """By draw number: the clues that touched the card, each once, oldest first."""
    marks: dict[int, list[str]] = {}
    assert state.playback is not None
    for event in state.playback.events:
        if event.move.is_clue:
            value = clue_value(state.playback.last.rules, event.move)
            for order in event.touched_orders:
                seen = marks.setdefault(order, [])
                if value not in seen:
                    seen.append(value)
    return marks
