"""What agents say of their moves: in the first person, about the cards."""

from __future__ import annotations

import re

import pytest

from agents import registry
from agents.entry import Entry
from agents.kinds import plain_reasons
from agents.kinds.whole_reasons import whole
from native import Game, Move, Rules
from tests.positions import position

HANDS = "r1 r1 y1 g2 g5 r1 b1 p3 p5 p4"
"""Seat 0 holds the first five, seat 1 the others; each hand's oldest card first."""
AGENTS = [entry for entry in registry.seatable() if entry.seconds <= 0.1]


def said(moves: str, move: str) -> tuple[str, str]:
    """What everybody, and who sees all hands, is told of a move after these."""
    game = position(HANDS, moves)
    view, made = game.view(game.to_move or 0), Move.parse(move, game.rules)
    return plain_reasons.why(view, made), whole(view, made)


@pytest.mark.parametrize(
    ("moves", "move", "live", "after"),
    [
        (
            "",
            "c11",
            "I clued your 1s: slots 4 and 5. Each of them can be played now, whatever it is.",
            "Your red 1 and blue 1 were both playable, so one clue did for two.",
        ),
        (
            "",
            "c1b",
            "I clued your blue: slot 4.",
            "Your blue 1 in slot 4 was playable, so I clued blue.",
        ),
        (
            "",
            "c15",
            "I clued your 5s: slot 2. It is the last of its kind, so keep it.",
            "Your purple 5 in slot 2 was the last of its kind, so I clued 5 to keep it.",
        ),
        (
            "",
            "c14",
            "I clued your 4s: slot 1.",
            "Your purple 4 will be needed later, so I clued 4.",
        ),
        (
            "p0 c15",
            "c1r",
            "I clued your red: slot 5.",
            "Your red 1 could not score any more, so I clued red to tell you.",
        ),
        (
            "c15 p0 c15",
            "c1r",
            "I clued your red: slots 4 and 5.",
            "Your red 1 could not score any more, so I clued red to tell you.",
        ),
        (
            "",
            "p0",
            "No clue had touched slot 5, but I took the chance.",
            "No clue had touched slot 5, but I took the chance.",
        ),
        (
            "c15 c11",
            "p0",
            "By the clues I got, I knew that slot 5 was playable.",
            "I knew that slot 5 was playable.",
        ),
        (
            "c15 c1r",
            "p0",
            "You clued red, so I played slot 5.",
            "You clued red, so I took slot 5 to be playable.",
        ),
        (
            "c15 c15",
            "d0",
            "Slot 5 was my oldest card without a clue, so I discarded it.",
            "I had nothing better to do, so I discarded slot 5, my oldest card without a clue.",
        ),
        (
            "c15 c11 c15 c1r p0 c12",
            "d1",
            "By the clues I got, slot 5 could not score any more.",
            "I knew that slot 5 was red 1, which could not score any more.",
        ),
        (
            "c15 c15 " * 4,
            "d0",
            "There was no clue token left, and slot 5 was my oldest card without a clue, so I "
            "discarded it.",
            "I had no clue to give and nothing sure to play, so I discarded slot 5, my oldest card "
            "without a clue.",
        ),
        (
            "c15 c15",
            "d4",
            "I could spare slot 1 best, although it was clued.",
            "I had nothing better to do, and of my cards I could spare slot 1 best, although it "
            "was clued.",
        ),
    ],
)
def test_it_is_about_the_cards(moves: str, move: str, live: str, after: str) -> None:
    assert said(moves, move) == (live, after)


@pytest.mark.parametrize("entry", AGENTS, ids=lambda entry: entry.address)
def test_no_family_speaks_of_itself_as_a_machine(entry: Entry) -> None:
    players = 2 if 2 in entry.players else entry.players[0]
    game = Game(Rules.standard(players), seed="said")
    agent = entry.agent("seed")
    for _ in range(12):
        if game.to_move is None:
            break
        decision = agent.decide(game.view(game.to_move))
        for text in (decision.why, decision.detail):
            assert text.endswith((".", "!"))
            assert "  " not in text
            assert not text.startswith(("Rule", "It ", "Discards", "Plays"))
            assert "%" not in text
            assert re.search(r"\b(I|my|My|your|Your)\b", text)
        game.play(decision.move)
