"""The rules of Hanabi and all that must be fast: C behind a thin typed face."""

from native.cards import Card
from native.errors import BadDeck, BadMove, BadRules, HanabiError, IllegalMove
from native.events import Event
from native.game import Game
from native.moves import Move, MoveKind
from native.outcome import End, Outcome
from native.rng import Rng
from native.ruleset import Colour, Rules
from native.view import View

__all__ = [
    "BadDeck",
    "BadMove",
    "BadRules",
    "Card",
    "Colour",
    "End",
    "Event",
    "Game",
    "HanabiError",
    "IllegalMove",
    "Move",
    "MoveKind",
    "Outcome",
    "Rng",
    "Rules",
    "View",
]
