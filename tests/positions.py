"""Games begun from named hands: “r1 r1 y1 g2 g5 r1 b1 p3 p5 p4”, each hand's oldest card first."""

from __future__ import annotations

from native import Card, Game, Move, Rules


def position(hands: str, moves: str) -> Game:
    """The game after these moves; behind the hands, of five cards each, the pile lies in order."""
    rules = Rules.standard(len(hands.split()) // 5)
    dealt = [Card.parse(text, rules.suits) for text in hands.split()]
    left = [
        card for card, copies in zip(rules.cards, rules.copies, strict=True) for _ in range(copies)
    ]
    for card in dealt:
        left.remove(card)
    game = Game(rules, deck=dealt + left)
    for text in moves.split():
        game.play(Move.parse(text, rules))
    return game
