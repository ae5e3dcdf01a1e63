"""How like people agents play: the share of the moves of recorded games that an agent makes too.

An agent answers every turn from the view and the history that the person had. What people did is
split by kind, since an agent that never discards may agree on every play. The unit of the standard
errors is the game; an agent that draws lots counts as it drew once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from agents.registry import Entry
from analysis.statistics import Estimate, ratio
from native import Game, MoveKind
from native.play import table

KINDS = {
    "all": frozenset(MoveKind),
    "plays": frozenset([MoveKind.PLAY]),
    "discards": frozenset([MoveKind.DISCARD]),
    "clues": frozenset([MoveKind.COLOUR, MoveKind.RANK]),
}


@dataclass
class Likeness:
    """One agent on games of one number of players; a count a game."""

    address: str
    players: int | None
    """None: games of any number."""
    same: dict[str, list[int]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    turns: dict[str, list[int]] = field(default_factory=lambda: {kind: [] for kind in KINDS})

    @property
    def games(self) -> int:
        return len(self.turns["all"])

    @property
    def moves(self) -> int:
        return sum(self.turns["all"])

    def share(self, kind: str) -> Estimate:
        """Of the moves of a kind of `KINDS`, those that the agent makes too."""
        return ratio(self.same[kind], self.turns[kind]).within(0, 1)

    def count(self, game: Game, chosen: Sequence[int]) -> None:
        """Add a game, on whose turns the agent chose the moves with these ids."""
        moves = [event.move for event in game.history]
        agreed = [move.id(game.rules) == choice for move, choice in zip(moves, chosen, strict=True)]
        for kind, kinds in KINDS.items():
            of_kind = [same for move, same in zip(moves, agreed, strict=True) if move.kind in kinds]
            self.same[kind].append(sum(of_kind))
            self.turns[kind].append(len(of_kind))


def likeness(
    games: Iterable[Game], entries: Sequence[Entry], seed: str | int = 0
) -> list[Likeness]:
    """For each agent, by number of players and (with None) of all games together. A game counts
    for the agents that the core simulates at such a table."""
    tables: dict[tuple[str, int | None], Likeness] = {}
    for game in games:
        players = game.rules.players
        playing = [
            (entry.address, blueprint)
            for entry in entries
            if players in entry.players
            and (blueprint := entry.in_core(players))
            and blueprint.knows(game.rules)
        ]
        answers = table.agreements(game, [blueprint for _, blueprint in playing], seed)
        for (address, _), answer in zip(playing, answers, strict=True):
            for size in (players, None):
                row = tables.setdefault((address, size), Likeness(address, size))
                row.count(game, answer.chosen)
    return sorted(
        tables.values(), key=lambda one: (one.players or 0, -(one.share("all").value or 0))
    )
