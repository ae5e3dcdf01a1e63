"""Pages about agents: all of them side by side, and each one closely."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from agents import registry
from agents.contract import AgentError
from agents.portrait import portrait
from native.rulebase import RULES


@require_GET
def agents(request: HttpRequest) -> HttpResponse:
    rows = [(entry, portrait(entry.address, entry.players[0])) for entry in registry.everyone()]
    return render(request, "agents/agents.html", {"rows": rows})


@require_GET
def agent(request: HttpRequest, address: str) -> HttpResponse:
    """One agent; ``?players=3`` for its play at other tables."""
    try:
        entry = registry.find(address)
    except AgentError as error:
        raise Http404(str(error)) from error
    wanted = request.GET.get("players", "")
    players = int(wanted) if wanted in map(str, entry.players) else entry.players[0]
    return render(
        request,
        "agents/agent.html",
        {
            "agent": entry,
            "players": players,
            "tables": [count for count in entry.players if count < 6],
            "portrait": portrait(address, players),
            "seats": [address] * players,
        },
    )


@require_GET
def rules(request: HttpRequest) -> HttpResponse:
    """Every rule that an agent can be made of."""
    return render(request, "agents/rules.html", {"rules": RULES})
