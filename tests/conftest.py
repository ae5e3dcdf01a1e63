"""What every test gets."""

import os
from dataclasses import replace

import pytest
from django.conf import settings
from django.db import connections
from hypothesis import settings as hypothesis_settings

from hanabi_site.limits import limits
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
    if "PYTEST_XDIST_WORKER" in os.environ:
        # Two workers on one Redis don't hear each other.
        layer = settings.CHANNEL_LAYERS["default"]
        layer.get("CONFIG", {})["secret"] = os.environ["PYTEST_XDIST_WORKER"]
    # Tests come many at a time from one address; those of limits set their own.
    usual = settings.LIMITS
    messages = {"messages_at_once": usual.messages_at_once, "messages_a_second": 5}
    settings.LIMITS = replace(limits("off"), **messages)
    # Kept in this process, for tests without a database too.
    settings.CACHES["figures"] = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
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
    # Every test has an event loop and threads of its own, which take their connections with them.
    settings.DATABASES["default"].get("OPTIONS", {}).pop("pool", None)
    connections["default"].settings_dict["CONN_MAX_AGE"] = 0
    settings.DATABASES["default"]["CONN_MAX_AGE"] = 0
