"""The page “Agents with agents”: named agents ranked by their scores with a pool of partners.

A pool is a set of agents; the agent to rank plays with each of them in turn. Here it is the seven
published agents `literature7`, a run's elites, or agents that the visitor lists.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from agents import registry
from agents.archives.setting import SCORINGS
from agents.contract import AgentError
from analysis import scorings
from analysis.collections import title
from analysis.evaluate import archive_evaluation
from analysis.evaluate.pools import PREFIX, listed
from analysis.evaluate.storage import stored_reports
from analysis.partners import adhoc
from analysis.partners.adhoc import AdHocResult, standings
from analysis.views.pages import show
from game.forms import ChoiceForm

NAME = adhoc.LITERATURE.removeprefix(PREFIX)
PLAYERS = [(str(n), str(n)) for n in range(2, 6)]


def _pools() -> list[tuple[str, str]]:
    """Return the (value, label) choices of a pool: `literature7`, and each run."""
    runs = [archive.run for size in range(2, 6) for archive in archive_evaluation.archives(size)]
    return [("", f"{NAME} (seven published agents)"), *((run, run) for run in runs)]


class PoolForm(ChoiceForm):
    """The form that chooses the pool of partners with which agents are ranked, the number of
    players and the scoring; by default `literature7` (seven published agents), with two players.
    """

    pool = forms.ChoiceField(choices=_pools)
    agents = forms.CharField(
        max_length=1000,
        label="or these agents",
        widget=forms.TextInput({"placeholder": "rules:iggi rules:piers"}),
    )
    players = forms.TypedChoiceField(coerce=int, empty_value=None, choices=PLAYERS, initial="2")
    scoring = forms.ChoiceField(choices=scorings.CHOICES)

    def __init__(self, data: Mapping[str, Any]) -> None:
        run = data.get("pool", "").removeprefix(PREFIX)
        super().__init__({name: data[name] for name in data} | {"pool": "" if run == NAME else run})

    def clean(self) -> None:
        """Evaluate the named agents that are rule lists with the chosen pool. Set `companies` to
        the (address, title, result) of each of them and of agents with a stored evaluation. Add an
        error to the field that chooses the pool if the pool or one of its agents cannot play.
        """
        if self.errors:
            return
        agents = listed(self.cleaned_data["agents"])
        try:
            self.companies = _companies(
                self.cleaned_data["pool"],
                agents,
                self.cleaned_data["players"] or 2,
                self.cleaned_data["scoring"] or SCORINGS[0],
            )
        except AgentError as error:
            self.add_error("agents" if agents else "pool", str(error))


@require_GET
def pools(request: HttpRequest) -> HttpResponse:
    """Show the ranking of the named agents by their scores with the chosen pool of partners."""
    form = PoolForm(request.GET)
    if not form.is_valid():
        return show(request, "analysis/pools.html", filters=form, status=400)
    scoring = form.cleaned_data["scoring"] or SCORINGS[0]
    return show(request, "analysis/pools.html", [standings(form.companies, scoring)], filters=form)


def _companies(
    run: str, agents: str, players: int, scoring: str
) -> list[tuple[str, str, AdHocResult]]:
    """Return address, title and result of each agent to rank.

    These are the named agents that play at this table size, and others with a stored evaluation.
    """
    results = _played(run, agents, players, scoring)
    pool = agents or (f"{PREFIX}{run}" if run else adhoc.LITERATURE)
    here = {address for address, *_ in results}
    for report in stored_reports(players, scoring, pool=pool):
        address = report.agent
        if address not in here:
            here.add(address)
            results.append((address, title(address), adhoc.with_pool(report, report.version)))
    return results


def _played(
    run: str, agents: str, players: int, scoring: str
) -> list[tuple[str, str, AdHocResult]]:
    """Play the named agents with the pool now."""
    lists = [entry for entry, _ in registry.rule_lists(players)]
    if agents or not run:
        pool = agents or adhoc.LITERATURE
        reports = [(e, adhoc.report_with(e.address, pool, players, scoring)) for e in lists]
        return [(e.address, e.title, adhoc.with_pool(one, e.version)) for e, one in reports]
    archive = next((a for a in archive_evaluation.archives(players) if a.run == run), None)
    if archive is None:
        raise AgentError(f"The elites of {run} do not play at tables of {players}.")
    tried = [(e, archive_evaluation.evaluate_on_archive(e.address, archive)) for e in lists]
    return [
        (e.address, e.title, adhoc.with_elites(evaluation, scoring))
        for e, evaluation in tried
        if evaluation
    ]
