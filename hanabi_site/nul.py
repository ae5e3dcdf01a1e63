"""Addresses with the character NUL, which no text of ours holds and no database takes."""

from collections.abc import Callable

from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse

NUL = "\0"


def middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Answer them with 400."""

    def answer(request: HttpRequest) -> HttpResponse:
        queries = (text for values in request.GET.lists() for text in (values[0], *values[1]))
        if NUL in request.path or any(NUL in text for text in queries):
            raise SuspiciousOperation("An address cannot hold NUL.")
        return get_response(request)

    return answer
