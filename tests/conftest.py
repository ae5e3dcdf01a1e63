"""What every test gets."""

import os
from dataclasses import replace

import pytest
from django.conf import settings
from django.db import connections
from django.dispatch import receiver
from django.test.signals import setting_changed
from hypothesis import settings as hypothesis_settings

from agents.runs import storage
from hanabi_site.settings.limits import limits

# A law that holds slowly on a busy machine holds all the same.
hypothesis_settings.register_profile("patient", deadline=None)
# `make test-fast`: enough to see that a law is broken badly.
hypothesis_settings.register_profile("few", deadline=None, max_examples=10)
hypothesis_settings.load_profile("patient")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """No test waits for a disk, which nothing here outlives, or for the hash of a password, which
    Django makes slow on purpose."""
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


@receiver(setting_changed)
def use_the_runs_of_a_test(setting: str, value: str, **_: object) -> None:
    if setting == "RUNS_DIR":
        storage.use_runs_dir(value)


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
