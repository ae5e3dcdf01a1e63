"""An experiment's page: results for its owner, the next step for everyone else."""

from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    QueryDict,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from analysis.models import Assignment, Participation, Study
from analysis.studies import overview
from analysis.studies.assignment import (
    PRACTICE,
    next_table,
    participation_of,
    refuse_another_id,
    refuse_without_id,
    take_part,
)
from analysis.studies.consent import agreed_to, consent_of, problem, withdraw
from analysis.studies.endings import SCREENED
from analysis.studies.export import conceals, design, games_table, trace_lines
from analysis.studies.groups import debriefing, group_of, in_teams, team_size
from analysis.studies.plan import is_past
from analysis.studies.questions import QuestionsForm, answered, questions_of
from analysis.studies.steps import Stage, StudyStep, code_of, name_partners, step_of
from analysis.studies.study_figures import results
from analysis.studies.surveys import SurveyForm, answer, answers_of, may_answer
from analysis.studies.teams import leave, left_by_partner, wait
from analysis.traces.tables import collect
from analysis.views.pages import as_file, jsonl, show
from game.limits import refuse_one_more_table
from game.models import Player, Seating, Table
from game.tables.people import become_player, current_player, printable

FORMS = ("csv", "jsonl", "parquet")
RECRUITED = ("PROLIFIC_PID", "participant", "id")
"""The query parameters that may hold a participant's id at the service that recruited them, in
order of preference."""
KEPT = ("STUDY_ID", "SESSION_ID")
"""Further query parameters of recruiting services that are stored with a participant."""
LONGEST = 64


@require_http_methods(["GET", "POST"])
def study(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Show the page of the experiment called `slug`: to its owner the results, to anybody else
    their next step, which POST carries out.
    """
    experiment = get_object_or_404(Study, slug=slug)
    player = current_player(request)
    if player is not None and experiment.owner_id == player.pk:
        return redirect(experiment) if request.method == "POST" else _owned(request, experiment)
    participation = participation_of(experiment, player)
    step = step_of(experiment, participation)
    if request.method == "POST":
        return _do(request, experiment, participation, step)
    return _show(request, experiment, participation, step)


@require_http_methods(["GET", "POST"])
def survey(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the survey after the visitor's game at the table called `slug`; on a valid POST, store
    the answers and redirect to the page that says so. An experiment's questions are answered once:
    where they are not the participant's present step, redirect to it. 404 for visitors who did not
    play.
    """
    player = current_player(request)
    table = Table.objects.filter(slug=slug).first()
    if table is None and (left := left_by_partner(player)):
        return redirect(left)
    if table is None or player is None or not may_answer(table, player):
        raise Http404("Only players of this table answer its questions, after the game.")
    assignment = _own(table, player)
    experiment = assignment.study if assignment else None
    if assignment and not _is_asked(assignment):
        return redirect(assignment.study)
    given = answers_of(table, player)
    form = SurveyForm(request.POST if request.method == "POST" else None, experiment, given)
    if request.method == "POST" and form.is_valid():
        answer(table, player, form.answers)
        return redirect("answered", slug)
    status = 400 if form.errors else 200
    context = {"form": form, "table": table, "study": experiment, "given": given}
    return render(request, "analysis/survey.html", context, status=status)


@require_POST
def waiting(request: HttpRequest, slug: str) -> JsonResponse:
    """Record that a participant of the experiment called `slug` is waiting for partners. Return as
    JSON how many people are `here` and `wanted`, or under `next` the URL at which to continue.
    """
    experiment = get_object_or_404(Study, slug=slug)
    player = current_player(request)
    participation = participation_of(experiment, player)
    step = step_of(experiment, participation)
    if participation is None or player is None or step.kind != Stage.WAIT:
        table = step.table if step.kind == Stage.PLAYING else None
        return JsonResponse({"next": (table or experiment).get_absolute_url()})
    found = wait(participation, player, step.order)
    if found.table is not None:
        return JsonResponse({"next": found.table.get_absolute_url()})
    return JsonResponse({"here": found.here, "wanted": found.wanted})


@require_http_methods(["GET", "POST"])
def withdraw_from(request: HttpRequest, slug: str) -> HttpResponse:
    """Delete, on POST, the data of a participant in the experiment called `slug`.

    A participant deletes their own data; the owner deletes the data of the participant whose
    reference (id at the recruiting service) or number is given as `reference`. The owner is asked
    first, and reads if there is no such participant; `participant` is the number, from 1, that they
    have confirmed.
    """
    experiment = get_object_or_404(Study, slug=slug)
    player = current_player(request)
    if player is not None and experiment.owner_id == player.pk:
        named = printable((request.POST or request.GET).get("reference", ""))[:LONGEST]
        participation = _named(experiment, named)
        confirmed = request.POST.get("participant", "")
        if participation is None or confirmed != str(participation.number + 1):
            return _ask_to_delete(request, experiment, named, participation)
    else:
        participation = participation_of(experiment, player)
        if participation is None:
            raise Http404("You do not take part in this experiment.")
    if request.method == "POST":
        withdraw(participation)
    return redirect(experiment)


def _ask_to_delete(
    request: HttpRequest, experiment: Study, named: str, found: Participation | None
) -> HttpResponse:
    games = found.assignments.filter(table__isnull=False).count() if found else 0
    context = {"study": experiment, "named": named, "found": found, "games": games}
    context["in_teams"] = in_teams(experiment)
    status = 200 if found else 404
    return render(request, "analysis/delete_participant.html", context, status=status)


def _named(experiment: Study, named: str) -> Participation | None:
    """Return the participant with a reference or, if nobody has it, with a number from 1."""
    people = experiment.participations.filter(withdrawn=None, expired=None)
    found = people.filter(reference=named).first() if named else None
    if found is None and named.isascii() and named.isdigit() and len(named) < 10:
        found = people.filter(number=int(named) - 1).first()
    return found


@require_GET
def answered_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Thank the visitor for their answers after the game at the table called `slug`. In an
    experiment, name the partner if it may be revealed and the participant's part is not over;
    otherwise redirect to the next step, or to the end with its code. 404 for visitors who did not
    play.
    """
    table = get_object_or_404(Table, slug=slug)
    player = current_player(request)
    assignment = _own(table, player)
    if not may_answer(table, player):
        raise Http404("You have not finished this game.")
    context: dict[str, object] = {"table": table}
    if assignment:
        step = step_of(assignment.study, assignment.participation)
        agents = table.seatings.filter(kind="agent", blind=False)
        if step.ends or not agents:
            return redirect(assignment.study)
        context |= {"agents": agents, "study": assignment.study}
    return render(request, "analysis/answered.html", context)


def _own(table: Table, player: Player | None) -> Assignment | None:
    """Return the player's own game of an experiment at this table, if it is one."""
    games = table.assignments.filter(participation__person__player=player)
    return games.select_related("study", "participation").first()


def _is_asked(assignment: Assignment) -> bool:
    """Return whether the participant's present step is to answer the questions about this game."""
    step = step_of(assignment.study, assignment.participation)
    return (step.kind, step.table) == (Stage.SURVEY, assignment.table)


def _owned(request: HttpRequest, experiment: Study) -> HttpResponseBase:
    form = request.GET.get("format")
    if form == "design":
        answer = JsonResponse(design(experiment), json_dumps_params={"indent": 1})
        answer["Content-Disposition"] = f'attachment; filename="{experiment.slug}-design.json"'
        return answer
    if form == "traces":
        return jsonl(trace_lines(experiment), f"{experiment.slug}-traces.jsonl")
    if form in FORMS and "figure" not in request.GET:
        collect()
        return as_file([games_table(experiment)], f"{experiment.slug}.{form}")
    past = is_past(experiment)
    played = {"assignments__order__gt": PRACTICE, "assignments__table__isnull": False}
    screened = experiment.participations.filter(ended=SCREENED, **played)
    return show(
        request,
        "analysis/study_results.html",
        results(experiment),
        private_to=experiment.owner,
        study=experiment,
        concealed=conceals(experiment),
        screened=screened.distinct().count(),
        past=past,
        stays_closed=past or (bool(experiment.groups) and not experiment.open),
        progress=overview.progress(experiment),
        settings=overview.settings(experiment),
        questions=overview.questions(experiment),
    )


def _do(
    request: HttpRequest, experiment: Study, participation: Participation | None, step: StudyStep
) -> HttpResponse:
    """Carry out a step; a form of an outdated page redirects to the current step."""
    outdated = request.POST.get("step", step.kind) != step.kind
    if step.kind == Stage.CONSENT:
        if request.POST.get("consent") != "yes":
            return redirect(experiment)
        consent = consent_of(experiment)
        ticked = request.POST.getlist("tick")
        if missing := problem(consent, request.POST.get("version", ""), ticked):
            return _show(request, experiment, None, step, missing=missing)
        player = become_player(request, request.POST.get("name", ""))
        if experiment.owner_id == player.pk:
            return redirect(experiment)
        recruited = _recruited(request.POST)
        reference = request.POST.get("reference", "")
        participation = take_part(
            experiment, player, reference, recruited, publishes=request.POST.get("publish") == "yes"
        )
        step = step_of(experiment, participation)
        group = group_of(participation)
        if step.kind == Stage.BEFORE or (group and group.told):
            return redirect(experiment)
    if participation is None or outdated:
        return redirect(experiment)
    player = become_player(request)
    if step.kind in (Stage.BEFORE, Stage.AFTER):
        return _answer(request, experiment, participation, step)
    if step.kind == Stage.PLAYING and step.table:
        return redirect(step.table)
    if step.kind == Stage.SURVEY and step.table:
        return redirect("survey", step.table.slug)
    if step.kind == Stage.WAIT:
        if "leave" in request.POST:
            leave(participation)
            return redirect(experiment)
        return redirect(wait(participation, player, step.order).table or experiment)
    if step.kind in (Stage.PRACTICE, Stage.GAME):
        refuse_one_more_table(request, player, alone=False)
        return redirect(next_table(participation, player, step.order))
    return redirect(experiment)


def _answer(
    request: HttpRequest, experiment: Study, participation: Participation, step: StudyStep
) -> HttpResponse:
    questions = questions_of(experiment, "before" if step.kind == Stage.BEFORE else "after")
    form = QuestionsForm(questions, request.POST)
    if not form.is_valid():
        return _show(request, experiment, participation, step, form)
    setattr(participation, step.kind, answered(questions, form.cleaned_data))
    participation.save(update_fields=[step.kind])
    return redirect(experiment)


def _show(
    request: HttpRequest,
    experiment: Study,
    participation: Participation | None,
    step: StudyStep,
    form: QuestionsForm | None = None,
    missing: str = "",
) -> HttpResponse:
    if form is None and step.kind in (Stage.BEFORE, Stage.AFTER):
        form = QuestionsForm(questions_of(experiment, step.kind))  # type: ignore[arg-type]
    debriefed = _debriefed(participation) if participation and step.ends else ""
    known = next((request.GET[name] for name in RECRUITED if name in request.GET), "")
    reference = printable(request.POST.get("reference", known))[:LONGEST]
    recruited = _recruited(request.POST if missing else request.GET)
    if step.kind == Stage.CONSENT:
        refuse_without_id(experiment, reference)
    if participation:
        refuse_another_id(participation, reference)
        reference = "" if participation.withdrawn else participation.reference
        recruited = participation.recruited
    return render(
        request,
        "analysis/study.html",
        {
            "study": experiment,
            "step": step,
            "form": form,
            "participation": participation,
            "code": code_of(experiment, step.kind) if participation else "",
            "partners": _partners(participation) if step.ends else [],
            "hidden": _games(participation).filter(table__seatings__blind=True).exists(),
            "reference": reference,
            "recruited": recruited,
            "consent": agreed_to(participation) if participation else consent_of(experiment),
            "missing": missing,
            "debriefing": debriefed,
            "group": group_of(participation) if participation else None,
            "people": team_size(participation) if participation else 1,
            "in_teams": in_teams(experiment),
        },
        status=400 if missing or (form is not None and form.errors) else 200,
    )


def _debriefed(participation: Participation) -> str:
    """Return the text that corrects what a participant was told of their partners; empty if it was
    true. Record that they have read it, and reveal the partners that may be known now.
    """
    told = debriefing(participation)
    if told and participation.debriefed is None:
        participation.debriefed = timezone.now()
        participation.save(update_fields=["debriefed"])
        name_partners(participation.study)
    return told


def _recruited(given: QueryDict) -> dict[str, str]:
    ids = {name: printable(given.get(name, ""))[:LONGEST] for name in KEPT}
    return {name: value for name, value in ids.items() if value}


class FinishedGame(NamedTuple):
    """A participant's finished game, and the seats of their partners, who may be revealed."""

    game: Assignment
    seats: list[Seating]


def _partners(participation: Participation | None) -> list[FinishedGame]:
    """Return the participant's games whose partners may be revealed."""
    if participation is None or participation.person is None:
        return []
    mine = Q(player=participation.person.player_id)
    known = _games(participation).exclude(table__seatings__blind=True)
    games = known.order_by("order", "attempt").select_related("table")
    return [FinishedGame(one, list(one.table.seatings.exclude(mine))) for one in games if one.table]


def _games(participation: Participation | None) -> QuerySet[Assignment]:
    """Return the participant's finished games; none without a participation."""
    finished = Assignment.objects.filter(table__status=Table.Status.FINISHED)
    return finished.filter(participation=participation) if participation else finished.none()
