"""Figures that take long are made once."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.cache import caches
from django.db import OperationalError, connection
from django.test import Client

from agents import stored as storing
from agents.stored import folder_state, stored
from analysis import ahead
from analysis.papers.map_elites import published_page


@pytest.fixture
def in_the_database(db: None, settings: LazySettings) -> None:
    settings.CACHES = settings.CACHES | {
        "figures": {
            "BACKEND": "django.core.cache.backends.db.DatabaseCache",
            "LOCATION": "stored_figures",
        }
    }


class Maker:
    made = 0

    def __call__(self) -> int:
        self.made += 1
        return self.made


@pytest.mark.usefixtures("in_the_database")
def test_a_figure_is_made_once_for_what_it_is_of() -> None:
    make = Maker()
    assert [stored("f", "a", make), stored("f", "a", make), stored("f", "b", make)] == [1, 1, 2]


@pytest.mark.usefixtures("in_the_database")
def test_another_program_makes_it_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    make = Maker()
    stored("f", "a", make)
    monkeypatch.setattr("agents.stored._program", lambda: "changed")
    assert stored("f", "a", make) == 2


@pytest.mark.usefixtures("in_the_database")
def test_the_table_that_keeps_them_comes_with_the_database() -> None:
    assert "stored_figures" in connection.introspection.table_names()


def test_without_a_database_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(key: str) -> None:
        raise OperationalError("away")

    monkeypatch.setattr(caches["figures"], "get", away)
    assert stored("f", "a", lambda: 3) == 3


def test_a_folder_differs_when_a_file_does(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("1")
    before = folder_state(tmp_path)
    assert folder_state(tmp_path) == before
    (tmp_path / "a").write_text("22")
    assert folder_state(tmp_path) != before


def test_a_program_is_another_with_every_file_that_may_change_a_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "ROOT", tmp_path)
    program = storing._program.__wrapped__
    seen = [program()]
    for name in ("agents/a.py", "analysis/deep/b.c", "native/c.h", "agents/d.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
        seen.append(program())
    assert len(set(seen)) == 5
    for name in ("game/a.py", "agents/README.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    assert program() == seen[-1]
    monkeypatch.setattr(storing, "ROOMS", ())
    assert storing._program() is storing._program(), "read once"


def test_a_state_tells_names_sizes_and_times_below_the_folder(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    files = {"b/c": "four", "a": ""}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    assert folder_state(tmp_path) == [
        (name, len(files[name]), (tmp_path / name).stat().st_mtime_ns) for name in sorted(files)
    ]


@pytest.mark.long
@pytest.mark.django_db
def test_what_the_worker_made_ahead_no_page_makes_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ahead.make_ahead.func()
    monkeypatch.setattr(published_page, "_made", None)
    assert client.get("/analysis/runs/published/").status_code == 200


@pytest.mark.django_db
def test_the_worker_is_asked_once() -> None:
    assert ahead.leave_to_worker()
    assert not ahead.leave_to_worker()
