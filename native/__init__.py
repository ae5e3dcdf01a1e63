"""The rules of Hanabi, and every computation that must be fast: C behind a thin typed Python
interface.
"""

from native.engine.errors import BadDeck, BadMove, BadRules, HanabiError, IllegalMove
from native.engine.events import End, Event, Outcome
from native.engine.game import Game
from native.engine.rng import Rng
from native.engine.rules import Card, Colour, Move, MoveKind, Rules, Start
from native.engine.view import View
