"""The engine's cards, clues and turns in the other environment's terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from hanabi_lab.environments.hle.cards import (
    COLOR_CHAR,
    UNSEEN,
    HanabiCard,
    HanabiCardKnowledge,
)
from hanabi_lab.environments.hle.moves import HanabiHistoryItem, HanabiMove, HanabiMoveType
from native import Card, Event, Rules
from native.environment.seen import SeenGame


class Shown(Protocol):
    """A state or an observation."""

    def life_tokens(self) -> int: ...
    def information_tokens(self) -> int: ...
    def fireworks(self) -> list[int]: ...
    def deck_size(self) -> int: ...
    def discard_pile(self) -> list[HanabiCard]: ...


def described(
    shown: Shown,
    current: int,
    hands: Sequence[Sequence[HanabiCard]],
    known: Sequence[Sequence[HanabiCardKnowledge]],
) -> str:
    """A state or an observation in lines of text; `current` is whose turn it is among the hands."""
    fireworks = zip(COLOR_CHAR, shown.fireworks(), strict=False)
    lines = [
        f"Life tokens: {shown.life_tokens()}",
        f"Info tokens: {shown.information_tokens()}",
        f"Fireworks: {''.join(f'{char}{height} ' for char, height in fireworks)}",
        "Hands:",
    ]
    for player, (hand, told) in enumerate(zip(hands, known, strict=True)):
        lines += ["-----"] * (player > 0) + ["Cur player"] * (player == current)
        lines += [f"{card} || {knowledge}" for card, knowledge in zip(hand, told, strict=True)]
    discards = "".join(f" {card}" for card in shown.discard_pile())
    return "\n".join([*lines, f"Deck size: {shown.deck_size()}", f"Discards:{discards}"])


def card_of(card: Card | None) -> HanabiCard:
    return UNSEEN if card is None else HanabiCard(card.suit, card.rank - 1)


def told_of(seen: SeenGame, seat: int, slot: int) -> HanabiCardKnowledge:
    """What clues told of a card."""
    rules, told = seen.rules, seen.told(seat, slot)
    suits, ranks = range(len(rules.suits)), range(rules.ranks)
    can = rules.cards_in(seen.passes(seat, slot))
    colors, plausible = {card.suit for card in can}, {card.rank - 1 for card in can}
    return HanabiCardKnowledge(
        next((color for color in suits if told >> color & 1), None),
        next((rank for rank in ranks if told >> (len(suits) + rank) & 1), None),
        tuple(color in colors for color in suits),
        tuple(rank in plausible for rank in ranks),
    )


def nothing_told(rules: Rules) -> HanabiCardKnowledge:
    """What an observation without card knowledge says of every card."""
    return HanabiCardKnowledge(None, None, (True,) * len(rules.suits), (True,) * rules.ranks)


def item_of(move: HanabiMove, event: Event, player: int, before: SeenGame) -> HanabiHistoryItem:
    """A turn that was just made, and the game before it."""
    if event.card is not None:
        card, token = card_of(event.card), bool(event.token)
        return HanabiHistoryItem(move, player, event.success, token, card.color(), card.rank())
    assert event.target is not None
    places = before.slots(event.target)
    touched = [place for place, slot in enumerate(places) if slot in event.touched]
    kind = _clues_of_kind(move, before.rules)
    fresh = [place for place in touched if not before.told(event.target, places[place]) & kind]
    return HanabiHistoryItem(move, player, _revealed=tuple(touched), _newly_revealed=tuple(fresh))


def _clues_of_kind(move: HanabiMove, rules: Rules) -> int:
    """All clues (bit set, colours first) that tell what a clue of this kind tells."""
    suits = len(rules.suits)
    if move.type() is HanabiMoveType.REVEAL_COLOR:
        return (1 << suits) - 1
    return ((1 << rules.ranks) - 1) << suits
