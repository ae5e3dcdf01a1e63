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
Counts = dict[str, tuple[int, int, float]]
"""By kind: moves that the agent makes too, moves, and how many of them a legal move at random is
expected to agree on."""


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

    def add(self, counts: Counts) -> None:
        """Add a game, or somebody's part of it."""
        for kind, (same, turns, luck) in counts.items():
            self.same[kind].append(same)
            self.turns[kind].append(turns)
            self.luck[kind] += luck


def counted(
    game: Game, chosen: Sequence[int], choices: Sequence[int], seat: int | None = None
) -> Counts:
    """Of a game, or of the turns of one seat: on its turns there were so many legal moves, and the
    agent chose those with these ids."""
    turns = [
        (event.move.kind, event.move.id(game.rules) == choice, 1 / number)
        for event, choice, number in zip(game.history, chosen, choices, strict=True)
        if seat in (None, event.seat)
    ]
    counts: Counts = {}
    for name, kinds in KINDS.items():
        ours = [(same, luck) for kind, same, luck in turns if kind in kinds]
        counts[name] = sum(same for same, _ in ours), len(ours), sum(luck for _, luck in ours)
    return counts


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
        choices = legal_moves(game)
        answers = table.agreements(game, [blueprint for _, blueprint in playing], seed)
        for (address, _), answer in zip(playing, answers, strict=True):
            for size in (players, None):
                row = tables.setdefault((address, size), Likeness(address, size))
                row.add(counted(game, answer.chosen, choices))
    return sorted(tables.values(), key=lambda one: (one.players or 0, -(one.even or 0)))


def legal_moves(game: Game) -> list[int]:
    """On every turn, how many legal moves there were."""
    again, numbers = Game(game.rules, deck=game.deck), []
    for event in game.history:
        numbers.append(len(again.legal_moves()))
        again.play(event.move)
    return numbers
