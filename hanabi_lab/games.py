"""Play games between agents: a table with one row per game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from agents.arena import play_game
from agents.entry import Entry, seat
from agents.runs.errors import seed_text, whole
from agents.runs.storage import replace
from analysis.statistics import Estimate, mean
from analysis.tables import BadTable, Table, check_folder
from hanabi_lab.agent import Player, find
from native import End, Game, Rules
from native.play.measures import MEASURES, TALLIES
from native.play.rows import Rows, game_of, rows, rows_of
from native.play.threads import workers_for
from native.records import BadRecord, ah2ac2

ENDS = {int(end): end.name.lower() for end in End}


@dataclass(frozen=True)
class Games:
    """Games of the same agents in the same seats, on the deals 0, 1, 2, … of a seed.

    Attributes:
        rules: The rules of all games.
        seats: The address of the agent on each seat.
        seed: The seed of the deals.
        played: The engine's records of the games: a structured array of shape (games,), whose type
            is `native.play.rows.ROW`.
    """

    rules: Rules
    seats: tuple[str, ...]
    seed: str
    played: Rows

    def __len__(self) -> int:
        return len(self.played)

    def __repr__(self) -> str:
        names = " and ".join(dict.fromkeys(self.seats))
        return f"<{len(self)} games of {names}: {self.mean().value:.2f} cards played on average>"

    @property
    def table(self) -> Table:
        """A table with one row per game.

        Columns: `deal` (its number), `seat_0` … (the agent on each seat), `stacks` (cards played),
        `zero` (cards played, or 0 after a strikeout), `strikes`, `turns`, `end` (how the game
        ended, such as strikeout), and each measure of all seats together (such as
        `communicativeness`) and of each seat (`communicativeness_0`). A measure is NaN where
        nothing could be measured.
        """
        played, struck = self.played, self.played["end"] == End.STRIKEOUT
        return Table(
            {
                "deal": np.arange(len(self)),
                **self._seats(),
                "stacks": played["score"].astype(np.int64),
                "zero": np.where(struck, 0, played["score"]).astype(np.int64),
                "strikes": played["strikes"].astype(np.int64),
                "turns": played["turns"].astype(np.int64),
                "end": [ENDS[end] for end in played["end"].tolist()],
                **self._measures(),
            }
        )

    def to_frame(self) -> Any:
        """Return a pandas.DataFrame with one row per game.

        Raises:
            BadTable: If pandas is not installed.
        """
        return self.table.to_frame()

    def rows(self) -> Iterator[dict[str, Any]]:
        """Iterate over the games: for each, a dictionary with the columns of `table`."""
        return self.table.rows()

    def mean(self, scoring: str = "stacks") -> Estimate:
        """Return the mean score (`value`), its standard error (`sem`) and its 95% interval (`low`
        to `high`).

        Args:
            scoring: `stacks` (cards played) or `zero` (0 after a strikeout).

        Raises:
            ValueError: If the scoring is unknown.
        """
        if scoring not in ("stacks", "zero"):
            raise ValueError(f"The scorings are stacks and zero, not {scoring}.")
        scores = mean(self.table[scoring].astype(np.float64))
        return scores.within(0, self.rules.max_score)

    def histories(self) -> Table:
        """Return a table of complete games, one row per game.

        Columns: `deal`, `seat_0` …, `deck` (cards in draw order, the first seat's hand first) and
        `moves` (such as `p0 c1r d3`; the notation is described in `hanabi_lab.view`).
        """
        suits = self.rules.suits
        cards = np.array([card.text(suits) for card in self.rules.cards])
        decks = cards[self.played["deck"][:, : self.rules.deck_size]]
        moves = np.array([move.text(self.rules) for move in self.rules.moves])
        made = [moves[row["moves"][: row["turns"]]] for row in self.played]
        return Table(
            {
                "deal": np.arange(len(self)),
                **self._seats(),
                "deck": [" ".join(deck) for deck in decks.tolist()],
                "moves": [" ".join(turns) for turns in made],
            }
        )

    def game(self, number: int) -> Game:
        """Return one game as it stood at its end.

        Args:
            number: The number of the game, from 0, which is its row in `table`.

        Raises:
            IndexError: If there is no such game.
        """
        if not 0 <= number < len(self):
            raise IndexError(f"The games are 0 to {len(self) - 1}; there is no game {number}.")
        return game_of(self.rules, self.played[number])

    def save(self, path: str | Path) -> None:
        """Write the games to a file.

        Args:
            path: A file name that ends with .parquet, .csv or .jsonl (the table of games), or with
                .safetensors (complete games as arrays in the format of AH2AC2).

        Raises:
            BadTable: If the file cannot be written.
        """
        file = Path(path)
        if file.suffix != ".safetensors":
            self.table.save(file)
            return
        check_folder(file)
        try:
            data = ah2ac2.write([game_of(self.rules, row) for row in self.played])
        except BadRecord as refusal:
            raise BadTable(str(refusal)) from None
        replace(file, data)

    def _seats(self) -> dict[str, list[str]]:
        return {f"seat_{seat}": [name] * len(self) for seat, name in enumerate(self.seats)}

    def _measures(self) -> dict[str, Any]:
        seats = self.played["seats"]
        players = self.rules.players
        pooled = np.zeros(len(self), seats.dtype)
        for name in TALLIES:
            pooled[name] = seats[name][:, :players].sum(axis=1)
        columns = {name: measure.of_each(pooled) for name, measure in MEASURES.items()}
        for name, measure in MEASURES.items():
            for place in range(players):
                columns[f"{name}_{place}"] = measure.of_each(seats[:, place])
        return columns


def play(
    *agents: Player,
    games: int = 1000,
    seed: str | int = 0,
    players: int | None = None,
    variant: str = "No Variant",
    threads: int | None = None,
) -> Games:
    """Play games between agents.

    Game i of a seed has the same deal for all agents.

    Args:
        *agents: One address or Agent subclass for all seats, or one for each seat in order.
        games: Number of games.
        seed: Seed of the deals and of the agents' random choices.
        players: Number of seats; by default the number of agents, at least 2.
        variant: A hanab.live variant.
        threads: Number of threads; all processors by default. Games with agents written in Python
            use one. Results do not depend on it.

    Returns:
        The games, one row each.

    Raises:
        AgentError: If an agent is unknown or cannot take its seat.
        BadRules: If the variant is unknown or the rules are impossible.
        TypeError: If a number is not whole, or the seed is no number and no text.
        ValueError: If a number is out of range.
    """
    games, players = whole("games", games), whole("players", players or max(2, len(agents)))
    seed = seed_text(seed)
    threads = None if threads is None else whole("threads", threads)
    workers_for(games, 0, threads)
    rules = Rules.standard(players, variant)
    entries = seat([find(agent) for agent in agents], rules)
    names = tuple(entry.address for entry in entries)
    return Games(rules, names, seed, _played(rules, entries, games, seed, threads))


def _played(
    rules: Rules, entries: Sequence[Entry], games: int, seed: str, threads: int | None
) -> Rows:
    in_core = {entry.address: entry.in_core(rules.players) for entry in entries}
    seating = [one for entry in entries if (one := in_core[entry.address])]
    if len(seating) == rules.players:
        return rows(rules, seating, games, seed, threads=threads)
    return rows_of([play_game(rules, entries, seed, number) for number in range(games)])
