"""Ad-hoc evaluation: how an agent scores with partners that it has never met."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from agents.contract import AgentError
from agents.matchups.playing import Plan
from agents.runs.errors import seed_text, whole
from analysis.evaluate.evaluation import evaluate as evaluated
from analysis.evaluate.pools import Pool, pool_of_entries
from analysis.evaluate.pools import pool as pool_named
from analysis.evaluate.report import rows_of
from analysis.tables import Table
from hanabi_lab.agent import Player, find
from native import Rules

Pooled = str | PathLike[str] | Sequence[Player]
"""A pool of partners: its address (`pool:literature7`, or `pool:<run>` for the elites of a
MAP-Elites run), the path of a text file with an agent's address on each line, or a list of agents.
"""


@dataclass(frozen=True)
class Evaluation:
    """The results of an agent in games with every member of a pool, the agent in a random seat.

    Attributes:
        report: The figures that `manage.py evaluate --json` prints, such as `mean`,
            `worst_member`, `distribution` (the number of games by score) and `members`.
        table: One row per game. Columns: `agent`, `partner`, `deal`, `game` (its position in the
            session, from 1), `seat` (the agent's), `stacks` (cards played), `zero` (cards played,
            or 0 after a strikeout), `struck` (1 after a strikeout), `strikes`, `turns`, `end` (how
            the game ended, such as strikeout), and each measure of all seats together (such as
            `communicativeness`), of the agent (`communicativeness_agent`) and of its partners
            (`communicativeness_partner`).
    """

    report: dict[str, Any]
    table: Table

    def __repr__(self) -> str:
        report = self.report
        return f"<{report['agent']} with {report['pool']}: {report['mean']:.2f}>"

    @property
    def mean(self) -> float:
        """Ad-hoc performance: the mean score in points over the members of the pool."""
        return float(self.report["mean"])

    @property
    def members(self) -> Table:
        """A table with one row per member of the pool. Columns: `agent` (the member), the
        evaluated agent's `mean` score with it, the standard error (`sem`) and 95% interval (`low`,
        `high`) of that mean and, for comparison, the member's mean score with the pool's best
        fixed agent (`generalist`), with its own best partner in the pool (`oracle`) and with
        itself (`self_play`).
        """
        rows = self.report["members"]
        return Table({name: [row[name] for row in rows] for name in rows[0]})

    def to_frame(self) -> Any:
        """Return a pandas.DataFrame with one row per game.

        Raises:
            BadTable: If pandas is not installed.
        """
        return self.table.to_frame()

    def save(self, path: str | Path) -> None:
        """Write the table of games to a file.

        Args:
            path: A file name that ends with .parquet, .csv or .jsonl, which sets the format.

        Raises:
            BadTable: If the file cannot be written.
        """
        self.table.save(path)


def evaluate(
    agent: Player,
    pool: Pooled = "pool:literature7",
    *,
    games: int = 1000,
    seed: str | int = 1,
    players: int = 2,
    scoring: str = "stacks",
    session: int = 1,
    threads: int = 1,
    shown: int = 0,
) -> Evaluation:
    """Evaluate an agent with every member of a pool, as `manage.py evaluate` does.

    In each game the agent takes a random seat and copies of the member take the others. Every
    member gets the same deals and seats.

    Args:
        agent: An address or an Agent subclass.
        pool: `pool:literature7`, `pool:<run>` (the elites of a run of the generator), the path of a
            text file with an agent's address on each line, or a list of agents.
        games: Number of games with each member, a multiple of `session`.
        seed: Seed of the deals and seats.
        players: Number of seats.
        scoring: `stacks` (cards played) or `zero` (0 after a strikeout).
        session: Number of consecutive games with the same partner and the same instance of the
            agent.
        threads: Number of threads; results do not depend on it.
        shown: Number of games of the member with copies of itself that are passed to the agent's
            `game_over` before each session, for it to learn from.

    Returns:
        The report and the table of games.

    Raises:
        AgentError: If an agent or pool is unknown, an agent cannot take a seat, or `games`,
            `session`, `threads` or `shown` is out of range, or the scoring is unknown.
        BadRules: If the game cannot be played with that number of `players`.
        TypeError: If a number is not whole, or the seed is no number and no text.
    """
    entry, rules = find(agent), Rules.standard(whole("players", players))
    plan = Plan(
        rules,
        whole("games", games),
        seed_text(seed),
        scoring,
        whole("session", session),
        whole("threads", threads),
        whole("shown", shown),
    )
    partners = pooled(pool, rules)
    kept: list[Table] = []
    report = evaluated(
        entry,
        partners,
        plan,
        keep=lambda played: kept.append(rows_of(entry, partners, plan, played)),
    )
    return Evaluation(report.as_json(), kept[0])


def pooled(pool: Pooled, rules: Rules) -> Pool:
    """Return the pool of partners given by its address (such as `pool:literature7`), by the path
    of a text file with an agent's address on each line, or as a list of agents.

    Raise AgentError if the pool is unknown or none of these, or a member cannot play with the
    rules.
    """
    if isinstance(pool, str | PathLike):
        return pool_named(fspath(pool), rules)
    if not isinstance(pool, Iterable):
        raise AgentError(
            "A pool is an address such as pool:literature7, the path of a file with addresses, or "
            f"a list of agents, not {pool!r:.60}."
        )
    return pool_of_entries("a list of agents", [find(player) for player in pool], rules)
