"""The database: SQLite as measured to work with several writers, PostgreSQL by one variable."""

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import connection

from hanabi_site.settings.services import POSTGRES_OPTIONS, database_settings


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="These are SQLite's own settings.")
def test_sqlite_really_runs_with_wal_and_a_busy_timeout() -> None:
    def pragma(name: str) -> object:
        with connection.cursor() as cursor:
            return cursor.execute(f"PRAGMA {name}").fetchone()[0]

    assert pragma("journal_mode") == "wal"
    assert pragma("synchronous") == 1
    assert pragma("busy_timeout") == 5000
    assert connection.transaction_mode == "IMMEDIATE"


def test_a_sqlite_url_names_a_file() -> None:
    assert database_settings("sqlite:///games.sqlite3")["NAME"] == "games.sqlite3"
    assert database_settings("sqlite:////var/games.sqlite3")["NAME"] == "/var/games.sqlite3"


def test_a_postgres_url_is_taken_apart() -> None:
    postgres = database_settings("postgres://ana:p%40ss@db.example.org:5433/hanabi")
    assert postgres == {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "hanabi",
        "USER": "ana",
        "PASSWORD": "p@ss",
        "HOST": "db.example.org",
        "PORT": 5433,
        "OPTIONS": POSTGRES_OPTIONS,
        "CONN_HEALTH_CHECKS": True,
    }


@pytest.mark.parametrize("url", ["mysql://localhost/hanabi", "hanabi.sqlite3", "postgres://host"])
def test_any_other_url_is_refused_in_words(url: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        database_settings(url)


@pytest.mark.django_db
def test_the_migrations_say_what_the_models_say() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
