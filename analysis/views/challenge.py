"""The status of a submission, as the AH2AC2 client requests it."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_GET

from agents.contract import AgentError
from analysis.evaluate.challenge.progress import information
from analysis.evaluate.keys import opened
from native import BadRules


@require_GET
def evaluation_info(request: HttpRequest, key: str) -> JsonResponse:
    """Return the status of a key's games as JSON; 404 if the key is not valid."""
    try:
        return JsonResponse(information(opened(key)))
    except (AgentError, BadRules) as error:
        return JsonResponse({"error_details": str(error)}, status=404)
