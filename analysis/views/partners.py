"""The page of one agent as a partner of people, of itself, and of other agents."""

from dataclasses import replace

from django import forms
from django.db.models import Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from agents import registry
from agents.contract import AgentError
from analysis.collections import credits_of, title
from analysis.evaluate import archive_evaluation
from analysis.evaluate import evaluation_figures as evaluations
from analysis.evaluate.archive_evaluation import ArchiveEvaluation
from analysis.evaluate.pools import listed
from analysis.evaluate.report import Report
from analysis.evaluate.storage import stored_reports
from analysis.figures import Figure
from analysis.models import Evaluation, TraceSeat
from analysis.partners import adhoc
from analysis.partners.adhoc import AdHocResult
from analysis.partners.answers import survey_answers
from analysis.partners.by_partner_style import MEASURES, by_partner_style
from analysis.partners.scores import by_agent, distribution, once_a_game, score_distribution
from analysis.views.pages import PageFilters, show


class PartnerFilters(PageFilters):
    """The filters on the page of one agent: which games count, and the pool of partners with which
    to evaluate the agent.
    """

    agent = None  # type: ignore[assignment]
    pool = forms.CharField(
        max_length=1000,
        label="Try it with",
        widget=forms.TextInput({"placeholder": "rules:iggi pool:humans"}),
    )

    @property
    def table_size(self) -> int:
        """The number of players in the agent's games with other agents; 2 unless the URL chooses
        another.
        """
        return self.chosen.get("players") or 2

    @property
    def chosen_pool(self) -> str:
        """The partners with which the visitor wants to evaluate the agent: addresses of agents and
        pools (`pool:literature7`) separated by semicolons; empty if none are chosen.
        """
        return listed(self.cleaned_data["pool"])


@require_GET
def partner(request: HttpRequest, address: str) -> HttpResponse:
    """Show how the agent at `address` does as a partner; 404 if no registry entry, trace or stored
    evaluation has this address. ``?run=`` chooses the run whose map is shown.
    """
    filters = PartnerFilters(request.GET)
    known = TraceSeat.objects.filter(address=address)
    entry = registry.find_if_any(address)
    evaluated = Evaluation.objects.filter(agent=address)
    if not entry and not known.exists() and not evaluated.exists():
        raise Http404(f"There is no agent {address[:80]}, and no game with it.")
    reports = _reports(address, filters) if filters.is_valid() else []
    if not filters.is_valid():
        return show(
            request, "analysis/partner.html", filters=filters, title=title(address), status=400
        )
    seats = filters.seats().filter(address=address)
    with_people = once_a_game(seats).filter(company=TraceSeat.Company.PEOPLE)
    scores = by_agent(with_people, filters.score).get(address)
    if scores is None:
        with_people = with_people.none()
    elites = _among_elites(address, filters.table_size) if entry else []
    companies = [
        *([adhoc.with_people(scores, distribution(with_people, filters.score))] if scores else []),
        *([adhoc.with_itself(reports[0])] if reports else []),
        *(adhoc.with_pool(report, entry.version if entry else "") for report in reports),
        *(adhoc.with_elites(evaluation, filters.score) for evaluation in elites),
    ]
    on_the_map = _on_the_map(elites, request.GET.get("run", ""), address, filters.score)
    shown = [
        score_distribution(with_people, filters.score, "with people"),
        *(by_partner_style(with_people, measure, filters.score) for measure in MEASURES),
        survey_answers(seats),
    ]
    return show(
        request,
        "analysis/partner.html",
        [
            *_with_agents(companies, filters.score),
            *_with_each(reports),
            *on_the_map,
            *(figure for figure in shown if figure.games),
        ],
        filters=filters,
        title=title(address),
        address=address,
        credits=credits_of([address.partition(":")[0]]),
        registered=entry is not None,
        scores=scores,
        version=entry.version if entry else "",
        versions=_versions(with_people),
        maps=[evaluation.archive.run for evaluation in elites],
        map_name=on_the_map[0].name if on_the_map else "",
    )


def _versions(with_people: QuerySet[TraceSeat]) -> list[tuple[str, int]]:
    """Return the versions that people played with and their finished games.

    Behaviour differs between versions.
    """
    counted = with_people.filter(finished=True).values_list("version").annotate(games=Count("pk"))
    return list(counted.order_by("-games", "version"))


def _reports(address: str, filters: PartnerFilters) -> list[Report]:
    """Return the agent's evaluations: those computed for this page, and all stored ones.

    Evaluations with the pool `literature7` and the chosen one are computed if the agent can play
    here at this table size.
    """
    try:
        reports = [adhoc.report_with(address, adhoc.LITERATURE, filters.table_size, filters.score)]
    except AgentError:
        reports = []
    if reports and filters.chosen_pool:
        try:
            reports.append(
                adhoc.report_with(address, filters.chosen_pool, filters.table_size, filters.score)
            )
        except AgentError as error:
            filters.add_error("pool", str(error))
    return [*reports, *stored_reports(filters.table_size, filters.score, agent=address)]


def _among_elites(address: str, players: int) -> list[ArchiveEvaluation]:
    tried = (
        archive_evaluation.evaluate_on_archive(address, archive)
        for archive in archive_evaluation.archives(players)
    )
    return [evaluation for evaluation in tried if evaluation]


def _with_agents(companies: list[AdHocResult], scoring: str) -> list[Figure]:
    if len(companies) < 2:
        return []
    return [adhoc.performance(companies, scoring), adhoc.spread(companies, scoring)]


def _with_each(reports: list[Report]) -> list[Figure]:
    """Return figures by member for small pools, and by game for sessions."""
    small = [report for report in reports if len(report.members) <= adhoc.MOST_CHOSEN]
    named = [
        replace(evaluations.with_members(report), name=f"members-{number}")
        for number, report in enumerate(small, start=1)
    ]
    learning = [
        replace(evaluations.by_game(report), name=f"sessions-{number}")
        for number, report in enumerate(reports, start=1)
        if report.by_game
    ]
    return [*named, *learning]


def _on_the_map(
    elites: list[ArchiveEvaluation], run: str, address: str, scoring: str
) -> list[Figure]:
    """Return the figure of scores with each elite of the named run, or of the first run."""
    by_run = {evaluation.archive.run: evaluation for evaluation in elites}
    if run and run not in by_run:
        raise Http404(f"There is no map {run[:40]} here. Maps: {', '.join(by_run) or 'none'}.")
    chosen = [by_run[run]] if run else elites[:1]
    return [adhoc.by_elite(evaluation, title(address), scoring) for evaluation in chosen]
