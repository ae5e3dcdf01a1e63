"""What every test gets."""

import pytest
from django.conf import settings
from django.db import connections
from hypothesis import settings as hypothesis_settings

# A law that holds slowly on a busy machine holds all the same.
hypothesis_settings.register_profile("patient", deadline=None)
hypothesis_settings.load_profile("patient")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep SQLite's test database in a file of this run: threads cannot share one in memory."""
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        connections["default"].settings_dict["TEST"]["NAME"] = str(file)
