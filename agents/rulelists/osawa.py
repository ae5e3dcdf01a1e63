"""Osawa's players: one who tells without remembering what was told, and one who remembers."""

from agents.rulelists.named import Named

OSAWA = "Osawa, “Solving Hanabi”, AAAI workshop on computer poker 2015, as rules in fireworks 0.2"

AGENTS = {
    "internal": Named(
        "Internal",
        "Plays and discards by what it knows, and tells about a playable card without minding what "
        "its partner already knows.",
        OSAWA,
        ("PlaySafeCard", "OsawaDiscard", "TellPlayableCard", "TellRandomly", "DiscardRandomly"),
    ),
    "outer": Named(
        "Outer",
        "Internal that keeps in mind what its partner knows, and tells something new.",
        OSAWA,
        ("PlaySafeCard", "OsawaDiscard", "TellPlayableCardOuter", "TellUnknown", "DiscardRandomly"),
    ),
}
