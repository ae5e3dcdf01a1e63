"""How far a game can still get, from what everybody sees. Maximum score and pace are those that
hanab.live shows."""

from __future__ import annotations

from collections import Counter

from native import Card, Game, Rules


def max_score(game: Game) -> int:
    """The best score the discard pile still allows."""
    discarded = Counter(game.discards)
    return sum(_reachable(game.rules, suit, discarded) for suit in range(len(game.rules.suits)))


def _reachable(rules: Rules, suit: int, discarded: Counter[Card]) -> int:
    """Ranks of a suit below the first whose copies are all discarded."""
    for rank in range(1, rules.ranks + 1):
        card = Card(suit, rank)
        if discarded[card] == rules.copies[rules.identity(card)]:
            return rank - 1
    return rules.ranks


def exhausted(game: Game) -> int:
    """The identities of which every copy is played or discarded."""
    gone = Counter(game.discards)
    for suit, height in enumerate(game.stacks):
        gone.update(Card(suit, rank) for rank in range(1, height + 1))
    copies = zip(game.rules.cards, game.rules.copies, strict=True)
    return sum(1 << bit for bit, (card, total) in enumerate(copies) if gone[card] == total)


def pace(game: Game) -> int | None:
    """Discards the table can still afford: score + deck + last round - maximum score.

    None once the deck is empty or the game is over.
    """
    if game.deck_left == 0 or game.end is not None:
        return None
    return game.score + game.deck_left + game.rules.players - max_score(game)
