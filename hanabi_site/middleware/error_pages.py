"""Answer refused and unknown requests with the site's own error pages, also in development."""

from collections.abc import Callable

from django.core.exceptions import BadRequest, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse

from game.limits import TooMuch
from hanabi_site.pages import errors

NUL = "\0"


class Middleware:
    """Middleware that answers with the site's 400, 404 and 429 pages, and refuses URLs with the
    character NUL, which the database cannot store.

    In the setting MIDDLEWARE it comes after CommonMiddleware, which can then still add a missing
    slash to a URL.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a request; return the site's 404 page if its URL is unknown. Raise
        SuspiciousOperation if the URL has the character NUL.

        Text is read as UTF-8, whatever the request declares: Python has encodings that are not of
        text or yield lone surrogates. HEAD is answered as GET: the server leaves out the body.
        """
        request.encoding = "utf-8"
        if request.method == "HEAD":
            request.method = "GET"
        queries = (text for values in request.GET.lists() for text in (values[0], *values[1]))
        if NUL in request.path or any(NUL in text for text in queries):
            raise SuspiciousOperation("An address cannot hold NUL.")
        response = self._get_response(request)
        if response.status_code == 404 and request.resolver_match is None:
            return errors.page_not_found(request, Http404())
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the site's error page for an exception of a view: status 404 for Http404, 400 for
        BadRequest (the view refused), 429 for TooMuch (an exceeded limit), and None for any other.
        """
        if isinstance(exception, Http404):
            return errors.page_not_found(request, exception)
        if isinstance(exception, BadRequest | RequestDataTooBig):
            return errors.bad_request(request, exception)
        if isinstance(exception, TooMuch):
            return errors.too_much(request, str(exception))
        return None
