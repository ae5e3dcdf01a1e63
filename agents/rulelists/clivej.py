"""A player of the fireworks framework that talks first and looks out for blocked partners."""

from agents.rulelists.named import Named

AGENTS = {
    "clivej": Named(
        "CliveJ",
        "Tells you whatever you do not know about playable and useless cards, and hardly ever "
        "takes a risk.",
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
