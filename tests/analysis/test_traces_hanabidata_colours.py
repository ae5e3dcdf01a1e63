"""HanabiData's colours become ours, on the cards and in the clues alike; white stands as purple."""

from __future__ import annotations

from analysis.traces.hanabidata import in_our_colours
from native import Card, Game
from native.engine.rules import Rules
from native.records import ActionKind, replay
from native.records.hanabidata import RULES, deck_of_seed, read
from tests.native.hanabidata_logs import NAMES, write_log

OURS = {"green": "g", "yellow": "y", "white": "p", "blue": "b", "red": "r"}


def test_cards_and_clues_keep_their_colours() -> None:
    game = Game(RULES, deck=deck_of_seed(6))
    while game.to_move is not None:
        moves = game.legal_moves()
        clues = [move for move in moves if move.kind.name == "COLOUR"]
        game.play((clues or moves)[game.turn % len(clues or moves)])
    theirs = read(write_log(game, 6).encode(), "game.log")
    ours = in_our_colours(theirs)
    suits = Rules.standard(2).suits

    def translated(suit: int) -> int:
        return suits.index(OURS[NAMES[suit]])

    assert list(ours.deck) == [Card(translated(card.suit), card.rank) for card in theirs.deck]
    clued = 0
    for before, after in zip(theirs.actions, ours.actions, strict=True):
        colour = before.kind is ActionKind.COLOUR
        assert after.value == (translated(before.value) if colour else before.value)
        clued += colour
    assert clued > 5
    assert replay(ours).ok
