"""`manage.py makemigrations`: Django's command, which ignores changed help texts and choices."""

from typing import Any

from django.core.management.commands import makemigrations
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.models import Field

NO_COLUMN = {"help_text", "choices"}
"""Arguments of a model field that do not affect its database column."""


class ColumnsOnly(MigrationAutodetector):
    """Migration autodetector that ignores changed help texts and choices, which affect no column
    of the database.
    """

    def deep_deconstruct(self, obj: Any) -> Any:
        """Return the form of a field or other value that Django compares to detect changes; the
        form of a field lacks its help text and choices (NO_COLUMN).
        """
        deconstructed = super().deep_deconstruct(obj)
        if isinstance(obj, Field):
            for argument in NO_COLUMN:
                deconstructed[2].pop(argument, None)
        return deconstructed


class Command(makemigrations.Command):
    autodetector = ColumnsOnly
