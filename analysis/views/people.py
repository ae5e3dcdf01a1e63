"""Pages of people: a list of those that a visitor may see, and a page for each."""

from django.core.paginator import Paginator
from django.db.models import Avg, Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from agents import registry
from agents.archives import Archive, BadArchive, BadRun, runs
from agents.archives.setting import SCORINGS
from analysis.collections import credits_of
from analysis.evaluate.pools import RUN
from analysis.models import Person, Study, TraceSeat
from analysis.partners.scores import by_agent
from analysis.people import access, forecast, recommended_partners
from analysis.people.access import forget
from analysis.people.action_agreement import (
    AgentAgreement,
    plays_like,
    with_agent,
    with_named_agents,
)
from analysis.people.habits import LATEST, habits, next_practice, trend
from analysis.people.learning_curve import learning_curve
from analysis.people.recommended_partners import MapPosition, map_position, on_the_map
from analysis.people.style import misplays, playing_style, style, tellings, tokens
from analysis.people.with_agents import best, with_agents, with_each_agent
from analysis.traces.filters import still_blind
from analysis.traces.tables import person_of
from analysis.views.pages import PageFilters, show
from game.models import Table
from game.tables.people import current_player
from game.tables.trust import carried
from game.views.finding import found_unless
from game.views.learn import finished_lessons

PAGE = 50


@require_GET
def people(request: HttpRequest) -> HttpResponse:
    """Show the list of people that the visitor may see."""
    player = current_player(request)
    whole = Q(seats__kind=TraceSeat.Kind.PERSON)
    rows = access.listed_for(player).annotate(
        games=Count("seats", filter=whole),
        mean=Avg("seats__stacks", filter=whole & Q(seats__finished=True)),
    )
    page = Paginator(rows.order_by("-games", "pk"), PAGE).get_page(request.GET.get("page"))
    authors = credits_of(person.collection for person in page)
    return show(request, "analysis/people.html", page=page, me=player, credits=authors)


@require_GET
def my_page(request: HttpRequest) -> HttpResponse:
    """Redirect visitors to their own page, or to the list of people if they never played here."""
    player = current_player(request)
    return redirect("people") if player is None else redirect(person_of(player))


@require_GET
def person(request: HttpRequest, pk: int) -> HttpResponse:
    """Show how the person with the key `pk` plays, in plain words; 404 if the visitor may not see
    it. ``?link=`` has the secret of a shared page.
    """
    player = current_player(request)
    subject = _get_person(request, pk)
    own = player is not None and subject.player_id == player.pk
    seats = TraceSeat.objects.filter(person=subject, kind=TraceSeat.Kind.PERSON)
    seats = seats.exclude(trace__in=still_blind())
    known, games = habits(seats), seats.count()
    context = {
        "person": subject,
        "own": own,
        "games": games,
        "counted": min(games, LATEST),
        "habits": known,
        "trend": trend(seats, SCORINGS[0]),
        "practice": next_practice(seats, known) if own else None,
        "finished": finished_lessons(request),
        "blind": _blind_games(subject) if own else [],
        "trust": carried(player) if own and player else None,
        "credits": credits_of([subject.collection]),
        "section": "replays",
    }
    return render(request, "analysis/how_they_play.html", context)


@require_GET
def measures(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the figures of the person with the key `pk`; 404 if the visitor may not see them.
    ``?link=`` has the secret of a shared page, and ``?run=`` names the run whose map is shown.
    """
    player = current_player(request)
    subject = _get_person(request, pk)
    filters = PageFilters(request.GET)
    if not filters.is_valid():
        return show(request, "analysis/person.html", person=subject, filters=filters, status=400)
    own = player is not None and subject.player_id == player.pk
    seats = filters.seats_in_company().filter(person=subject, kind=TraceSeat.Kind.PERSON)
    seats = seats.exclude(trace__in=still_blind())
    games, playing = seats.count(), style(seats)
    archive = _archive(request.GET.get("run", ""))
    position = map_position(playing, archive) if archive and games else None
    closest, liked = with_named_agents(seats) if games else ([], 0)
    named = recommended_partners.named_partners([one.entry for one in closest])
    elites = recommended_partners.elite_partners(position) if position else []
    everybody = by_agent(filters.seats(), filters.score)
    check = forecast.check({address: one.units for address, one in everybody.items()})
    met = with_each_agent(seats, filters.seats(), filters.score)
    shown = [
        learning_curve(seats, filters.score),
        with_agents(met, check, filters.score),
        plays_like([*closest, *_like_the_elite(seats, position)], liked),
        playing_style(playing, games),
        *([on_the_map(playing, position, games)] if position else []),
        recommended_partners.recommended(named, elites),
        misplays(seats),
        tellings(seats),
        tokens(seats),
    ]
    return show(
        request,
        "analysis/person.html",
        [figure for figure in shown if games and figure.rows],
        person=subject,
        private_to=player if own else None,
        own=own,
        filters=filters,
        games=games,
        playing=playing,
        place=position,
        closest=closest[0] if closest else None,
        partner=named[0] if named else None,
        expected=best(met) if check.passed else None,
        check=check,
        elite_partner=elites[0] if elites else None,
        maps=_maps(),
        credits=credits_of([subject.collection]),
    )


@require_POST
def share(request: HttpRequest, pk: int) -> HttpResponse:
    """Share the visitor's own page by a new secret link if the form has `shared=yes`; otherwise
    remove its link.
    """
    subject = _get_own(request, pk)
    access.share(subject, request.POST.get("shared") == "yes")
    return redirect(subject)


@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for confirmation and, on POST, delete the visitor's person, player and account; with
    ``keep=yes`` in the form their games stay, without the name.
    """
    subject = _get_own(request, pk)
    if request.method == "POST":
        forget(subject, keep_games=request.POST.get("keep") == "yes")
        request.session.flush()
        return redirect("analysis")
    experiments = Study.objects.filter(owner=subject.player).exists()
    return render(request, "analysis/delete.html", {"person": subject, "experiments": experiments})


def _like_the_elite(
    seats: QuerySet[TraceSeat], position: MapPosition | None
) -> list[AgentAgreement]:
    """Return the agreement with the elite of the map whose measures are nearest."""
    if not position or not position.closest:
        return []
    agreement = with_agent(seats, registry.find(position.address))
    return [agreement] if agreement else []


def _blind_games(person: Person) -> list[Table]:
    """Return the person's finished tables whose partner is not yet revealed to them."""
    finished = Table.objects.filter(trace__seats__person=person, status=Table.Status.FINISHED)
    return list(finished.filter(seatings__blind=True).distinct())


def _get_person(request: HttpRequest, pk: int) -> Person:
    """Return the person; 404 also if the page is hidden, so as not to reveal that they play
    here.
    """
    subject = get_object_or_404(Person, pk=pk)
    if not access.may_see(subject, current_player(request), request.GET.get("link", "")):
        raise Http404("There is no such page, or it is not shared.")
    return subject


def _get_own(request: HttpRequest, pk: int) -> Person:
    player = current_player(request)
    return get_object_or_404(Person.objects.exclude(player=None), pk=pk, player=player)


@found_unless(BadRun, BadArchive)
def _archive(name: str) -> Archive | None:
    """Return the named run, or the first run that was not made as a fresh pool."""
    names = [name] if name else _maps()[:1]
    return runs.load(names[0]) if names else None


def _maps() -> list[str]:
    return [run for run in runs.names() if not run.startswith(RUN)]
