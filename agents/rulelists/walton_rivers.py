"""Careful players: play what is safe, tell what is useful, discard what is useless or old."""

from agents.rulelists.baselines import WALTON_RIVERS
from agents.rulelists.named import Named

AGENTS = {
    "cautious": Named(
        "Cautious",
        "Plays only cards it knows to be safe, clues playable cards, and discards useless cards "
        "first.",
        WALTON_RIVERS,
        (
            "PlayIfCertain",
            "PlaySafeCard",
            "TellAnyoneAboutUsefulCard",
            "OsawaDiscard",
            "DiscardRandomly",
            "TellRandomly",
        ),
    ),
    "iggi": Named(
        "IGGI",
        "Plays only cards it knows to be safe, and discards its oldest card, so you can count on "
        "it.",
        WALTON_RIVERS,
        (
            "PlayIfCertain",
            "PlaySafeCard",
            "TellAnyoneAboutUsefulCard",
            "OsawaDiscard",
            "DiscardOldestFirst",
            "TellRandomly",
        ),
    ),
    "iggi2": Named(
        "IGGI 2",
        "As IGGI, but takes a fair risk while it has strikes left, and completes what you know of "
        "a card.",
        WALTON_RIVERS,
        (
            "IfRule(hailMary, PlayProbablySafeCard(0.0))",
            "PlayIfCertain",
            "PlaySafeCard",
            "IfRule(hasMoreThanOneLife, PlayProbablySafeCard(0.6))",
            "OsawaDiscard",
            "TellAnyoneAboutOldestUsefulCard",
            "CompleteTellUsefulCard",
            "DiscardOldestNoInfoFirst",
            "DiscardOldestFirst",
            "TellMostInformation(true)",
            "TellRandomly",
        ),
    ),
    "piers": Named(
        "Piers",
        "Plays cards that are at least 60% safe while it has strikes left; when clues run low, "
        "points out safe discards.",
        WALTON_RIVERS,
        (
            "IfRule(hailMary, PlayProbablySafeCard(0.0))",
            "PlaySafeCard",
            "IfRule(hasMoreThanOneLife, PlayProbablySafeCard(0.6))",
            "TellAnyoneAboutUsefulCard",
            "IfRule(informationLessThan4, TellDispensable)",
            "OsawaDiscard",
            "DiscardOldestFirst",
            "TellRandomly",
            "DiscardRandomly",
        ),
    ),
    "risky": Named(
        "Risky",
        "As IGGI, but plays any card with three chances in four, however many strikes there are.",
        WALTON_RIVERS,
        (
            "PlayIfCertain",
            "PlayProbablySafeCard(0.75)",
            "TellAnyoneAboutUsefulCard",
            "OsawaDiscard",
            "DiscardOldestFirst",
        ),
    ),
}
