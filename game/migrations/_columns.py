"""A short form for the columns of a table that a migration creates."""

from typing import Any

from django.db import models


def columns(**fields: Any) -> list[tuple[str, Any]]:
    """Return a table's columns in this order, after a numbered primary key `id`."""
    key = models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )
    return [("id", key), *fields.items()]
