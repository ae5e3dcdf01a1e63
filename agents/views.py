"""Pages about agents: the overview of all, the page of each agent, and the rules."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET

from agents import registry
from agents.contract import AgentError
from agents.partners import partners
from agents.profile import TABLES, command, profile_of
from agents.rule_table import WHENCE
from native.rulebase import RULES, Source

GAMES = 200
"""Games in the command shown for an agent too slow to measure while a page loads."""
EXAMPLE = "genes:118,105,130,35,37,120,133"


@require_GET
def agents(request: HttpRequest) -> HttpResponse:
    """Show all agents, recommended ones first, with their scores and styles for a number of
    players: that of a query such as ``?players=3``, by default 2.
    """
    players = _players(request, TABLES)
    rows = [(one.entry, one.persona, profile_of(one.entry.address, players)) for one in partners()]
    measured = [profile.score or profile for *_, profile in rows if profile]
    games = [one.games for one in measured]
    # Cheats have figures on their own pages: playing them all takes seconds.
    context = {
        "rows": rows,
        "fewest": min(games),
        "most": max(games),
        "command": measured[0].command,
        "cheats": [entry for entry in registry.everyone() if entry.sees_everything],
        "players": players,
        "tables": TABLES,
    }
    return render(request, "agents/agents.html", context)


@require_GET
def agent(request: HttpRequest, address: str) -> HttpResponse:
    """Show one agent, with its scores and style for a number of players: that of a query such as
    ``?players=3``, by default the fewest that it plays with.
    """
    try:
        entry = registry.find(address)
    except AgentError as error:
        raise Http404(str(error)) from error
    players = _players(request, entry.players)
    return render(
        request,
        "agents/agent.html",
        {
            "agent": entry,
            "persona": entry.persona,
            "players": players,
            "tables": [count for count in entry.players if count in TABLES],
            "profile": profile_of(address, players),
            "command": command(address, players, GAMES),
            "seats": [address] * players,
            "pictures": entry.pictures() if entry.pictures else (),
            "links": [(link.text, reverse(link.view, args=link.args)) for link in entry.links],
        },
    )


@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    """Show every rule of which rule-list agents are made; ``?agent=genes:8,13`` redirects to the
    page of the list with the rules 8 and 13.
    """
    address, refusal = request.GET.get("agent", EXAMPLE), ""
    if "agent" in request.GET:
        try:
            return redirect("agent", registry.find(address).address)
        except AgentError as error:
            refusal = str(error)
    groups = [
        {
            "whence": WHENCE[source].capitalize(),
            "rules": [rule for rule in RULES if rule.source is source],
        }
        for source in Source
    ]
    context = {"groups": groups, "address": address, "refusal": refusal}
    return render(request, "agents/rules.html", context, status=400 if refusal else 200)


def _players(request: HttpRequest, allowed: Sequence[int]) -> int:
    """Return the number of players asked for, or the first allowed one."""
    wanted = request.GET.get("players", "")
    return int(wanted) if wanted in map(str, allowed) else allowed[0]
