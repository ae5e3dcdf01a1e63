"""Short forms for the columns that a migration creates."""

from typing import Any

from django.db import migrations, models


def columns(**fields: Any) -> list[tuple[str, Any]]:
    """Return a table's columns in this order, after a numbered primary key `id`."""
    key = models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )
    return [("id", key), *fields.items()]


def add(model: str, **fields: Any) -> list[migrations.AddField]:
    """Return the operations that add these columns to a model's table, in this order."""
    return [migrations.AddField(model, name, field) for name, field in fields.items()]
