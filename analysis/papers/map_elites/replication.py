"""The numbers of Canaan et al. (2019) beside those of our runs, and a test of the paper's claim
that a run's best elite beats Mirror Situational, the strongest rule list known before.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Annotated, NamedTuple

import numpy as np

from agents import registry
from agents.archives import Archive
from agents.archives.archive import Measurement
from agents.archives.summary import summary
from agents.arena import simulate
from analysis.diversity import crossplay, elites
from analysis.diversity.action_agreement import ActionAgreement
from analysis.diversity.crossplay import EliteCrossPlay
from analysis.figures import Figure
from analysis.papers.map_elites import paper
from analysis.papers.map_elites.run_tables import Tables
from analysis.statistics import Estimate, mean_of_counts, welch
from analysis.tables import Cell, Column, Rows
from native import Rules
from native.play.matches import Moment
from native.rulebase import Mode


@dataclass(frozen=True)
class Replication:
    """A number that the paper prints, as text, and our number for it, with the ends of its 95%
    interval if it has one.
    """

    what: str
    paper: str
    value: Cell
    low: float | None = None
    high: float | None = None


def replications(tables: Tables) -> list[Replication]:
    """Return the numbers that can be computed from a run's stored tables, each beside the number
    that the paper prints ("" if none), in the order of the paper.
    """
    listed = list(_of_archive(tables.archive))
    if tables.crossplay:
        listed += _of_pairs(tables.crossplay)
    if tables.best_partners:
        listed.append(_estimated("mean with the best partner", "", tables.best_partners))
    if tables.crossplay and tables.archive.setting.grid == (20, 20):
        listed += _of_region(tables.crossplay)
    listed += _of_genes(tables.archive)
    if tables.agreement:
        listed += _of_actions(tables.agreement)
    return listed


def _of_archive(archive: Archive) -> Iterator[Replication]:
    now, stored = summary(archive), summary(archive, stored=True) if archive.recipe else None
    spreads = [cell.latest.spread for cell in archive.valid if cell.latest.spread is not None]
    yield Replication("individuals made", "147,000–1,000,000", archive.individuals or None)
    yield Replication("valid cells", "324–326", now.coverage)
    yield Replication("mean over valid cells, as stored", "", stored.mean_valid if stored else None)
    yield _estimated("mean over valid cells, measured again", "7.85–8.27", mean_score(archive))
    yield Replication("best, as stored", "", stored.max if stored else None)
    again = archive.top.latest.objective if archive.top else None
    yield Replication("best, measured again", "20.16–20.68", again)
    if archive.best:
        yield _estimated("best, over 20,000 games", "20.33", best_score(archive))
        yield Replication("cell of the best", "9,16", f"{archive.best.row},{archive.best.column}")
    yield Replication("elites measured in their own cell again", "", now.in_own_cell)
    yield Replication("mean spread of a game", "2.83", now.spread)
    yield Replication("largest spread of a game", "7.21", max(spreads, default=None))


def _of_pairs(table: EliteCrossPlay) -> Iterator[Replication]:
    own = np.diag(table.mean)
    gains = table.means_with_all > own
    weak = own < np.median(own)
    yield _estimated("mean of all pairs", "6.64", table.mean_of_all)
    for half, which, printed in (("weaker", weak, "weak agents"), ("stronger", ~weak, "")):
        what = f"of the {half} half, better with others than alone"
        yield Replication(what, printed, _percent(gains[which]))
    far = int(crossplay.distances(table.places).max())
    yield Replication("distance of the farthest valid cells", "33", far)


def _of_region(table: EliteCrossPlay) -> Iterator[Replication]:
    rows, columns = paper.REGION
    best = table.places[table.best_partners]
    inside = np.isin(best[:, 0], rows) & np.isin(best[:, 1], columns)
    risky = table.places[inside, 1]
    yield Replication("agents with their best partner in (0.1–0.2, 0.3–0.4)", "10", len(risky))
    yield Replication("of them, risk aversion below 0.2", "10", int((risky < 4).sum()))
    yield Replication("of them, risk aversion below 0.1", "9", int((risky < 2).sum()))


def _of_genes(archive: Archive) -> Iterator[Replication]:
    differing = crossplay.hamming(elites.genes(archive))
    points = dict(crossplay.by_distance(elites.places(archive), differing))
    for far, printed in paper.GENES_DIFFERING.items():
        if far in points:
            what = f"genes that differ at distance {far}, of {len(archive.valid[0].genes)}"
            yield _estimated(what, f"{printed:g}", points[far])


def _of_actions(agreement: ActionAgreement) -> Iterator[Replication]:
    for moment, words in ((Moment.AS_PLAYED, "as played"), (Moment.AT_THE_END, "finished games")):
        published = moment == Moment.AT_THE_END
        points = dict(crossplay.by_distance(agreement.places, agreement.shares(moment)))
        for far, printed in paper.AGREEMENT.items():
            if far in points:
                what = f"same action at distance {far}, {words}"
                yield _estimated(what, f"{printed:g}" if published else "", points[far])
        options = agreement.mean_options(moment)
        yield Replication(f"legal moves in a turn, {words}", "13" if published else "", options)
    yield Replication("turns recorded", "about 140,000", int(agreement.turns[Moment.AS_PLAYED]))


def _estimated(what: str, printed: str, estimate: Estimate) -> Replication:
    return Replication(what, printed, estimate.value, estimate.low, estimate.high)


def _of(measured: Measurement) -> Estimate:
    return Estimate(measured.objective, measured.error, measured.games)


def best_score(archive: Archive) -> Estimate:
    """Return the best elite's score over games that did not choose it; no value if none did."""
    return _of(archive.best.remeasured) if archive.best else Estimate()


def mean_score(archive: Archive) -> Estimate:
    """Return the mean score over the valid cells, with the error that comes from the games."""
    estimates = [_of(cell.latest) for cell in archive.valid]
    if not estimates:
        return Estimate()
    values = [estimate.value for estimate in estimates if estimate.value is not None]
    errors = [estimate.sem for estimate in estimates if estimate.sem is not None]
    whole = len(errors) == len(estimates)
    sem = sqrt(sum(error**2 for error in errors)) / len(estimates) if whole else None
    return Estimate(sum(values) / len(estimates), sem, sum(e.units for e in estimates))


def _percent(hits: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> str:
    return f"{100 * hits.mean():.0f}%" if len(hits) else "–"


KNOWN = "rules:mirror_situational"
GAMES, SEED = 20_000, "published/best"
"""The games of `KNOWN` with a copy of itself; as many as measure an archive's best elite again."""


class BestRow(NamedTuple):
    """A row of the figure of best elites: the self-play score of a run's best elite beside that of
    the agent Mirror Situational.
    """

    run: str
    cell_of_the_best: str
    best_elite: Estimate
    known: Annotated[float | None, Column("Mirror Situational")]
    ahead_by: Annotated[Estimate, Column(ends=("low ahead", "high ahead"))]


def figure(runs: Sequence[Tables], theirs: Tables | None) -> Figure:
    """Compare each run's best elite with Mirror Situational, the strongest rule list known before
    the paper, by self-play scores on deals that were not used to select either. The elites' scores
    are stored in their archives; Mirror Situational plays now.

    `runs` are our runs; `theirs` is the archive that the paper's authors published, None if it is
    absent.
    """
    entry = registry.find(KNOWN)
    alone = simulate(Rules.standard(2), [entry, entry], GAMES, SEED, mode=Mode.FAITHFUL)
    known = mean_of_counts(dict(enumerate(alone.stacks)))
    ahead = welch(paper.BEST, paper.SITUATIONAL)
    rows = [BestRow(paper.NAME, "9,16", paper.BEST, paper.SITUATIONAL.value, ahead)]
    for each in (*([theirs] if theirs else []), *runs):
        if best := each.archive.best:
            name = each.archive.run if each.archive.recipe else paper.PUBLIC
            place = f"{best.row},{best.column}"
            found = _of(best.remeasured)
            rows.append(BestRow(name, place, found, known.value, welch(found, known)))
    return Figure(
        name="situational",
        title="Does the best elite beat Mirror Situational?",
        table=Rows(BestRow, rows),
        games=GAMES * len(rows),
        seed=SEED,
        note=f"Self-play over {GAMES:,} games each, cards played, both as the published program "
        "plays them; the elite was chosen on other games. 95% intervals over games, each row by "
        "itself. The paper's are computed from its standard errors of 0.02, which it rounds.",
    )
