"""The rules that discard a card."""

from native._core import lib
from native.rulebase.row import Family, Rule


def _rule(gene: int | None, name: str, meaning: str, op: int, percent: int = 0) -> Rule:
    return Rule(gene, name, Family.DISCARD, meaning, op, percent=percent)


def _probably_useless(gene: int | None, percent: int) -> Rule:
    meaning = "discard the card most likely to be useless"
    if percent:
        meaning += f", if it is so with at least {percent}%"
    name = f"DiscardProbablyUselessCard({percent / 100})"
    return _rule(gene, name, meaning, lib.HL_DISCARD_PROBABLY_USELESS, percent)


RULES = (
    _rule(
        24,
        "DiscardHighest",
        "discard the card of the highest known rank",
        lib.HL_DISCARD_HIGHEST,
    ),
    _rule(
        25,
        "DiscardIfCertain",
        "discard a card that clues alone show to be played already",
        lib.HL_DISCARD_IF_CERTAIN,
    ),
    _rule(
        26,
        "DiscardLeastLikelyToBeNecessary",
        "discard the card least likely to be the last copy of one still wanted",
        lib.HL_DISCARD_LEAST_LIKELY_NECESSARY,
    ),
    _rule(27, "DiscardOldestFirst", "discard my oldest card", lib.HL_DISCARD_OLDEST),
    _rule(
        28,
        "DiscardOldestNoInfoFirst",
        "discard the first card of unknown colour and rank (not the oldest, as its name says)",
        lib.HL_DISCARD_UNIDENTIFIED,
    ),
    *(_probably_useless(29 + step, 20 * step) for step in range(5)),
    _rule(34, "DiscardRandomly", "discard any card", lib.HL_DISCARD_RANDOMLY),
    _rule(
        35,
        "DiscardSafeCard",
        "discard a card whose clued colour, rank or both show it to be useless",
        lib.HL_DISCARD_SAFE,
    ),
    _rule(
        36,
        "DiscardUnidentifiedCard",
        "discard the first card of unknown colour and rank",
        lib.HL_DISCARD_UNIDENTIFIED,
    ),
    _rule(
        37,
        "DiscardUselessCard",
        "discard a card of known colour that is above a rank of which every copy is lost",
        lib.HL_DISCARD_USELESS,
    ),
    _rule(
        38,
        "OsawaDiscard",
        "discard a card that its clues show to be useless, or above a rank of which every copy is "
        "lost",
        lib.HL_DISCARD_OSAWA,
    ),
)

EXTRA = (_probably_useless(None, 99), _probably_useless(None, 100))
