"""The rules of Hanabi and all that must be fast: C behind a thin typed face."""

from native.engine.cards import Card
from native.engine.errors import BadDeck, BadMove, BadRules, HanabiError, IllegalMove
from native.engine.events import Event
from native.engine.game import Game
from native.engine.moves import Move, MoveKind
from native.engine.outcome import End, Outcome
from native.engine.rng import Rng
from native.engine.rules import Colour, Rules
from native.engine.view import View

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
