"""Django configuration of the agents."""

from django.apps import AppConfig
from django.conf import settings

from agents.runs import storage


class AgentsConfig(AppConfig):
    """Configure the Django app `agents`."""

    name = "agents"

    def ready(self) -> None:
        """Set the folder that contains all runs to the site's setting `RUNS_DIR`."""
        storage.use_runs_dir(settings.RUNS_DIR)
