"""Maximum score, pace and efficiency of a game by hanab.live's formulas, from public
information.
"""

from collections import Counter

from native import Card, Game


def max_score(game: Game) -> int:
    """Return the best score that is still possible after the cards discarded so far."""
    every = (1 << len(game.rules.cards)) - 1
    return game.score + (every & ~game.useless).bit_count()


def exhausted(game: Game) -> int:
    """Return a bit mask of the identities of which all copies have been played or discarded; bits
    are in the order of `rules.cards`.
    """
    gone = Counter(game.discards)
    for suit, height in enumerate(game.stacks):
        gone.update(Card(suit, rank) for rank in range(1, height + 1))
    copies = zip(game.rules.cards, game.rules.copies, strict=True)
    return sum(1 << bit for bit, (card, total) in enumerate(copies) if gone[card] == total)


def pace(game: Game) -> int | None:
    """Return the pace, the number of discards that the table can still afford without losing
    points: score + cards in the deck + players - maximum score.

    None once the deck is empty or the game is over.
    """
    if game.deck_left == 0 or game.end is not None:
        return None
    return game.score + game.deck_left + game.rules.players - max_score(game)


def efficiency(game: Game) -> float | None:
    """Return the efficiency that the maximum score requires: the number of new cards that each
    clue still to come must touch on average.

    None once the deck is empty, the game is over, or no clue can be given any more.
    """
    clues = _clues_to_come(game)
    if not clues:
        return None
    return (max_score(game) - _gotten(game)) / clues


def most_turns(game: Game) -> int | None:
    """Return the most turns that the game can still last on the way to the maximum score; None
    once the deck is empty or the game is over.
    """
    clues, slack = _clues_to_come(game), pace(game)
    if clues is None or slack is None:
        return None
    return slack + clues + max_score(game) - game.score


def _clues_to_come(game: Game) -> int | None:
    """Return the number of clues that can still be given on the way to the maximum score: the
    tokens at hand, and one for each discard and each stack finished before the last round. None
    once the deck is empty or the game is over.
    """
    deck, players = game.deck_left, game.rules.players
    if pace(game) is None:
        return None
    missing = max_score(game) - game.score
    discards = deck - 1 if missing <= players + 1 else max(0, players + deck - missing)
    plays = min(missing, players + deck) - min(missing, players + 1)
    return discards + _stacks_finished(game, plays) + game.clue_tokens


def _stacks_finished(game: Game, plays: int) -> int:
    """Return the number of stacks that `plays` plays can finish, nearest completion first."""
    ranks, useless = game.rules.ranks, game.useless
    missing = sorted(
        ranks - height
        for suit, height in enumerate(game.stacks)
        if not useless >> ((suit + 1) * ranks - 1) & 1
    )
    finished = 0
    for cards in missing:
        plays -= cards
        finished += plays >= 0
    return finished


def _gotten(game: Game) -> int:
    """Return the number of cards played, plus clued cards in hands that may still be useful; at
    most the maximum score.
    """
    rules, useless = game.rules, game.useless
    held = sum(
        game.touched(seat, slot) and game.clued(seat, slot) & ~useless != 0
        for seat in range(rules.players)
        for slot in range(rules.hand_size)
        if game.order(seat, slot) is not None
    )
    return min(game.score + held, max_score(game))
