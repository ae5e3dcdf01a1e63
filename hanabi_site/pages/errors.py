"""Error pages (HTTP 400, 403, 404, 429, 500 and 503), and the error messages of form fields."""

import sys

from django import forms
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.db import OperationalError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from game.tables.refusals import ForOthers

DJANGOS_WORDS = "matches the given query."
"""The end of every message of Django's `get_object_or_404`; these are too technical to show."""

SAFE = "Your games are safe. Try again."
FIELD_ERRORS = {
    "required": "Fill this in.",
    "max_length": "At most %(limit_value)d characters, not %(show_value)d.",
    "min_length": "At least %(limit_value)d characters, not %(show_value)d.",
    "max_value": "At most %(limit_value)s.",
    "min_value": "At least %(limit_value)s.",
}


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for a request that is malformed or that a view refused, with status 400; it
    shows the message of the view's BadRequest, if any.
    """
    if isinstance(exception, RequestDataTooBig):
        return _page(request, 400, "That is too much text", "Go back and send less.")
    reason = str(exception) if isinstance(exception, BadRequest) else ""
    title = "That can't be done" if reason else "That request made no sense"
    return _page(request, 400, title, reason or "Go back and try it once more.")


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for a visitor who may not see a page or do something, with status 403; it
    shows the exception's message, if any, and a link to log in and return if that may help.
    """
    advice = str(exception) or "Log in, or ask for an invitation."
    helps = isinstance(exception, ForOthers) or not str(exception)
    may_log_in = helps and request.method == "GET" and not request.user.is_authenticated
    return _page(request, 403, "You do not have access to this page", advice, may_log_in)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the page for a form without a valid CSRF token, with status 403. The usual cause is
    disabled cookies or an old page; `reason`, Django's technical message, is not shown.
    """
    return _page(
        request, 403, "That form was too old", "Allow cookies, reload the page and send it again."
    )


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return the page for an unknown address, with status 404; it shows the message of the view's
    Http404, if any.
    """
    reason = exception.args[0] if exception.args else ""
    ours = isinstance(reason, str) and reason and not reason.endswith(DJANGOS_WORDS)
    advice = str(reason) if ours else "The address may be mistyped or too old."
    return _page(request, 404, "There is nothing here", advice)


def too_much(request: HttpRequest, advice: str) -> HttpResponse:
    """Return the page for a visitor or network address that exceeded a limit, with status 429; it
    shows the sentence `advice`.
    """
    return _page(request, 429, "That was a lot at once", advice)


def locked_out(request: HttpRequest, response: object, credentials: object) -> HttpResponse:
    """Return the page after too many wrong passwords, with status 429. The package Axes calls it;
    `response` and `credentials` are not used.
    """
    return too_much(request, "Too many wrong passwords. Try again in a quarter of an hour.")


def server_error(request: HttpRequest) -> HttpResponse:
    """Return the page for an exception that nothing handled, with status 500, or 503 if the
    database is unavailable.
    """
    if isinstance(sys.exc_info()[1], OperationalError):
        # Without the request: its context, such as the visitor's name, is in the database.
        context = {"status": 503, "title": "The site is away for a moment", "advice": SAFE}
        return HttpResponse(render_to_string("errors/error.html", context), status=503)
    return _page(request, 500, "Something broke on our side", SAFE)


def _page(
    request: HttpRequest, status: int, title: str, advice: str, may_log_in: bool = False
) -> HttpResponse:
    context = {"status": status, "title": title, "advice": advice, "section": ""}
    context["may_log_in"] = may_log_in
    unconnected = connection.connection is None
    try:
        return render(request, "errors/error.html", context, status=status)
    finally:
        # Django renders error pages in threads in which nothing else closes the connection.
        if unconnected:
            connection.close()


def use_own_form_errors() -> None:
    """Replace Django's default error messages of form fields, in every form, by the site's own."""
    forms.Field.default_error_messages |= FIELD_ERRORS
    forms.ChoiceField.default_error_messages |= {
        "invalid_choice": "“%(value)s” is not one of the choices."
    }
    forms.DateField.default_error_messages |= {"invalid": "Enter a day such as 2026-11-22."}
