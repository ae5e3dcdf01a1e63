"""Django's logging settings, as text for people or JSON for programs."""

from typing import Any

from django.core.exceptions import ImproperlyConfigured

JSON_FIELDS = {
    "format": "{asctime} {levelname} {name} {request_id} {message}",
    "style": "{",
    "rename_fields": {"asctime": "time", "levelname": "level", "name": "logger"},
}


def logging_settings(form: str, level: str) -> dict[str, Any]:
    """Return Django's setting LOGGING, for logs on standard error.

    `form` is `json` for programs or `lines` for people; `level` is the least level that is logged,
    such as INFO. Raises ImproperlyConfigured for another form.
    """
    if form not in ("json", "lines"):
        raise ImproperlyConfigured(f"LOGS is {form!r}; it must be 'json' or 'lines'.")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {
            "request": {"()": "hanabi_site.operations.logs.WithRequest"},
            "refusal": {"()": "hanabi_site.operations.logs.SentenceForRefusal"},
        },
        "formatters": {
            "lines": {"format": "{levelname} {name}: {message}", "style": "{"},
            "json": {"()": "pythonjsonlogger.json.JsonFormatter", **JSON_FIELDS},
        },
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": form,
                "filters": ["request", "refusal"],
            }
        },
        "root": {"handlers": ["console"], "level": level},
        "loggers": {"django": {"handlers": [], "level": "INFO", "propagate": True}},
    }
