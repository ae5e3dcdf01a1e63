"""Conversion of the engine's cards, clues and turns to the Hanabi Learning Environment's terms."""

from hanabi_lab.environments.hle.moves import (
    CARDS,
    UNSEEN,
    HanabiCard,
    HanabiCardKnowledge,
    HanabiHistoryItem,
    HanabiMove,
    HanabiMoveType,
)
from native import Card, Event, Rules


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


def used(move: HanabiMove, event: Event, player: int) -> HanabiHistoryItem:
    """Return the history item of a play or discard that was just made.

    `move` is the move in the environment's form, `event` the engine's record of it, which has the
    card and the effects. `player` is the mover's absolute player number.
    """
    card, token = card_of(event.card), bool(event.token)
    return HanabiHistoryItem(move, player, event.success, token, card.color(), card.rank())


def clued(
    move: HanabiMove, event: Event, player: int, told: dict[int, int], rules: Rules
) -> HanabiHistoryItem:
    """Return the history item of a clue that was just given.

    `told` maps each slot of the clued hand, oldest card first, to the bit set of the clues that had
    touched its card before (`SeenGame.told`).
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
