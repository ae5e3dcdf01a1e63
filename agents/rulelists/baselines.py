"""Players that nobody wants as partners: the floor of every pool."""

from agents.rulelists.named import Named

WALTON_RIVERS = "Walton-Rivers et al., “Evaluating and modelling Hanabi-playing agents”, CEC 2017"

AGENTS = {
    "legal_random": Named("Legal Random", "Makes any legal move.", WALTON_RIVERS, ("LegalRandom",)),
    "flawed": Named(
        "Flawed",
        "Plays a card that is playable with one chance in four, and gives any clue. It loses its "
        "lives early; a partner who understood it would keep clues coming.",
        WALTON_RIVERS,
        (
            "PlaySafeCard",
            "PlayProbablySafeCard(0.25)",
            "TellRandomly",
            "OsawaDiscard",
            "DiscardOldestFirst",
            "DiscardRandomly",
        ),
    ),
}
