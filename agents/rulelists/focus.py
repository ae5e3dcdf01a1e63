"""Hanabi Lab's own rule list, which gives and reads clues by their focus, as human players do."""

from agents.persona import SOME, Persona
from agents.rulelists.named import Named

AGENTS = {
    "focus": Named(
        "Focus",
        "Clues one card at a time to be played, plays the card that you point at, and gives up "
        "the card least likely to be needed.",
        "Hanabi Lab; the idea of focus and chop is that of human players",
        (118, 105, 130, 129, 116, 38, 7, 134, 26, 133),
        persona=Persona(SOME, "Players who point at one card at a time.", name="Finn"),
    ),
}
