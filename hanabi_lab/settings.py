"""What the package needs of the site's settings: where runs lie. A notebook has no `manage.py`."""

from __future__ import annotations

import os
from pathlib import Path

from django.conf import settings


def configure() -> None:
    """Take runs from RUNS_DIR of the environment, else from the folder `runs` of the clone, or of
    where one works if there is no clone; inside the site, and wherever else Django is configured,
    its settings hold."""
    if not settings.configured and "DJANGO_SETTINGS_MODULE" not in os.environ:
        clone = Path(__file__).resolve().parent.parent
        home = clone if (clone / "manage.py").exists() else Path.cwd()
        settings.configure(RUNS_DIR=os.environ.get("RUNS_DIR") or str(home / "runs"))
