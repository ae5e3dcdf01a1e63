"""A player of the fireworks framework that talks first and looks out for blocked partners."""

from agents.rulelists.named import Named

AGENTS = {
    "clivej": Named(
        "CliveJ",
        "Frees a clue token for a partner with nothing to do, tells whatever is not known about "
        "playable and useless cards, and hardly ever risks anything.",
        "fireworks 0.2",
        (
            "TryToUnBlock",
            "PlaySafeCard",
            "TellIllInformed",
            "OsawaDiscard",
            "CompleteTellUsefulCard",
            "TellAnyoneAboutUsefulCard",
            "TellAnyoneAboutUselessCard",
            "TellMostInformation(true)",
            "DiscardUnidentifiedCard",
            "DiscardHighest",
        ),
    ),
}
