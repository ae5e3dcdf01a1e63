"""What every test gets."""

import os

import pytest
from django.conf import settings
from django.db import connections
from hypothesis import settings as hypothesis_settings

from tests.retries import Retries

# A law that holds slowly on a busy machine holds all the same.
hypothesis_settings.register_profile("patient", deadline=None)
# `make test-fast`: enough to see that a law is broken badly.
hypothesis_settings.register_profile("few", deadline=None, max_examples=10)
hypothesis_settings.load_profile("patient")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Count retries where the reports come together, not in the workers. No test need wait for a
    disk, which nothing here outlives, or for the password that Django makes costly to guess."""
    os.fsync = lambda _: None
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    if not hasattr(config, "workerinput"):
        reporter = config.pluginmanager.get_plugin("terminalreporter")
        config.pluginmanager.register(Retries(reporter), "retries")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory: pytest.TempPathFactory,
    django_db_modify_db_settings_parallel_suffix: None,
) -> None:
    """Keep SQLite's test database in a file of this worker: threads cannot share one in memory."""
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        connections["default"].settings_dict["TEST"]["NAME"] = str(file)
