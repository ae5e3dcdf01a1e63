"""Osawa's players: one who tells without remembering what was told, and one who remembers."""

from agents.rulelists.named import Named

OSAWA = "Osawa, “Solving Hanabi”, AAAI workshop on computer poker 2015, as rules in fireworks 0.2"

AGENTS = {
    "internal": Named(
        "Internal",
        "Plays and discards by what it knows, and clues playable cards without minding what you "
        "already know.",
        OSAWA,
        ("PlaySafeCard", "OsawaDiscard", "TellPlayableCard", "TellRandomly", "DiscardRandomly"),
    ),
    "outer": Named(
        "Outer",
        "Keeps in mind what you know, and always tells you something new.",
        OSAWA,
        ("PlaySafeCard", "OsawaDiscard", "TellPlayableCardOuter", "TellUnknown", "DiscardRandomly"),
    ),
}
