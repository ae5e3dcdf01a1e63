"""What every test gets."""

import pytest
from django.conf import settings
from django.db import connections


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep SQLite's test database in a file of this run: threads cannot share one in memory."""
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        connections["default"].settings_dict["TEST"]["NAME"] = str(file)
