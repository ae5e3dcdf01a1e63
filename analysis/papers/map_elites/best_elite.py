"""A test of the paper's claim that the best elite of a run beats Mirror Situational, its best known
agent."""

from __future__ import annotations

from collections.abc import Sequence

from agents import registry
from agents.arena import simulate
from analysis.figures import Cell, Column, Figure
from analysis.papers.map_elites import paper
from analysis.papers.map_elites.run_tables import Tables
from analysis.statistics import Estimate, mean_of_counts, welch
from native import Rules
from native.rulebase import Mode

KNOWN = "rules:mirror_situational"
GAMES, SEED = 20_000, "published/best"


def figure(runs: Sequence[Tables], theirs: Tables | None) -> Figure:
    """Compare the best elite of each run with Mirror Situational, on deals used to select
    neither."""
    known = _alone(KNOWN)
    rows: list[tuple[Cell, ...]] = [
        (paper.NAME, "9,16", paper.BEST, None, None, paper.SITUATIONAL, _ahead(), None, None)
    ]
    for each in (*([theirs] if theirs else []), *runs):
        if best := each.archive.best:
            name = each.archive.run if each.archive.recipe else paper.PUBLIC
            place = f"{best.row},{best.column}"
            found = _alone(f"elite:{each.archive.run}/{place}")
            ahead = welch(found, known)
            rows.append(
                (
                    *(name, place, found.value, found.low, found.high, known.value),
                    *(ahead.value, ahead.low, ahead.high),
                )
            )
    return Figure(
        name="situational",
        title="Does the best elite beat Mirror Situational?",
        columns=[
            *(Column("run"), Column("cell of the best")),
            *(Column(title) for title in ("best elite", "low", "high", "Mirror Situational")),
            *(Column(title) for title in ("ahead by", "low ahead", "high ahead")),
        ],
        rows=rows,
        games=GAMES * len(rows),
        seed=SEED,
        command=f"manage.py simulate AGENT AGENT --games {GAMES} --seed {SEED} --faithful",
        note=f"Self-play over {GAMES:,} games of the same deals, cards played, both as the "
        "published program plays them; the elite was chosen on other games. 95% intervals over "
        "games, each row by itself. The paper gives no errors; over as many games that of its "
        "difference is about ±0.04.",
    )


def _ahead() -> float:
    """Return the published difference."""
    return round(paper.BEST - paper.SITUATIONAL, 2)


def _alone(address: str) -> Estimate:
    """Return an agent's mean self-play score."""
    entry, rules = registry.find(address), Rules.standard(2)
    result = simulate(rules, [entry, entry], GAMES, SEED, mode=Mode.FAITHFUL)
    return mean_of_counts(dict(enumerate(result.stacks)))
