"""The script of the first game: a deal, its moves, and the text of each step.

The learner moves first. After the tenth move the script skips to the last three.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

DECK = (
    "r2y1p4y5g4p3r1r4b1r2b4b3g1b4b2y3y1g5p1p5p4g3y2y4r1"
    "y4p2p2g3g1b2y1r5g2b1r3y2g4b3r4g2b1r1y3r3p3b5p1p1g1"
)
MOVES = (  # noqa: SIM905 - a game is read as a line
    "c11 c11 p1 p1 c1r p4 d0 c15 p0 p3 c1g c1b p0 p4 c1b p1 p1 d0 c11 p1 d2 c12 p2 d3 c11 d3 "
    "c14 d4 c1p p4 d4 c15 d0 d1 d2 c13 d0 c15 d2 c12 p2 d4 c1r p4 p4 c1g p4 p2 d2 c1r p0 c1p "
    "d4 d1 c13 p1 d2 c1p p2 c15 p2 p3 p3 p0 p1"
).split()
"""Deck and moves, in the engine's notation."""

PARTNER = "Robin"

Place = Literal[
    "mates", "mine", "stacks", "clue-pad", "clues", "strikes", "score", "deck", "discards", "slot"
]
"""The part of the board that a step points at; `slot` is one of the learner's cards."""


@dataclass(frozen=True)
class Step:
    """One step of the introductory lesson: a text to read, and possibly a move to make."""

    turn: int
    """The number of moves made so far."""
    say: str
    look: Place
    order: int | None = None
    """The draw number of the card that the step points at."""
    do: bool = False
    """Whether the learner makes the next move; otherwise “Next” continues."""
    go_on: str = "Next"
    """The label of the button that continues."""


STEPS = (
    Step(
        0,
        "Hanabi is a game you win together. You and your partner build one stack of each colour, "
        "from 1 up to 5.",
        "stacks",
    ),
    Step(0, f"This is {PARTNER}'s hand. You see these cards, but {PARTNER} doesn't.", "mates"),
    Step(0, "And this is your hand. Everybody sees your cards but you.", "mine"),
    Step(
        0,
        "So each of your cards shows what it can still be. Columns are colours, rows are numbers, "
        "and a filled square is still possible.",
        "mine",
    ),
    Step(
        0,
        "On your turn you give a clue, play a card or discard one. "
        f"Every stack starts with a 1, and {PARTNER} has two 1s. Tell {PARTNER} with the clue “1”.",
        "clue-pad",
        do=True,
    ),
    Step(
        1,
        f"Your clue marked {PARTNER}'s two 1s. A clue always touches every card of that number "
        "or colour, never just one of them.",
        "mates",
    ),
    Step(
        1,
        "It cost one of the eight clue tokens that you share.",
        "clues",
        go_on=f"{PARTNER}'s turn",
    ),
    Step(
        2,
        f"{PARTNER} gave you a clue, too: your slot 4 is a 1. The mark on the card says so.",
        "slot",
        order=1,
    ),
    Step(
        2,
        "Only the 1s are still filled in its grid. A ring means that this card can be played now, "
        "and below you see how likely that is: 100%.",
        "slot",
        order=1,
    ),
    Step(2, "No stack has started yet, so any 1 fits. Play it.", "slot", order=1, do=True),
    Step(
        3,
        "It was yellow 1: one point for the team. You drew a new card; new cards come in on "
        "the left.",
        "stacks",
        go_on=f"{PARTNER}'s turn",
    ),
    Step(4, f"{PARTNER} used your clue and played red 1.", "stacks"),
    Step(4, f"Red 2 comes next, and {PARTNER} holds it. Clue red.", "clue-pad", do=True),
    Step(
        5,
        "Red touched both red cards, the 2 and the 4. When a clue touches several cards, "
        "they mean one of them: your partner plays the 2, the newest one.",
        "mates",
        go_on=f"{PARTNER}'s turn",
    ),
    Step(
        6,
        f"{PARTNER} played red 2. The small picture under each of {PARTNER}'s cards is what "
        f"{PARTNER} knows about it.",
        "mates",
    ),
    Step(
        6,
        "Five clue tokens are left. A discard brings one back. Your slot 5 is your oldest card "
        "and no clue has touched it, so it goes first.",
        "slot",
        order=0,
        do=True,
    ),
    Step(
        7,
        "It was red 2. One is on its stack already, so nothing is lost, and you have six clue "
        "tokens again.",
        "clues",
    ),
    Step(
        7,
        "Each colour has three 1s, two each of 2, 3 and 4, and only one 5. The discard pile "
        "shows which copies are gone.",
        "discards",
        go_on=f"{PARTNER}'s turn",
    ),
    Step(
        8,
        f"{PARTNER} clued 5: your slot 4. There is only one 5 of each colour, so the card is "
        "critical (!). Keep it until it can be played.",
        "slot",
        order=3,
    ),
    Step(
        8,
        "What if a card doesn't fit? Here it costs nothing, so try it with slot 1, which no "
        "clue has touched.",
        "slot",
        order=13,
        do=True,
    ),
    Step(
        9,
        "It was blue 4, which fits no stack: a strike, and the card is lost. The third strike "
        "ends the game, and at most tables the score is then 0.",
        "strikes",
        go_on=f"{PARTNER}'s turn",
    ),
    Step(
        10,
        f"{PARTNER} still knew about the other 1 from your first clue, and played it: blue 1. You "
        "have four points. Now let's skip to the end of this game.",
        "score",
        go_on="Skip ahead",
    ),
    Step(
        62,
        "Fifty-two moves later you have 21 points. One card is left in the deck.",
        "deck",
    ),
    Step(
        62,
        f"You kept the 5 that {PARTNER} pointed at, and now you know that it is yellow 5. "
        "Yellow 4 is on the table.",
        "slot",
        order=3,
        do=True,
    ),
    Step(
        63,
        "You played yellow 5 and finished the yellow stack. That gives a clue token back.",
        "stacks",
    ),
    Step(
        63,
        "You also drew the last card. Everyone gets one last turn, including you.",
        "deck",
        go_on=f"{PARTNER}'s turn",
    ),
    Step(
        64,
        f"{PARTNER} played purple 4. This is the last turn of the game, and you know that your "
        "slot 5 is purple 5.",
        "slot",
        order=19,
        do=True,
    ),
    Step(
        65,
        "You played purple 5: 24 of 25 points, a very good game. One green 5 was discarded on "
        "the way, so 25 was out of reach.",
        "score",
    ),
)
