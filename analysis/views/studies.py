"""Pages to list, set up and close experiments, and the power calculator."""

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods

from analysis.models import Study
from analysis.studies.forms import StudyForm, copied_settings
from analysis.studies.plan import is_full, is_past
from analysis.studies.power_figures import needed, variance_of, varies
from analysis.studies.questions import asked, question_set
from analysis.studies.rehearsal import latest_rehearsal, rehearse_study, report_of
from analysis.studies.steps import in_the_middle, set_open
from analysis.views.pages import PageFilters, show
from game.forms import ChoiceForm
from game.models import Player
from game.tables.people import become_player, current_player


@require_GET
def studies(request: HttpRequest) -> HttpResponse:
    """Show the list of experiments that anybody can begin, and of the visitor's own."""
    player = current_player(request)
    listed = Study.objects.filter(open=True, needs_id=False).order_by("-pk")
    return show(
        request,
        "analysis/studies.html",
        studies=[one for one in listed if not (is_past(one) or is_full(one))],
        mine=Study.objects.filter(owner=player, owner__isnull=False).order_by("-pk"),
    )


@login_required
@require_http_methods(["GET", "POST"])
def new_study(request: HttpRequest) -> HttpResponse:
    """Show the form that sets up an experiment; on a valid POST, create it and redirect to its
    page. With `copy` in the query, the slug of an experiment of the visitor's own, the form begins
    with the settings and questions of that one; 404 if there is none.
    """
    data = request.POST if request.method == "POST" else None
    slug = request.GET.get("copy")
    like = own_study(slug, current_player(request)) if slug and data is None else None
    form = StudyForm(data, initial=copied_settings(like) if like else None)
    questions = question_set(data, like)
    if data is not None and all([form.is_valid(), questions.is_valid()]):
        form.refuse_limit_without_checks(asked(questions))
        if form.is_valid():
            return redirect(form.save(become_player(request), asked(questions)))
    wrong_fields = [field for field in form if field.errors]
    in_rows = sum(map(len, questions.errors)) + len(questions.non_form_errors())
    return render(
        request,
        "analysis/new_study.html",
        {
            "form": form,
            "questions": questions,
            "wrong": len(wrong_fields) + in_rows,
            "wrong_fields": wrong_fields,
        },
        status=200 if data is None else 400,
    )


@require_http_methods(["GET", "POST"])
def close_study(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask the visitor whether to close their own experiment called `slug`; on POST, close it to new
    games; games in progress may be finished. With `open=yes` in the form, reopen it instead; this
    is refused if participants are divided into groups, which the owner may have seen. With
    `delete=yes`, delete it instead; this is refused once somebody has begun. 404 unless the visitor
    owns it.
    """
    experiment = own_study(slug, current_player(request))
    if request.POST.get("delete") == "yes":
        if not experiment.untouched:
            raise BadRequest("People have begun this experiment: you can close it.")
        Study.objects.filter(pk=experiment.pk, participations=None).delete()
        return redirect("studies")
    if request.method == "GET":
        people = in_the_middle(experiment).count()
        return show(request, "analysis/close_study.html", study=experiment, people=people)
    again = request.POST.get("open") == "yes"
    if again and experiment.groups:
        raise BadRequest(
            "An experiment with groups stays closed: you may have seen who is in which."
        )
    set_open(experiment, again)
    return redirect(experiment)


@require_http_methods(["GET", "POST"])
def checklist(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the owner of the experiment called `slug` the report of its last rehearsal, a trial
    with scripted people; on POST, queue a new one unless one is queued or has just begun. It is
    refused once real people have begun. 404 unless the visitor owns it.
    """
    experiment = own_study(slug, current_player(request))
    if request.method == "POST":
        if experiment.participations.exists():
            raise BadRequest("People have begun this experiment already.")
        if latest_rehearsal(experiment).may_follow:
            rehearse_study.enqueue(experiment.slug)
        return redirect("checklist", slug)
    return show(
        request,
        "analysis/checklist.html",
        private_to=experiment.owner,
        study=experiment,
        report=report_of(experiment),
        latest=latest_rehearsal(experiment),
        begun=experiment.participations.exists(),
    )


def own_study(slug: str, player: Player | None) -> Study:
    """Return the experiment called `slug`; raise Http404 unless this player owns it."""
    experiment = get_object_or_404(Study, slug=slug)
    if player is None or experiment.owner_id != player.pk:
        raise Http404("Only the owner of an experiment can do this.")
    return experiment


POWERS = (80, 90, 95)


class PowerForm(ChoiceForm):
    """The form of the power calculator: the difference between two partners to detect, and with
    what probability.
    """

    difference = forms.FloatField(
        min_value=0.1, max_value=25, label="Difference, points", initial=2
    )
    games = forms.IntegerField(
        min_value=1, max_value=100, label="Games with each partner", initial=1
    )
    power = forms.TypedChoiceField(
        coerce=int,
        choices=[(str(share), f"{share}% of the time") for share in POWERS],
        label="Found",
        initial="80",
    )


@require_GET
def power(request: HttpRequest) -> HttpResponse:
    """Show how many people an experiment needs to detect that people's mean scores with two
    partners differ.

    Query parameters, all optional: `difference` to detect, in points (default 2); `games` of each
    person with each partner (1); `power`, the percentage of experiments that detect it (80, 90 or
    95; default 80); and the filters that choose the games from which variances are estimated, and
    their scoring.
    """
    fields = PowerForm.base_fields
    asked = {name: request.GET.get(name) or field.initial for name, field in fields.items()}
    form, filters = PowerForm(asked), PageFilters(request.GET)
    if not (form.is_valid() and filters.is_valid()):
        return show(request, "analysis/power.html", form=form, filters=filters, status=400)
    data = form.cleaned_data
    found = variance_of(filters.seats(), filters.score)
    figures = []
    answer = None
    if found is not None:
        people = needed(found, data["games"], data["power"] / 100, data["difference"])
        answer = next(row for row in people.rows if row[0] == data["difference"])
        figures = [people, varies(found)]
    context = {"form": form, "filters": filters, "answer": answer, "found": found}
    return show(request, "analysis/power.html", figures, 200, None, **context)
