"""What every test gets."""

import gc
import os
import random
import shutil
from collections.abc import Generator
from dataclasses import replace

import numpy as np
import pytest
from django.conf import settings
from django.db import connections, transaction
from django.dispatch import receiver
from django.test import TransactionTestCase
from django.test.signals import setting_changed
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from agents.runs import storage
from hanabi_site.settings.limits import limits
from tests.serving import migrated

# A law that holds slowly on a busy machine holds all the same.
SLOWNESS = [HealthCheck.too_slow]
hypothesis_settings.register_profile("patient", deadline=None, suppress_health_check=SLOWNESS)
# `make test-fast`: enough to see that a law is broken badly.
hypothesis_settings.register_profile(
    "few", deadline=None, suppress_health_check=SLOWNESS, max_examples=10
)
hypothesis_settings.load_profile("patient")

GUIDE = "test_contributing.py"
"""The longest test of all: it begins first, so that no worker waits for it at the end."""
NEVER_CHANGED = {"auth_permission", "django_content_type", "django_migrations"}
"""Tables whose rows come with the migrations."""


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


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests without the garbage collector: tests and modules live to the end anyway."""
    gc.disable()
    collected = yield
    gc.freeze()
    gc.enable()
    return collected


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest tests go first."""
    marks = ("slow", "long")
    items.sort(key=lambda item: [not item.get_closest_marker(mark) for mark in marks])
    items.sort(key=lambda item: item.path.name != GUIDE)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Deals, names and keys of a test are the same each time: its name is the seed of all chance
    in this process, of the operating system's (which `secrets` draws from) too."""
    random.seed(item.nodeid)
    np.random.seed(random.getrandbits(32))
    random._urandom = random.Random(item.nodeid).randbytes  # type: ignore[attr-defined]


def _delete_rows(test: TransactionTestCase) -> None:
    """Empty the database after a test that commits. Django's `flush` truncates every table, which
    takes PostgreSQL half a second, and makes the permissions again."""
    for name in test._databases_names(include_mirrors=False):
        connection = connections[name]
        tables = connection.introspection.django_table_names(only_existing=True)
        with transaction.atomic(using=name), connection.cursor() as cursor:
            for table in sorted(set(tables) - NEVER_CHANGED):
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")


TransactionTestCase._fixture_teardown = _delete_rows


@receiver(setting_changed)
def use_the_runs_of_a_test(setting: str, value: str, **_: object) -> None:
    if setting == "RUNS_DIR":
        storage.use_runs_dir(value)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory: pytest.TempPathFactory, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """Keep SQLite's test database in a file of this worker: threads cannot share one in memory."""
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite3"):
        file = tmp_path_factory.mktemp("database") / "test.sqlite3"
        shutil.copy(migrated(), file)
        connections["default"].settings_dict["TEST"]["NAME"] = str(file)
    # Every test has an event loop and threads of its own, which take their connections with them.
    settings.DATABASES["default"].get("OPTIONS", {}).pop("pool", None)
    connections["default"].settings_dict["CONN_MAX_AGE"] = 0
    settings.DATABASES["default"]["CONN_MAX_AGE"] = 0
