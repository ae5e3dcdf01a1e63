"""Answer refused and unknown requests with the site's own error pages, also in development."""

from collections.abc import Callable

from django.core.exceptions import SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse

from game.limits import TooMuch
from hanabi_site.pages import errors

NUL = "\0"


class Middleware:
    """Middleware that answers with the site's 404 and 429 pages, and refuses URLs with NUL.

    It raises SuspiciousOperation for a URL with the character NUL, which the database cannot store.
    It comes after CommonMiddleware, which can then still add a missing slash to a URL.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request. Raise SuspiciousOperation if its address has a NUL."""
        queries = (text for values in request.GET.lists() for text in (values[0], *values[1]))
        if NUL in request.path or any(NUL in text for text in queries):
            raise SuspiciousOperation("An address cannot hold NUL.")
        response = self._get_response(request)
        if response.status_code == 404 and request.resolver_match is None:
            return errors.page_not_found(request, Http404())
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the error page of an exception; None if it has none."""
        if isinstance(exception, Http404):
            return errors.page_not_found(request, exception)
        if isinstance(exception, TooMuch):
            return errors.too_much(request, str(exception))
        return None
