"""The stored counts that the page shows, one file each in `counts/`."""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from analysis.papers.deals.counting import Asked, Count, load

FOLDER = Path(__file__).with_name("counts")
PLAYERS = range(2, 6)
SIX = "6 Suits"
USUAL_HANDS = {2: 5, 3: 5, 4: 4, 5: 4}
HANDS = (3, 4, 5, 6, 7)
TOKENS = (1, 2, 3, 4, 8)


@lru_cache(maxsize=1)
def counts() -> Mapping[Asked, Count]:
    """Return the stored counts by their deals, ignoring seed and budget. Raises BadCount if a file
    is damaged."""
    stored = [load(file) for file in sorted(FOLDER.glob("*.json"))]
    return {key(count.asked): count for count in stored}


def key(asked: Asked) -> Asked:
    """Return the settings without seed and budget, as the key of a stored count."""
    return Asked(asked.players, asked.variant, tokens=asked.tokens, hand=asked.hand)


def usual(players: int, variant: str = "No Variant") -> Count | None:
    """Return the count under the standard rules; None if there is none."""
    return counts().get(Asked(players, variant))


def with_hands(hand: int) -> Count | None:
    """Return the count for two players with `hand` cards each; None if there is none."""
    return counts().get(Asked(2, hand=None if hand == USUAL_HANDS[2] else hand))


def with_tokens(players: int, tokens: int) -> Count | None:
    """Return the count with this many clue tokens; None if there is none."""
    return counts().get(Asked(players, tokens=tokens))
