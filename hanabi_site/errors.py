"""Friendly pages for requests that cannot be answered."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

DJANGOS_WORDS = "matches the given query."
"""How `get_object_or_404` puts it, which helps nobody."""


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: the browser sent something that makes no sense here."""
    return _page(request, 400, "That request made no sense", "Go back and try it once more.")


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403: this person may not see or do that."""
    advice = str(exception) or "Log in, or ask for an invitation."
    return _page(request, 403, "You do not have access to this page", advice)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403: a form came without its token, mostly because cookies are off or the page is old."""
    return _page(
        request, 403, "That form was too old", "Allow cookies, reload the page and send it again."
    )


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: there is nothing at this address, and why if the page said so."""
    said = exception.args[0] if exception.args else ""
    ours = isinstance(said, str) and said and not said.endswith(DJANGOS_WORDS)
    advice = str(said) if ours else "The address may be mistyped or too old."
    return _page(request, 404, "There is nothing here", advice)


def too_much(request: HttpRequest, advice: str) -> HttpResponse:
    """429: this person, or their network, asks for more than one may."""
    return _page(request, 429, "That was a lot at once", advice)


def locked_out(request: HttpRequest, response: object, credentials: object) -> HttpResponse:
    """The same after too many wrong passwords (called by Axes)."""
    return too_much(request, "Too many wrong passwords. Try again in a quarter of an hour.")


def server_error(request: HttpRequest) -> HttpResponse:
    """500: our fault."""
    return _page(request, 500, "Something broke on our side", "Your games are safe. Try again.")


def _page(request: HttpRequest, status: int, title: str, advice: str) -> HttpResponse:
    context = {"status": status, "title": title, "advice": advice}
    return render(request, "errors/error.html", context, status=status)
