"""The site's own parts that live in the database."""

from typing import Any

from django.apps import AppConfig, apps
from django.core.management import call_command
from django.db.models.signals import post_migrate

from hanabi_site.form_words import speak_plainly

FIGURES = "stored_figures"
"""The table of `agents.stored`."""


def make_room_for_figures(using: str, **_: Any) -> None:
    """The table, if it is not there yet."""
    call_command("createcachetable", FIGURES, database=using, verbosity=0)


class SiteConfig(AppConfig):
    name = "hanabi_site"

    def ready(self) -> None:
        speak_plainly()
        # Once in every `migrate`: only an app with models hears of it.
        post_migrate.connect(make_room_for_figures, sender=apps.get_app_config("game"))
