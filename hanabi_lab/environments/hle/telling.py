"""Conversion of the engine's cards, clues and turns to the Hanabi Learning Environment's terms."""

from collections.abc import Sequence
from typing import Protocol

from hanabi_lab.environments.hle.moves import (
    CARDS,
    COLOR_CHAR,
    UNSEEN,
    HanabiCard,
    HanabiCardKnowledge,
    HanabiHistoryItem,
    HanabiMove,
    HanabiMoveType,
)
from native import Card, Event, Rules
from native.environment.observation import SeenGame


class Shown(Protocol):
    """Interface of a state or an observation, as far as its text form needs it."""

    def life_tokens(self) -> int:
        """Return the strikes left."""

    def information_tokens(self) -> int:
        """Return the clue tokens available."""

    def fireworks(self) -> list[int]:
        """Return the height of each stack."""

    def deck_size(self) -> int:
        """Return the number of cards left in the deck."""

    def discard_pile(self) -> list[HanabiCard]:
        """Return the discarded cards, oldest first."""


def described(
    shown: Shown,
    current: int,
    hands: Sequence[Sequence[HanabiCard]],
    known: Sequence[Sequence[HanabiCardKnowledge]],
) -> str:
    """Return a state or an observation as text; `current` is the index of the hand of the player to
    move."""
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
    """Return the engine's card as a HanabiCard; an unseen card for None."""
    return UNSEEN if card is None else CARDS[card.suit][card.rank - 1]


def knowledge_of(rules: Rules, told: int, passes: int) -> HanabiCardKnowledge:
    """Return what clues say about a card, given as two bit sets.

    `told` has the clues that touched the card, colours first. `passes` has the identities that are
    consistent with all clues.
    """
    suits, ranks = range(len(rules.suits)), range(rules.ranks)
    can = rules.cards_in(passes)
    colors, plausible = {card.suit for card in can}, {card.rank - 1 for card in can}
    return HanabiCardKnowledge(
        next((color for color in suits if told >> color & 1), None),
        next((rank for rank in ranks if told >> (len(suits) + rank) & 1), None),
        tuple(color in colors for color in suits),
        tuple(rank in plausible for rank in ranks),
    )


def told_before(seen: SeenGame, seat: int) -> dict[int, int]:
    """Return, by slot of a seat's hand, the set of clues that have touched the card there.

    A set is an integer with one bit per clue value, colours first, then ranks.
    """
    return {slot: seen.told(seat, slot) for slot in seen.slots(seat)}


def used(move: HanabiMove, event: Event, player: int) -> HanabiHistoryItem:
    """Return the history item of a play or discard that was just made."""
    card, token = card_of(event.card), bool(event.token)
    return HanabiHistoryItem(move, player, event.success, token, card.color(), card.rank())


def clued(
    move: HanabiMove, event: Event, player: int, told: dict[int, int], rules: Rules
) -> HanabiHistoryItem:
    """Return the history item of a clue that was just given.

    `told` is the result of `told_before` for the receiving hand, before the clue.
    """
    touched = [place for place, slot in enumerate(told) if slot in event.touched]
    kind, before = _clues_of_kind(move, rules), list(told.values())
    fresh = [place for place in touched if not before[place] & kind]
    return HanabiHistoryItem(move, player, _revealed=tuple(touched), _newly_revealed=tuple(fresh))


def _clues_of_kind(move: HanabiMove, rules: Rules) -> int:
    """Return a bit set of all colour clues or of all rank clues, by the kind of the move."""
    suits = len(rules.suits)
    if move.type() is HanabiMoveType.REVEAL_COLOR:
        return (1 << suits) - 1
    return ((1 << rules.ranks) - 1) << suits
