"""Experiments: what is asked for, the next game, and the results for their owner."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from analysis.models import Assignment, Study, Trace
from analysis.studies.assignment import next_table
from analysis.studies.forms import StudyForm
from analysis.studies.study_figures import results
from analysis.studies.surveys import SurveyForm, answer, answered_by_another, may_answer
from analysis.traces.exporting import lines
from analysis.views.pages import show
from game.models import Player, Table
from game.tables.people import become_player, current_player


@require_GET
def studies(request: HttpRequest) -> HttpResponse:
    return show(
        request, "analysis/studies.html", studies=Study.objects.filter(open=True).order_by("-pk")
    )


@login_required
@require_http_methods(["GET", "POST"])
def new_study(request: HttpRequest) -> HttpResponse:
    """Set up an experiment; its page shows the results to its owner."""
    form = StudyForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        return redirect(form.save(become_player(request)))
    status = 400 if form.errors else 200
    return render(request, "analysis/new_study.html", {"form": form}, status=status)


@require_http_methods(["GET", "POST"])
def study(request: HttpRequest, slug: str) -> HttpResponse:
    """The consent, with the owner's results below; POST agrees and starts the next game."""
    experiment = get_object_or_404(Study, slug=slug)
    player = current_player(request)
    if request.method == "POST":
        if not experiment.open or request.POST.get("consent") != "yes":
            return redirect(experiment)
        return redirect(
            next_table(experiment, become_player(request, request.POST.get("name", "")))
        )
    owner = _is_owner(experiment, player)
    if owner and request.GET.get("format") == "jsonl":
        games = Trace.objects.filter(table__assignment__study=experiment)
        body = b"".join(lines(games, private=True))
        response = HttpResponse(body, content_type="application/jsonl")
        response["Content-Disposition"] = f'attachment; filename="{slug}.jsonl"'
        return response
    return show(
        request,
        "analysis/study.html",
        results(experiment) if owner else [],
        private_to=player if owner else None,
        study=experiment,
        owner=owner,
        help=Table.Help(experiment.help).label,
        taken=_taken(experiment, player),
        unanswered=_unanswered(experiment, player),
    )


@require_POST
def close_study(request: HttpRequest, slug: str) -> HttpResponse:
    """Take no more games, or go on; games that were begun are played to their end."""
    experiment = get_object_or_404(Study, slug=slug)
    if not _is_owner(experiment, current_player(request)):
        raise Http404("Only the owner of an experiment can close it.")
    experiment.open = request.POST.get("open") == "yes"
    experiment.save(update_fields=["open"])
    return redirect(experiment)


@require_http_methods(["GET", "POST"])
def survey(request: HttpRequest, slug: str) -> HttpResponse:
    """The questions after a game, and who the partner was once they are answered."""
    table = get_object_or_404(Table, slug=slug)
    player = current_player(request)
    if player is None or not may_answer(table, player):
        raise Http404("Only players of this table answer its questions, after the game.")
    if answered_by_another(table, player):
        return render(request, "analysis/survey.html", {"table": table}, status=409)
    form = SurveyForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        answer(table, player, form.cleaned_data)
        assignment = getattr(table, "assignment", None)
        return redirect("answered", slug) if assignment else redirect("replay", slug)
    status = 400 if form.errors else 200
    return render(request, "analysis/survey.html", {"form": form, "table": table}, status=status)


@require_GET
def answered(request: HttpRequest, slug: str) -> HttpResponse:
    """Thanks, and who it was."""
    table = get_object_or_404(Table, slug=slug)
    if not may_answer(table, current_player(request)):
        raise Http404("You have not finished this game.")
    agents = table.seatings.filter(kind="agent", blind=False)
    context = {"table": table, "agents": agents, "study": table.assignment.study}
    return render(request, "analysis/answered.html", context)


def _taken(experiment: Study, player: Player | None) -> Assignment | None:
    """The latest game that this person agreed to."""
    if player is None:
        return None
    return experiment.assignments.filter(person__player=player).order_by("-number").first()


def _is_owner(experiment: Study, player: Player | None) -> bool:
    return player is not None and experiment.owner_id == player.pk


def _unanswered(experiment: Study, player: Player | None) -> list[Table]:
    """Finished games of this person whose questions are open."""
    if player is None:
        return []
    games = Table.objects.filter(
        assignment__study=experiment,
        assignment__person__player=player,
        status=Table.Status.FINISHED,
    )
    return list(games.exclude(trace__survey__isnull=False))
