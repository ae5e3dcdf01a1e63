"""Games begun from named hands: “r1 r1 y1 g2 g5 r1 b1 p3 p5 p4”, each hand's oldest card first."""

from __future__ import annotations

from native import Card, Game, Move, Rules


def position(hands: str, moves: str = "", drawn: str = "") -> Game:
    """The game after these moves. Behind the hands, of five cards each, lie the cards `drawn` and
    then the rest in order."""
    rules = Rules.standard(len(hands.split()) // 5)
    dealt = [Card.parse(text, rules.suits) for text in f"{hands} {drawn}".split()]
    left = [
        card for card, copies in zip(rules.cards, rules.copies, strict=True) for _ in range(copies)
    ]
    for card in dealt:
        left.remove(card)
    game = Game(rules, deck=dealt + left)
    for text in moves.split():
        game.play(Move.parse(text, rules))
    return game
