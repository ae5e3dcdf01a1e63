"""All that was counted about the elites of one run."""

from __future__ import annotations

from dataclasses import dataclass

from agents.archives import Archive, runs
from analysis.diversity import action_agreement, best_partners, crossplay
from analysis.diversity.action_agreement import ActionAgreement
from analysis.diversity.best_partners import BestPartners
from analysis.diversity.crossplay import CrossPlay
from analysis.papers.map_elites import paper


@dataclass(frozen=True)
class Tables:
    """A run and its tables, None for one that is not there or not complete."""

    archive: Archive
    crossplay: CrossPlay | None
    best_partners: BestPartners | None
    agreement: ActionAgreement | None

    @property
    def missing(self) -> list[str]:
        """The commands that make the tables that are not there."""
        run = self.archive.run
        played = self.crossplay and self.best_partners
        wanted = {"crossplay": played, "action_agreement": self.agreement}
        return [f"manage.py {name} {run}" for name, made in wanted.items() if not made]


def as_published() -> list[Tables]:
    """Of all runs that were made as in the paper, if nothing is missing. Raises BadArchive."""
    names = [name for name in runs.names() if paper.is_as_published(runs.load(name))]
    return [tables for tables in map(load, names) if not tables.missing]


def theirs() -> Tables | None:
    """Of the archive that the paper's authors published, if nothing is missing. Raises
    BadArchive."""
    names = (name for name in runs.names() if paper.is_theirs(runs.load(name)))
    return next((tables for tables in map(load, names) if not tables.missing), None)


def load(run: str) -> Tables:
    """The run as it is now. Raises BadRun or BadArchive, in words."""
    archive, played = runs.load(run), crossplay.load(run)
    return Tables(
        archive=archive,
        crossplay=played if played and played.complete and len(played.places) else None,
        best_partners=best_partners.load(run),
        agreement=action_agreement.load(run),
    )
