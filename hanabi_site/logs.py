"""Lines of the log: which request or socket each belongs to, as text or as JSON.

What is logged names tables, never cards: whoever reads logs may play too.
"""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.http import HttpRequest, HttpResponse

from hanabi_site.origins import Application

current: ContextVar[str] = ContextVar("request_id", default="-")
"""The request or socket that this code works for."""

HEADER = "X-Request-ID"
SENSIBLE = re.compile(r"[\w.-]{1,64}")
KEPT = {
    "format": "{asctime} {levelname} {name} {request_id} {message}",
    "style": "{",
    "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
}


def logging_settings(form: str, level: str) -> dict[str, Any]:
    """For Django's LOGGING: `form` is `json` for programs or `lines` for people."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"request": {"()": "hanabi_site.logs.WithRequest"}},
        "formatters": {
            "lines": {"format": "{levelname} {name}: {message}", "style": "{"},
            "json": {"()": "pythonjsonlogger.json.JsonFormatter", **KEPT},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": form,
                "filters": ["request"],
            }
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {"django": {"handlers": [], "level": "INFO", "propagate": True}},
    }


class WithRequest(logging.Filter):
    """Puts the request's name on every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        record.request_id = current.get()
        return True


def middleware(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Name each request, by the proxy's name for it if there is one, and tell the name."""

    def answer(request: HttpRequest) -> HttpResponse:
        current.set(_name(request.headers.get(HEADER, "")))
        response = get_response(request)
        response[HEADER] = current.get()
        return response

    return answer


class NamedSockets:
    """Each socket has a name for all that it asks."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Any, receive: Any, send: Any) -> Any:
        named = dict(scope["headers"]).get(HEADER.lower().encode(), b"").decode("latin1")
        current.set(_name(named))
        return await self.application(scope, receive, send)


def _name(given: str) -> str:
    return given if SENSIBLE.fullmatch(given) else secrets.token_hex(8)
