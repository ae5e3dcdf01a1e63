"""How far a submission is, as the program of AH2AC2 asks for it."""

from __future__ import annotations

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_GET

from agents.contract import AgentError
from analysis.evaluate.challenge.progress import information
from analysis.evaluate.challenge.submission import opened
from native import BadRules


@require_GET
def evaluation_info(request: HttpRequest, key: str) -> JsonResponse:
    try:
        return JsonResponse(information(opened(key)))
    except (AgentError, BadRules) as error:
        return JsonResponse({"error_details": str(error)}, status=404)
