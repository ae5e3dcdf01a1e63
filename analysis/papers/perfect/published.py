"""Published results of play with all hands visible: those of Gordon et al. (2024), and of public
programs.
"""

from dataclasses import dataclass

from native.strategies.perfect import Strategy

PAPER = "Gordon et al. (2024)"
TITLE = "Exploring Algorithmic Approaches in Hanabi Gameplay"
STRATEGIES = "github.com/Jericgordon/Hanabi-Math"
REDUCED = "github.com/divy-sh/hanabi-deck-validator"

MEANS = {
    Strategy.PRIORITY: "24.8744",
    Strategy.OLDEST: "24.74596",
    Strategy.CLUE_LIMITED: "about 24.5",
    Strategy.COLOUR_FIRST: "about 23.5",
    Strategy.NUMBER_FIRST: "about 23.5",
}
"""Mean score of each strategy, as printed in section 2 of the paper."""

CURVE = {
    0: 24.857, 0.25: 24.357, 0.5: 23.172, 0.75: 21.705, 1: 20.482, 1.25: 19.098, 1.5: 17.775,
    1.75: 16.491, 2: 15.485,
}  # fmt: skip
"""Mean score by the cost of a play, in clue tokens, computed with the program of Gordon et al.
(2024); the paper only plots the curve."""

REDUCED_MISSED = {
    0: (96729, 3251, 20),
    1: (98785, 1190, 25),
    2: (99360, 618, 22),
    3: (99454, 516, 30),
    4: (99506, 470, 24),
    5: (99496, 477, 27),
}
"""For each number of clue tokens, of 100,000 deals of the small game: how many are won, miss one
point, and miss two points under best play (section 3.3)."""


@dataclass(frozen=True)
class Cheater:
    """The published results of a public program that sees every hand but not the deck."""

    name: str
    source: str
    games: int
    means: dict[int, float]
    """Mean score by number of players."""
    perfect: dict[int, float]
    """Percentage of games in which all 25 cards are played, by number of players."""


CHEATERS = (
    Cheater(
        "hanabi.rs, cheating strategy",
        "github.com/WuTheFWasThat/hanabi.rs",
        20_000,
        {2: 24.8209, 3: 24.9781, 4: 24.9734, 5: 24.9618},
        {2: 88.40, 3: 98.14, 4: 97.83, 5: 97.03},
    ),
    Cheater(
        "van Doorn's cheater",
        "github.com/fpvandoorn/hanabi",
        10_000,
        {2: 24.933, 3: 24.985, 4: 24.979, 5: 24.965},
        {2: 95.1, 3: 98.7, 4: 98.3, 5: 97.1},
    ),
)
