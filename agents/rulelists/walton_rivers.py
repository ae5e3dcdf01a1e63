"""Careful players: play what is safe, tell what is useful, discard what is useless or old."""

from agents.rulelists.baselines import WALTON_RIVERS
from agents.rulelists.named import Named

AGENTS = {
    "cautious": Named(
        "Cautious",
        "Plays only cards known to be safe, tells about playable cards, and discards known useless "
        "cards first, then any.",
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
        "Cautious with better discards: the oldest card goes first, so partners can count on it.",
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
        "IGGI that takes a fair risk while it has lives to spare, and completes what is known of a "
        "useful card.",
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
        "IGGI that plays a card with 60 % while it has lives to spare, and with few clue tokens "
        "tells what can be thrown away.",
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
        "IGGI that plays any card with three chances in four, whatever lives are left.",
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
