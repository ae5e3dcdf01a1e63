"""Games that were played, one a row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from agents.runs.storage import replace
from analysis.statistics import Estimate, mean
from analysis.tables import BadTable, Table, check_folder
from native import End, Game, Rules
from native.play.measures import MEASURES, TALLIES
from native.play.rows import Rows, game_of
from native.records import BadRecord, ah2ac2

ENDS = {int(end): end.name.lower() for end in End}


@dataclass(frozen=True)
class Games:
    """Games 0, 1 ... of a seed, an agent a seat.

    The columns of a row are: `deal`, its number; `seat_0` ..., who sat there; `stacks` and `zero`,
    the score by both ways of counting; `strikes`, `turns`, and `end`; then each measure of all
    seats together and of every seat, such as `communicativeness` and `communicativeness_0`. A
    measure is not known (NaN) where there was nothing to measure.
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
        """The columns as NumPy arrays and lists of texts."""
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
        """A pandas.DataFrame, a row a game. Raises BadTable where pandas is not installed."""
        return self.table.to_frame()

    def rows(self) -> Iterator[dict[str, Any]]:
        """A dictionary a game."""
        return self.table.rows()

    def mean(self, scoring: str = "stacks") -> Estimate:
        """The mean score of a game with its standard error (`value`, `sem`, `low`, `high`)."""
        if scoring not in ("stacks", "zero"):
            raise ValueError(f"The scorings are stacks and zero, not {scoring}.")
        return mean(self.table[scoring].astype(np.float64))

    def histories(self) -> Table:
        """The whole games: `deal`, who sat where, `deck` in draw order (the first seat's hand
        first), and `moves` such as `p0 c1r d3`; `hanabi_lab.moves` says how they are written."""
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
        """A game at its end. Raises IndexError for a number that there is not."""
        if not 0 <= number < len(self):
            raise IndexError(f"The games are 0 to {len(self) - 1}; there is no game {number}.")
        return game_of(self.rules, self.played[number])

    def save(self, path: str | Path) -> None:
        """Write the rows to a file that ends with .parquet, .csv or .jsonl, or whole games to one
        that ends with .safetensors, as AH2AC2 has them. Raises BadTable."""
        if Path(path).suffix == ".safetensors":
            self._save_arrays(Path(path))
        else:
            self.table.save(path)

    def _save_arrays(self, file: Path) -> None:
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
            for seat in range(players):
                columns[f"{name}_{seat}"] = measure.of_each(seats[:, seat])
        return columns
