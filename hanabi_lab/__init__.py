"""Hanabi Lab for notebooks: agents, games, archives and knowledge, without the web site.

    import hanabi_lab as hl
    hl.play("rules:focus", "rules:piers", games=1000, seed=1).to_frame()

What a function refuses, it refuses in words: AgentError for agents that cannot sit there, BadRules
for rules that make no game, BadTable for files and packages that are not there.
"""

from agents.contract import AgentError
from analysis.tables import BadTable, Table
from hanabi_lab.agent import Agent
from hanabi_lab.crossplaying import CrossPlay, crossplay
from hanabi_lab.evaluating import Evaluation, evaluate
from hanabi_lab.evolved import Archive, archive, archives
from hanabi_lab.evolving import evolve
from hanabi_lab.games import Games
from hanabi_lab.knowing import empathy, replay, winnable
from hanabi_lab.moves import Clue, Discard, Move, Play, Turn
from hanabi_lab.playing import play
from hanabi_lab.view import Card, Partner, View
from native import BadRules, Game, Rules

__all__ = [
    "Agent",
    "AgentError",
    "Archive",
    "BadRules",
    "BadTable",
    "Card",
    "Clue",
    "CrossPlay",
    "Discard",
    "Evaluation",
    "Game",
    "Games",
    "Move",
    "Partner",
    "Play",
    "Rules",
    "Table",
    "Turn",
    "View",
    "archive",
    "archives",
    "crossplay",
    "empathy",
    "evaluate",
    "evolve",
    "play",
    "replay",
    "winnable",
]
