"""The page of sealed seasons, contests with secret partners: terms, submissions and results."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from agents import registry
from agents.contract import AgentError
from agents.runs.errors import BadRun
from analysis.protocols import season_record, season_table, seasons
from analysis.protocols.season_record import RELEASE
from analysis.protocols.season_schedule import play_season, released


@require_GET
def all_seasons(request: HttpRequest) -> HttpResponse:
    """Show all sealed seasons (contests of submitted agents with a secret pool of partners), the
    latest first. The partners appear as numbers.
    """
    return _page(request)


@login_required
@require_POST
def submit(request: HttpRequest, name: str) -> HttpResponse:
    """Submit the agent whose address is in the form to the season called `name`, and queue its
    games for the worker; only for signed-in users.
    """
    address = request.POST.get("agent", "").strip()
    try:
        if registry.find(address).thinks_long:
            raise AgentError(f"{address} thinks too long over a move to be submitted here.")
        seasons.submit(name, address, timezone.now(), seasons.account(request.user.pk, name))
    except (AgentError, BadRun) as error:
        return _page(request, name, str(error))
    play_season.enqueue(name)
    return redirect("seasons")


@login_required
@require_POST
def key(request: HttpRequest, name: str) -> HttpResponse:
    """Submit an external agent to the season called `name`: the form has its name and version.
    Show, only once, the secret key by which it gets its games; only for signed-in users.
    """
    agent, version = (request.POST.get(field, "").strip() for field in ("name", "version"))
    try:
        made = seasons.key(
            name, agent, version, timezone.now(), seasons.account(request.user.pk, name)
        )
    except (AgentError, BadRun) as error:
        return _page(request, name, str(error))
    answer = _page(request, made_for=name, made=made)
    answer["Cache-Control"] = "no-store"
    return answer


@require_GET
def release(request: HttpRequest, name: str) -> FileResponse:
    """Return the release file of the finished season called `name`, with its seed, members,
    submissions and results; 404 if it is not released.
    """
    try:
        file = released(name) / RELEASE
        return FileResponse(file.open("rb"), as_attachment=True, filename=f"{name}-{RELEASE}")
    except (BadRun, FileNotFoundError):
        raise Http404("No season of this name is released here.") from None


def _page(
    request: HttpRequest, refused: str = "", because: str = "", made_for: str = "", made: str = ""
) -> HttpResponse:
    """Return the page; with the reason why a submission to the season `refused` was not taken, or
    the key that was made for a season.
    """
    context = {
        "seasons": [_shown(one, request.user.pk) for one in season_record.names()],
        "refused": refused if "agent" in request.POST else "",
        "refused_key": refused if "name" in request.POST else "",
        "because": because,
        "made_for": made_for,
        "made": made,
        "posted": {one: request.POST.get(one, "") for one in ("agent", "name", "version")},
    }
    status = 400 if because else 200
    return render(request, "analysis/seasons.html", context, status=status)


def _shown(name: str, user: int | None) -> dict[str, Any]:
    """Return the template variables of one season's part of the page, for the account with the
    primary key `user`.

    `left` is how many submissions the account has left, `unfinished` are the submissions without a
    result, `rows` the others with their titles, the best first, and `yardstick` is a phrase for the
    scores from which regret is measured. A season with a damaged file has only its `name` and
    `damaged`, which is True.
    """
    try:
        known, done, found = (
            season_record.terms(name),
            season_record.results(name),
            season_record.responses(name),
        )
        sent = season_record.submissions(name)
    except BadRun:
        return {"name": name, "damaged": True}
    now = timezone.now()
    rows = season_table.table(done, found, sent)
    return {
        "terms": known,
        "open": known.opens <= now < known.closes,
        "over": now >= known.closes,
        "released": (released(name) / RELEASE).exists(),
        "left": known.submissions - sum(one.by == seasons.account(user, name) for one in sent),
        "unfinished": season_record.unfinished(name),
        "rows": [(registry.title(row.agent), row) for row in rows],
        "yardstick": season_table.yardstick(found),
    }
