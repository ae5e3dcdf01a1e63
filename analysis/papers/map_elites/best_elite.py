"""A test of the paper's claim that the best elite of a run beats Mirror Situational, its best known
agent."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple

from agents import registry
from agents.arena import simulate
from analysis.figures import Figure
from analysis.papers.map_elites import paper
from analysis.papers.map_elites.run_tables import Tables
from analysis.statistics import Estimate, mean_of_counts, welch
from analysis.tables import Column, Rows
from native import Rules
from native.rulebase import Mode

KNOWN = "rules:mirror_situational"
GAMES, SEED = 20_000, "published/best"


class Best(NamedTuple):
    """The score of a run's best elite in self-play beside that of the agent Mirror Situational."""

    run: str
    cell_of_the_best: str
    best_elite: Estimate
    known: Annotated[float | None, Column("Mirror Situational")]
    ahead_by: Annotated[Estimate, Column(ends=("low ahead", "high ahead"))]


def figure(runs: Sequence[Tables], theirs: Tables | None) -> Figure:
    """Compare the best elite of each run with Mirror Situational, on deals used to select
    neither."""
    known = _alone(KNOWN)
    rows = [Best(paper.NAME, "9,16", Estimate(paper.BEST), paper.SITUATIONAL, Estimate(_ahead()))]
    for each in (*([theirs] if theirs else []), *runs):
        if best := each.archive.best:
            name = each.archive.run if each.archive.recipe else paper.PUBLIC
            place = f"{best.row},{best.column}"
            found = _alone(f"elite:{each.archive.run}/{place}")
            rows.append(Best(name, place, found, known.value, welch(found, known)))
    return Figure(
        name="situational",
        title="Does the best elite beat Mirror Situational?",
        table=Rows(Best, rows),
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
