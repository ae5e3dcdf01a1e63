"""How different places read the rule book, by name."""

from dataclasses import dataclass, replace

from native.engine.outcome import End
from native.engine.rules import Rules


@dataclass(frozen=True)
class Reading:
    """What a place allows, and which ends score 0 there."""

    summary: str
    discard_at_max: bool = False
    stop_when_nothing_left: bool = False
    scoring_zero: frozenset[End] = frozenset()

    def applied(self, rules: Rules) -> Rules:
        """These rules as read there."""
        return replace(
            rules,
            discard_at_max=self.discard_at_max,
            stop_when_nothing_left=self.stop_when_nothing_left,
        )


STANDARD = Reading(
    "the rule book: 0 points after the last strike", scoring_zero=frozenset({End.STRIKEOUT})
)
READINGS = {
    "standard": STANDARD,
    "stacks": Reading("as standard, but the cards played count after the last strike too"),
    "hanab-live": Reading(
        "as standard, but a game stops when nothing is left to score, and giving up scores 0",
        stop_when_nothing_left=True,
        scoring_zero=frozenset({End.STRIKEOUT, End.TERMINATED}),
    ),
    "hanabidata": Reading(
        "as stacks, but discarding with all clue tokens is allowed", discard_at_max=True
    ),
}
READINGS_HELP = "".join(f"\n  {name:11} {reading.summary}" for name, reading in READINGS.items())
"""A line for each, for the help of a command."""
