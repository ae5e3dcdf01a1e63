"""Look up the run, tables or cell named in an address; 404 if one does not exist."""

import re

from django.http import Http404

from agents.archives import Archive, BadArchive, BadRun, runs
from analysis.diversity import action_agreement, crossplay
from analysis.diversity.action_agreement import ActionAgreement
from analysis.diversity.crossplay import CrossPlay
from analysis.maps.layers import Place

PLACE = re.compile(r"(\d{1,3}),(\d{1,3})", re.ASCII)


def run_of(name: str) -> tuple[Archive, CrossPlay | None]:
    """Return the run's archive, and its cross-play table if that is complete; 404 if damaged."""
    try:
        archive = runs.load(name)
        table = crossplay.load(name)
    except (BadRun, BadArchive) as error:
        raise Http404(str(error)) from error
    return archive, table if table and table.complete and len(table.places) else None


def agreement_of(name: str) -> ActionAgreement | None:
    """Return the run's stored action agreement, if any; 404 if it is damaged."""
    try:
        return action_agreement.load(name)
    except BadArchive as error:
        raise Http404(str(error)) from error


def place_in(text: str) -> Place | None:
    """Parse a cell such as 9,16 into row and column; return None for anything else."""
    match = PLACE.fullmatch(text)
    return (int(match[1]), int(match[2])) if match else None
