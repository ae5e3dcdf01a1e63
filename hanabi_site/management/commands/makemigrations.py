"""`manage.py makemigrations`: Django's command, which ignores changed help texts and choices."""

from typing import Any

from django.core.management.commands import makemigrations
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.models import Field

NO_COLUMN = {"help_text", "choices"}
"""Arguments of a field that do not affect its column."""


class ColumnsOnly(MigrationAutodetector):
    """Detect changed columns only; changed help texts and choices need no migration."""

    def deep_deconstruct(self, obj: Any) -> Any:
        """Return a comparable form of a field or value; a field without its `NO_COLUMN`."""
        deconstructed = super().deep_deconstruct(obj)
        if isinstance(obj, Field):
            for argument in NO_COLUMN:
                deconstructed[2].pop(argument, None)
        return deconstructed


class Command(makemigrations.Command):
    autodetector = ColumnsOnly
