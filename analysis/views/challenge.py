"""The status of a submission, as the AH2AC2 client requests it."""

from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_GET

from agents.contract import AgentError
from analysis.evaluate.challenge.progress import information
from analysis.evaluate.keys import opened
from native import BadRules


@require_GET
def evaluation_info(request: HttpRequest, key: str) -> JsonResponse:
    """Return the status of the games behind an AH2AC2 evaluation key as JSON; 404 if the key is
    not valid.

    `key` is the secret by which an external agent gets its games. `all_envs` has the state and
    score of each game, `current_env` is the game in progress, and `human_ai_eval_done` says
    whether all are over.
    """
    try:
        return JsonResponse(information(opened(key)))
    except (AgentError, BadRules) as error:
        answer = JsonResponse({"error_details": str(error)}, status=404)
        # Django would log the address, in which an agent's token may stand by mistake.
        answer._has_been_logged = True  # type: ignore[attr-defined]
        return answer
