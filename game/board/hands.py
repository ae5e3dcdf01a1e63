"""The cards in the hands, as some eyes may see them."""

from __future__ import annotations

from collections.abc import Collection
from typing import cast

from game import protocol as p
from game.board.clues import clue_value
from game.board.knowledge import Knowledge, knowledge_of
from game.board.viewpoint import Eyes
from game.tables.state import TableState, rebuild
from native import Card, Game


def hands(state: TableState, eyes: Eyes) -> list[list[p.Card]]:
    """Per seat, newest card first; nothing before the game starts."""
    game = state.game
    if game is None:
        return []
    knowledge = _knowledge(state, game, eyes)
    marks, news = _marks(game), _news(state, game, eyes, knowledge)
    return [
        sorted(_hand(game, eyes, seat, knowledge, marks, news), key=lambda card: card.slot)
        for seat in range(game.rules.players)
    ]


def _hand(
    game: Game,
    eyes: Eyes,
    seat: int,
    knowledge: Knowledge,
    marks: dict[int, list[str]],
    news: Collection[int | None],
) -> list[p.Card]:
    cards = []
    for slot, face in enumerate(_faces(game, eyes, seat)):
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


def _faces(game: Game, eyes: Eyes, seat: int) -> tuple[Card | None, ...]:
    if eyes.open:
        return game.hands[seat]
    if eyes.seat is not None:
        return game.view(eyes.seat).hands[seat]
    return (None,) * game.rules.hand_size


def _knowledge(state: TableState, game: Game, eyes: Eyes) -> Knowledge:
    view = None if eyes.seat is None else game.view(eyes.seat)
    return knowledge_of(game, view, cast(p.Help, state.table.help), eyes.open)


def _news(state: TableState, game: Game, eyes: Eyes, knowledge: Knowledge) -> set[int | None]:
    """Draw numbers of the cards that the last move left with one identity."""
    known = _known(game, knowledge)
    if not state.moves or not known:
        return set()
    before = rebuild(state.table, [move.text for move in state.moves[:-1]], ended=False)
    return known - _known(before, _knowledge(state, before, eyes)) - {game.history[-1].drawn}


def _known(game: Game, knowledge: Knowledge) -> set[int | None]:
    return {
        game.order(seat, slot)
        for seat in range(game.rules.players)
        for slot in range(game.rules.hand_size)
        if (knowledge.possible(seat, slot) or 0).bit_count() == 1
    }


def _marks(game: Game) -> dict[int, list[str]]:
    """By draw number: the clues that touched the card, each once, oldest first."""
    marks: dict[int, list[str]] = {}
    for event in game.history:
        if event.move.is_clue:
            value = clue_value(game.rules, event.move)
            for order in event.touched_orders:
                seen = marks.setdefault(order, [])
                if value not in seen:
                    seen.append(value)
    return marks
