"""The rule lists of the framework fireworks 0.2, most of them published before.

The careful players of Walton-Rivers et al. play what is safe, clue what is useful, and discard what
is useless or old. Of Osawa's two players, Internal clues without remembering earlier clues, Outer
remembers them. The list of van den Bergh et al. is the best strategy of their experiments. CliveJ
clues first and helps blocked partners. Two weak players are the lower bound of every pool.
"""

from agents.persona import EASY, Persona
from agents.rulelists.named import Named

WALTON_RIVERS = "Walton-Rivers et al., “Evaluating and modelling Hanabi-playing agents”, CEC 2017"
OSAWA = "Osawa, “Solving Hanabi”, AAAI workshop on computer poker 2015, as rules in fireworks 0.2"

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
        persona=Persona(EASY, "First games without any surprise."),
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
        persona=Persona(EASY, "First games: it never gambles.", "Cautious", 5, "Ida"),
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
        persona=Persona(EASY, "Players who find IGGI too timid."),
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
        persona=Persona(
            EASY, "Players who like many clues and a little risk.", "Talkative", 4, "Piers"
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
        persona=Persona(EASY, "Players who don't mind a strike."),
    ),
    "internal": Named(
        "Internal",
        "Plays and discards by what it knows, and clues playable cards without minding what you "
        "already know.",
        OSAWA,
        ("PlaySafeCard", "OsawaDiscard", "TellPlayableCard", "TellRandomly", "DiscardRandomly"),
        persona=Persona(suits="Players who want to see a bot repeat itself."),
    ),
    "outer": Named(
        "Outer",
        "Keeps in mind what you know, and always tells you something new.",
        OSAWA,
        ("PlaySafeCard", "OsawaDiscard", "TellPlayableCardOuter", "TellUnknown", "DiscardRandomly"),
        persona=Persona(suits="Players who like clues more than plays."),
    ),
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
        persona=Persona(suits="Players who know the paper."),
    ),
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
        persona=Persona(suits="Players who like clues more than plays."),
    ),
}

BASELINES = {
    "legal_random": Named(
        "Legal Random",
        "Picks any legal move.",
        WALTON_RIVERS,
        ("LegalRandom",),
        persona=Persona(suits="Nobody: it picks any legal move."),
    ),
    "flawed": Named(
        "Flawed",
        "Plays cards with one chance in four and gives any clue, so it uses up its strikes early.",
        WALTON_RIVERS,
        (
            "PlaySafeCard",
            "PlayProbablySafeCard(0.25)",
            "TellRandomly",
            "OsawaDiscard",
            "DiscardOldestFirst",
            "DiscardRandomly",
        ),
        persona=Persona(suits="Nobody: it wastes its strikes early."),
    ),
}
