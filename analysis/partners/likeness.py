"""How like people agents play: the share of the moves of recorded games that an agent makes too.

An agent answers every turn from the view and the history that the person had. What people did is
split by kind, since an agent that never discards may agree on every play: agents are ranked by the
mean over plays, discards and clues, each kind counting the same, however often people chose it. The
base rate is what any legal move at random would agree on. The unit of the standard errors is the
game; an agent that draws lots counts as it drew once.
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

EACH = ("plays", "discards", "clues")


@dataclass
class Likeness:
    """One agent on games of one number of players; a count a game."""

    address: str
    players: int | None
    """None: games of any number."""
    same: dict[str, list[int]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    turns: dict[str, list[int]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    luck: dict[str, float] = field(default_factory=lambda: dict.fromkeys(KINDS, 0.0))
    """Moves that a legal move at random is expected to agree on."""

    @property
    def games(self) -> int:
        return len(self.turns["all"])

    @property
    def moves(self) -> int:
        return sum(self.turns["all"])

    def share(self, kind: str) -> Estimate:
        """Of the moves of a kind of `KINDS`, those that the agent makes too."""
        return ratio(self.same[kind], self.turns[kind]).within(0, 1)

    def chance(self, kind: str) -> float | None:
        """The share that any legal move at random would agree on: the base rate."""
        turns = sum(self.turns[kind])
        return self.luck[kind] / turns if turns else None

    @property
    def even(self) -> float | None:
        """The mean of the shares of plays, discards and clues: what agents are ranked by."""
        shares = [self.share(kind).value for kind in EACH]
        known = [share for share in shares if share is not None]
        return sum(known) / len(known) if known else None

    def count(self, game: Game, chosen: Sequence[int], choices: Sequence[int]) -> None:
        """Add a game, on whose turns there were so many legal moves, and the agent chose those with
        these ids."""
        moves = [event.move for event in game.history]
        agreed = [move.id(game.rules) == choice for move, choice in zip(moves, chosen, strict=True)]
        for kind, kinds in KINDS.items():
            of_kind = [same for move, same in zip(moves, agreed, strict=True) if move.kind in kinds]
            self.same[kind].append(sum(of_kind))
            self.turns[kind].append(len(of_kind))
            self.luck[kind] += sum(
                1 / number
                for move, number in zip(moves, choices, strict=True)
                if move.kind in kinds
            )


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
        choices = _choices(game)
        answers = table.agreements(game, [blueprint for _, blueprint in playing], seed)
        for (address, _), answer in zip(playing, answers, strict=True):
            for size in (players, None):
                row = tables.setdefault((address, size), Likeness(address, size))
                row.count(game, answer.chosen, choices)
    return sorted(tables.values(), key=lambda one: (one.players or 0, -(one.even or 0)))


def _choices(game: Game) -> list[int]:
    """On every turn, how many legal moves there were."""
    again, numbers = Game(game.rules, deck=game.deck), []
    for event in game.history:
        numbers.append(len(again.legal_moves()))
        again.play(event.move)
    return numbers
