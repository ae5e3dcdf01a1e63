"""Action agreement of agents with recorded games: the share of moves that an agent would make too.

An agent answers every turn from the view and the history that the player had. Moves are split by
kind, since an agent that never discards may agree on every play: agents are ranked by the mean over
plays, discards and clues, each kind weighing the same. The base rate is the agreement of a random
legal move. The units of the standard errors are people, or games where the players are not known;
an agent that chooses at random is asked once per turn.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

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
"""The kinds of move (keys of `KINDS`) over whose shares `Agreement.even` averages."""
Counts = dict[str, tuple[int, int, float]]
"""For each kind of move (a key of `KINDS`): the number of recorded moves that the agent would make
too, the number of recorded moves, and the number that a random legal move is expected to match."""


class PeoplesGame(NamedTuple):
    """A recorded game, and by seat a name of the person who sat there: empty if it is not known
    who that was, None if it was an agent, whose moves do not count.
    """

    game: Game
    people: tuple[str | None, ...]


@dataclass
class Agreement:
    """How often one agent would make the moves of recorded games, at tables of one size. For each
    kind of move (a key of `KINDS`), `same` lists the number of matching moves of each unit (a
    person or a game), and `turns` the number of all moves of this kind.
    """

    address: str
    players: int | None
    """The number of players in the games; None for games of any number."""
    same: dict[str, list[int]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    turns: dict[str, list[int]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    luck: dict[str, float] = field(default_factory=lambda: dict.fromkeys(KINDS, 0.0))
    """For each kind of move, the number of recorded moves that a random legal move is expected to
    match."""
    games: int = 0
    """The number of games compared."""
    _units: dict[object, int] = field(default_factory=dict)
    """The index of each unit in the lists of `same` and `turns`."""

    @property
    def moves(self) -> int:
        """The number of recorded moves compared."""
        return sum(self.turns["all"])

    def share(self, kind: str) -> Estimate:
        """Return the share of the recorded moves of one kind (a key of `KINDS`) that the agent
        would make too, with a 95% interval for which people or games, not moves, are the sampled
        units.
        """
        return ratio(self.same[kind], self.turns[kind]).within(0, 1)

    def chance(self, kind: str) -> float | None:
        """Return the base rate of a kind of move: the share of the recorded moves of this kind
        that a random legal move is expected to match; None if there are no such moves.
        """
        turns = sum(self.turns[kind])
        return self.luck[kind] / turns if turns else None

    @property
    def even(self) -> float | None:
        """The mean of the agent's shares on plays, discards and clues, over those kinds that
        occur; None if none does. Agents are ranked by it.
        """
        shares = [self.share(kind).value for kind in EACH]
        known = [share for share in shares if share is not None]
        return sum(known) / len(known) if known else None

    def add(self, counts: Counts, unit: object) -> None:
        """Add the counts of a seat of a game, as `counted` returns them, to those of the person or
        game `unit`.
        """
        at = self._units.setdefault(unit, len(self._units))
        for kind, (same, turns, luck) in counts.items():
            if at == len(self.turns[kind]):
                self.same[kind].append(0)
                self.turns[kind].append(0)
            self.same[kind][at] += same
            self.turns[kind][at] += turns
            self.luck[kind] += luck


def counted(game: Game, chosen: Sequence[int], choices: Sequence[int], seat: int) -> Counts:
    """Count on how many turns of a seat of a recorded game an agent would make the recorded move,
    for each kind of move.

    `chosen` are the ids of the moves that the agent chose and `choices` the numbers of legal
    moves, one per turn. Return {kind: (matching moves, recorded moves, matches expected of a
    random legal move)}.
    """
    turns = [
        (event.move.kind, event.move.id(game.rules) == choice, 1 / number)
        for event, choice, number in zip(game.history, chosen, choices, strict=True)
        if event.seat == seat
    ]
    counts: Counts = {}
    for name, kinds in KINDS.items():
        ours = [(same, luck) for kind, same, luck in turns if kind in kinds]
        counts[name] = sum(same for same, _ in ours), len(ours), sum(luck for _, luck in ours)
    return counts


def agreements(
    games: Iterable[PeoplesGame], entries: Sequence[Entry], seed: str | int = 0
) -> list[Agreement]:
    """Return how often each of the agents `entries` would make people's moves in recorded games.

    Each agent has one Agreement, or row, per number of players, and one for all games together
    (its `players` is None). A game counts only for agents that the C core can simulate under its
    rules. Rows are sorted by number of players, all games first, then by the mean over plays,
    discards and clues, greatest first. `seed` is that of agents that choose at random.
    """
    tables: dict[tuple[str, int | None], Agreement] = {}
    for number, (game, people) in enumerate(games):
        if people.count(None) == len(people):
            continue
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
                row = tables.setdefault((address, size), Agreement(address, size))
                row.games += 1
                for seat, person in enumerate(people):
                    if person is not None:
                        row.add(counted(game, answer.chosen, choices, seat), person or number)
    return sorted(tables.values(), key=lambda one: (one.players or 0, -(one.even or 0)))


def legal_moves(game: Game) -> list[int]:
    """Return the number of legal moves at every turn of a game."""
    again, numbers = Game(game.rules, deck=game.deck), []
    for event in game.history:
        numbers.append(len(again.legal_moves()))
        again.play(event.move)
    return numbers
