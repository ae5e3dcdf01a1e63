"""The best of the strategies that van den Bergh and others searched for by experiment."""

from agents.rulelists.named import Named

AGENTS = {
    "vdb-paper": Named(
        "Van den Bergh",
        "Plays cards that are at least 60% safe while it has strikes left, and gives the clue "
        "that tells you most.",
        "van den Bergh et al., “Aspects of the cooperative card game Hanabi”, 2016, as rules in "
        "fireworks 0.2",
        (
            "IfRule(hasMoreThanOneLife, PlayProbablySafeCard(0.6))",
            "IfRule(hasOneLife, PlaySafeCard)",
            "DiscardProbablyUselessCard(1.0)",
            "TellAnyoneAboutUsefulCard",
            "TellMostInformation(true)",
            "DiscardProbablyUselessCard(0.0)",
        ),
    ),
}
