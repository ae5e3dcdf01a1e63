"""Whoever asks for too much is told so on a page of ours (429)."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from game.limits import TooMuch
from hanabi_site import errors


class Middleware:
    """Answers the exception that `game.limits` raises."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return errors.too_much(request, str(exception)) if isinstance(exception, TooMuch) else None
