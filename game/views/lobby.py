"""The lobby: play now, create a table, join or watch one, and browse finished games."""

from django.core.exceptions import BadRequest
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from agents import registry
from agents.partners import offered
from game.forms import MAX_PLAYERS, HistoryForm, NewTableForm, WatchForm
from game.learn import exercises
from game.limits import refuse_one_more_table
from game.models import Table
from game.puzzles import answers
from game.tables import changes, daily
from game.tables.awake import awake
from game.tables.people import become_player, current_player, in_first_games
from game.tables.refusals import Refused
from game.views.learn import kind_for
from game.views.summaries import by_agents, summaries
from native import Rules

GOOD_GAMES = 3
LISTED = 20
HISTORY_PAGE = 25
FINISHED_BY_AGENTS = 6


@require_GET
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the visitor's own tables, open and running ones of others, what is new today, and the
    best recent games of agents.
    """
    player = current_player(request)
    mine = Table.objects.none()
    if player is not None:
        mine = Table.objects.filter(seatings__player=player).exclude(status=Table.Status.FINISHED)
    others = Table.objects.filter(listed=True).exclude(pk__in=mine.values("pk"))
    listed = awake(others).order_by("-created")
    watchable = listed.exclude(watching=Table.Watching.CLOSED)
    my_tables = summaries(mine.distinct().order_by("-created")[:LISTED], player)
    running = (one for one in my_tables if one.table.status == Table.Status.RUNNING)
    attempt, solved = daily.attempt_of_today(player), exercises.results(request, "puzzles")
    finished = Table.objects.filter(status=Table.Status.FINISHED).order_by("-finished")
    best = sorted(by_agents(finished)[:LISTED], key=lambda game: -game.zero)
    return render(
        request,
        "game/lobby.html",
        {
            "my_tables": my_tables,
            "running": next(running, None),
            "open_tables": summaries(listed.filter(status=Table.Status.OPEN)[:LISTED], player),
            "running_tables": summaries(
                watchable.filter(status=Table.Status.RUNNING)[:LISTED], player
            ),
            "good_games": summaries(best[:GOOD_GAMES], player),
            "puzzles": [
                answers.line(solved, number) for number in answers.of_the_day(daily.today())
            ],
            "attempt": attempt,
            "daily_score": daily.score(attempt) if attempt else None,
            "next_deal": daily.ends(),
            "partners": offered(kind_for(request, player)),
            "in_first_games": player is None or in_first_games(player),
        },
    )


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """Create a table for the visitor and copies of the posted `agent`, with `players` seats in
    all, and start its game immediately.

    In a person's first three games, unless they said that they play with conventions, the cards
    played count even if three strikes end the game.
    """
    players = request.POST.get("players", "2")
    if players not in map(str, range(2, MAX_PLAYERS + 1)):
        raise BadRequest(f"A table has 2 to {MAX_PLAYERS} players.")
    player = become_player(request, request.POST.get("name", ""))
    usual = registry.partner_for(Rules.standard(int(players)), kind_for(request, player))
    address = request.POST.get("agent", usual.address)
    refuse_one_more_table(request, player, alone=False)
    partners = [changes.SeatPlan(address=address)] * (int(players) - 1)
    try:
        plans = [changes.SeatPlan(player=player), *partners]
        listed, friendly = bool(request.POST.get("listed")), in_first_games(player)
        return redirect(changes.create(plans, player, listed=listed, friendly=friendly))
    except Refused as refused:
        raise BadRequest(refused.text) from refused


@require_http_methods(["GET", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """Show the form for a new table; on POST, create it."""
    kind = kind_for(request, current_player(request))
    form = NewTableForm(request.POST or None, kind=kind)
    if request.method == "POST" and form.is_valid():
        player = become_player(request, request.POST.get("name", ""))
        refuse_one_more_table(request, player, alone=False)
        return redirect(changes.create(form.plans(player), player, **form.settings()))
    return render(
        request,
        "game/new_table.html",
        # Keep the name when the form is shown again with errors.
        {"form": form} | ({"player_name": name} if (name := request.POST.get("name")) else {}),
        status=400 if form.errors else 200,
    )


@require_http_methods(["GET", "POST"])
def watch(request: HttpRequest) -> HttpResponse:
    """Show the form for a table of agents, with the addresses in `?seats=a&seats=b` filled in; on
    POST, create the table.
    """
    form = WatchForm(request.POST or None, seats=request.GET.getlist("seats"))
    if request.method == "POST" and form.is_valid():
        player = become_player(request, request.POST.get("name", ""))
        refuse_one_more_table(request, player, alone=True)
        return redirect(changes.create(form.plans(), player, **form.settings()))
    running = awake(by_agents(Table.objects.filter(status=Table.Status.RUNNING)))
    return render(
        request,
        "game/watch.html",
        {
            "form": form,
            "running_tables": summaries(
                running.order_by("-created")[:LISTED], current_player(request)
            ),
        },
        status=400 if form.errors else 200,
    )


@require_GET
def history(request: HttpRequest) -> HttpResponse:
    """Show a page of the visitor's finished games, filtered and sorted by the query parameters of
    `HistoryForm`, and the latest games of agents.
    """
    player, filters = current_player(request), HistoryForm(request.GET)
    valid = filters.is_valid()
    games = filters.games_of(player).select_related("daily") if player else Table.objects.none()
    finished = Table.objects.filter(status=Table.Status.FINISHED).order_by("-finished")
    page = Paginator(games, HISTORY_PAGE).get_page(request.GET.get("page"))
    return render(
        request,
        "game/history.html",
        {
            "games": summaries(page.object_list, player),
            "page": page,
            "filters": filters,
            "by_agents": summaries(by_agents(finished)[:FINISHED_BY_AGENTS], player),
        },
        status=200 if valid else 400,
    )
