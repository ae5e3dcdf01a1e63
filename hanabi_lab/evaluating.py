"""How an agent plays with partners whom it has never met."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.evaluate.evaluation import Plan
from analysis.evaluate.evaluation import evaluate as evaluated
from analysis.evaluate.pools import Pool, pool_of_entries
from analysis.evaluate.pools import pool as pool_named
from analysis.evaluate.rows import rows_of
from analysis.tables import Table
from hanabi_lab.seats import Player, find
from hanabi_lab.settings import configure
from native import Rules

Pooled = str | Sequence[Player]
"""`pool:literature7`, `pool:<run>`, a file of addresses, or a list of agents."""


@dataclass(frozen=True)
class Evaluation:
    """An agent with every member of a pool, on the same deals and on a random seat.

    `report` has everything that `manage.py evaluate --json` prints. The columns of a row, a game
    each, are `agent`, `partner`, `deal`, `game` (its place in the session), `seat` (the agent's),
    `stacks`, `zero`, `struck`, `strikes`, `turns`, `end`, and each measure of all seats, of the
    agent (`communicativeness_agent`) and of its partners (`communicativeness_partner`).
    """

    report: dict[str, Any]
    table: Table

    def __repr__(self) -> str:
        report = self.report
        return f"<{report['agent']} with {report['pool']}: {report['mean']:.2f}>"

    @property
    def mean(self) -> float:
        """Ad-hoc performance: the mean over the members of the pool."""
        return float(self.report["mean"])

    @property
    def members(self) -> Table:
        """A row a member: `agent`, `mean`, `sem`, `low`, `high`, and the pool's own figures."""
        rows = self.report["members"]
        return Table({name: [row[name] for row in rows] for name in rows[0]})

    def to_frame(self) -> Any:
        """A pandas.DataFrame, a row a game. Raises BadTable where pandas is not installed."""
        return self.table.to_frame()

    def save(self, path: str | Path) -> None:
        """Write the rows to a file that ends with .parquet, .csv or .jsonl. Raises BadTable."""
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
    """Play an agent with every member of a pool, as `manage.py evaluate` does: on a random seat,
    copies of the member on the others, `games` with each in sessions of `session`. Before a
    session the agent's `game_over` sees `shown` games of the member with copies of itself.

    Raises AgentError or BadRules, in words.
    """
    entry, rules = find(agent), Rules.standard(players)
    plan = Plan(rules, games, str(seed), scoring, session, threads, shown)
    partners = _pool(pool, rules)
    kept: list[Table] = []
    report = evaluated(
        entry,
        partners,
        plan,
        keep=lambda played: kept.append(rows_of(entry, partners, plan, played)),
    )
    return Evaluation(report, kept[0])


def _pool(pool: Pooled, rules: Rules) -> Pool:
    configure()
    if isinstance(pool, str):
        return pool_named(pool, rules)
    return pool_of_entries("a list of agents", [find(player) for player in pool], rules)
