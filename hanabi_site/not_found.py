"""Our own page for what is not there, in development too, where Django would show its own."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse

from hanabi_site import errors


class Middleware:
    """Answer an address that leads nowhere, or a view that finds nothing, with our page.

    It stands after CommonMiddleware, which still adds a missing slash.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        if response.status_code == 404 and request.resolver_match is None:
            return errors.page_not_found(request, Http404())
        return response

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if isinstance(exception, Http404):
            return errors.page_not_found(request, exception)
        return None
