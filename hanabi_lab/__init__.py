"""Hanabi Lab for notebooks, without the web site: let agents play, search for agents with
MAP-Elites, and compute which cards a player can hold.

    import hanabi_lab as hl
    hl.play("rules:focus", "rules:piers", games=1000, seed=1).to_frame()

Functions validate their arguments and raise AgentError for an agent that cannot take the seat,
BadRules for impossible rules, and BadTable for a file that cannot be written or a missing package.

A name is imported when it is first used, so `import hanabi_lab` itself loads nothing else.
"""

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agents.archives import BadArchive as BadArchive
    from agents.contract import AgentError as AgentError
    from agents.runs.errors import BadParameters as BadParameters
    from agents.runs.errors import BadRun as BadRun
    from analysis.tables import BadTable as BadTable
    from analysis.tables import Table
    from hanabi_lab.agent import Agent as Agent
    from hanabi_lab.crossplaying import CrossPlay as CrossPlay
    from hanabi_lab.crossplaying import crossplay as crossplay
    from hanabi_lab.evaluating import Evaluation as Evaluation
    from hanabi_lab.evaluating import evaluate as evaluate
    from hanabi_lab.evolved import Archive as Archive
    from hanabi_lab.evolved import archive as archive
    from hanabi_lab.evolved import archives as archives
    from hanabi_lab.evolved import evolve as evolve
    from hanabi_lab.exploring import Evaluator as Evaluator
    from hanabi_lab.exploring import MapElites as MapElites
    from hanabi_lab.games import Games as Games
    from hanabi_lab.games import play as play
    from hanabi_lab.knowing import empathy as empathy
    from hanabi_lab.knowing import replay as replay
    from hanabi_lab.knowing import winnable as winnable
    from hanabi_lab.released import Release as Release
    from hanabi_lab.released import load_release as load_release
    from hanabi_lab.view import Card as Card
    from hanabi_lab.view import Clue as Clue
    from hanabi_lab.view import Discard as Discard
    from hanabi_lab.view import Move as Move
    from hanabi_lab.view import Partner as Partner
    from hanabi_lab.view import Play as Play
    from hanabi_lab.view import Turn as Turn
    from hanabi_lab.view import View as View
    from native import BadDeck as BadDeck
    from native import BadRules as BadRules
    from native import Game as Game
    from native import IllegalMove as IllegalMove
    from native import Rules as Rules
    from native.empathy.exact import BadPosition as BadPosition

try:
    __version__ = version("hanabi-lab")
except PackageNotFoundError:  # a clone that was never installed
    __version__ = "0"

_MODULES = {
    "agents.archives": ("BadArchive",),
    "agents.contract": ("AgentError",),
    "agents.runs.errors": ("BadParameters", "BadRun"),
    "analysis.tables": ("BadTable", "Table"),
    "hanabi_lab.agent": ("Agent",),
    "hanabi_lab.evolved": ("Archive", "archive", "archives", "evolve"),
    "hanabi_lab.exploring": ("Evaluator", "MapElites"),
    "hanabi_lab.crossplaying": ("CrossPlay", "crossplay"),
    "hanabi_lab.evaluating": ("Evaluation", "evaluate"),
    "hanabi_lab.games": ("Games", "play"),
    "hanabi_lab.knowing": ("empathy", "replay", "winnable"),
    "hanabi_lab.released": ("Release", "load_release"),
    "hanabi_lab.view": ("Card", "Clue", "Discard", "Move", "Partner", "Play", "Turn", "View"),
    "native": ("BadDeck", "BadRules", "Game", "IllegalMove", "Rules"),
    "native.empathy.exact": ("BadPosition",),
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'hanabi_lab' has no attribute '{name}'")
    found = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
