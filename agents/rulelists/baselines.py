"""Players that nobody wants as partners: the floor of every pool."""

from agents.rulelists.named import Named

WALTON_RIVERS = "Walton-Rivers et al., “Evaluating and modelling Hanabi-playing agents”, CEC 2017"

AGENTS = {
    "legal_random": Named("Legal Random", "Picks any legal move.", WALTON_RIVERS, ("LegalRandom",)),
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
    ),
}
