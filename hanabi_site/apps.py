"""Django configuration of the app `hanabi_site`."""

import os
from pathlib import Path
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core import checks

from hanabi_site.pages.errors import use_own_form_errors


class SiteConfig(AppConfig):
    """Configure the Django app `hanabi_site`."""

    name = "hanabi_site"

    def ready(self) -> None:
        """Install the site's error messages for form fields."""
        use_own_form_errors()


@checks.register
def runs_can_be_written(**_: Any) -> list[checks.CheckMessage]:
    """Return a warning if this process can neither write to the folder RUNS_DIR nor create it."""
    folder = Path(settings.RUNS_DIR).absolute()
    place = next(one for one in (folder, *folder.parents) if one.exists())
    if place.is_dir() and os.access(place, os.W_OK):
        return []
    message = f"RUNS_DIR is {folder}; no runs can be stored there: {place} cannot be written to."
    return [checks.Warning(message, id="hanabi_site.W001")]
