"""All stored tables of one run."""

from dataclasses import dataclass

from agents.archives import Archive, runs
from analysis.diversity import action_agreement, crossplay
from analysis.diversity.action_agreement import ActionAgreement
from analysis.diversity.crossplay import CrossPlay
from analysis.papers.map_elites import paper
from analysis.statistics import Estimate


@dataclass(frozen=True)
class Tables:
    """A run and its tables; None for a table that is missing or incomplete."""

    archive: Archive
    crossplay: CrossPlay | None
    best_partners: Estimate | None
    agreement: ActionAgreement | None

    @property
    def missing(self) -> list[str]:
        """The commands that make the missing tables."""
        run = self.archive.run
        played = self.crossplay and self.best_partners
        wanted = {"crossplay": played, "action_agreement": self.agreement}
        return [f"manage.py {name} {run}" for name, made in wanted.items() if not made]


def as_published() -> list[Tables]:
    """Return all complete runs made with the paper's settings. Raises BadArchive if a table is
    damaged."""
    names = [name for name in runs.names() if paper.is_as_published(runs.load(name))]
    return [tables for tables in map(load, names) if not tables.missing]


def theirs() -> Tables | None:
    """Return the authors' published archive; None unless its tables are complete. Raises BadArchive
    if a table is damaged."""
    names = (name for name in runs.names() if paper.is_theirs(runs.load(name)))
    return next((tables for tables in map(load, names) if not tables.missing), None)


def load(run: str) -> Tables:
    """Load a run with its tables. Raises BadRun if there is no such run, BadArchive if a file is
    damaged."""
    archive, played = runs.load(run), crossplay.load(run)
    return Tables(
        archive=archive,
        crossplay=played if played and played.complete and len(played.places) else None,
        best_partners=crossplay.with_best_partners(run),
        agreement=action_agreement.load(run),
    )
