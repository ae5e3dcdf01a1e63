"""`manage.py makemigrations`: Django's command, without the words that no database stores."""

from typing import Any

from django.core.management.commands import makemigrations
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.models import Field

WORDS = {"help_text", "choices"}
"""Arguments of a field that change no column."""


class ColumnsOnly(MigrationAutodetector):
    """Find changes of columns: changed help texts and choices need no migration."""

    def deep_deconstruct(self, obj: Any) -> Any:
        """Return a comparable form of a field or value, fields without their `WORDS`."""
        deconstructed = super().deep_deconstruct(obj)
        if isinstance(obj, Field):
            for word in WORDS:
                deconstructed[2].pop(word, None)
        return deconstructed


class Command(makemigrations.Command):
    autodetector = ColumnsOnly
