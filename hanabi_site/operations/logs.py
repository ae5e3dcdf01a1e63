"""Log filters and request ids: each log record carries the id of its request or socket, and a
refusal (HTTP 400 or 403) is logged as one sentence.

Log messages name tables, never cards: people who read logs may play too.
"""

import logging
import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.http import HttpRequest, HttpResponse

from hanabi_site.sockets.middleware import Middleware

current: ContextVar[str] = ContextVar("request_id", default="-")
"""The id of the request or socket that is being served; - outside both."""

HEADER = "X-Request-ID"
SENSIBLE = re.compile(r"[\w.-]{1,64}")


class WithRequest(logging.Filter):
    """Log filter that sets `request_id`, the id of the request or socket that is being served, on
    every record.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Set `record.request_id`, and return True: every record is logged."""
        record.request_id = current.get()
        return True


class SentenceForRefusal(logging.Filter):
    """Log filter that shortens the record of a refused request (HTTP 400 or 403), or of one without
    a database (503), to one line with the reason, without a traceback.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """If the record is of such a request, replace its traceback with the reason. Return True:
        every record is logged.
        """
        if getattr(record, "status_code", None) in (400, 403, 503) and record.exc_info:
            said, reason = record.getMessage(), str(record.exc_info[1])
            record.msg, record.args = said if reason in said else f"{said} {reason}", ()
            record.exc_info = record.exc_text = None
        return True


def middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Return a middleware that gives each request an id and sends it in the response header
    X-Request-ID.

    The id is that of the request's own header X-Request-ID, such as a proxy sets, if it is valid
    (up to 64 letters, digits, `_`, `.` and `-`), and random otherwise.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        current.set(_name(request.headers.get(HEADER, "")))
        response = get_response(request)
        response[HEADER] = current.get()
        return response

    return answer


class NamedSockets(Middleware):
    """Middleware that gives each socket an id, which all log records about the socket carry.

    The id is that of the header X-Request-ID, such as a proxy sets, if it is valid (up to 64
    letters, digits, `_`, `.` and `-`), and random otherwise.
    """

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        """Serve the connection, with the socket's id as the current request id of log records."""
        named = dict(scope["headers"]).get(HEADER.lower().encode(), b"").decode("latin1")
        current.set(_name(named))
        return await self.application(scope, receive, send)


def _name(given: str) -> str:
    return given if SENSIBLE.fullmatch(given) else secrets.token_hex(8)
