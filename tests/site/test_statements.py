"""The statements of a process are counted into a file, for whoever measures it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from django.contrib.auth import get_user_model
from django.db.backends.utils import CursorWrapper

from hanabi_site import statements


class Enough(Exception):
    """It wrote often enough."""


@pytest.mark.django_db
def test_every_statement_is_counted_and_the_number_is_written_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CursorWrapper, "_execute", CursorWrapper._execute)  # type: ignore[attr-defined]
    threads: list[dict[str, object]] = []
    started: list[bool] = []

    def thread(**told: object) -> SimpleNamespace:
        threads.append(told)
        return SimpleNamespace(start=lambda: started.append(True))

    read: list[str] = []

    def sleep(seconds: float) -> None:
        read.append(f"{(tmp_path / 'count').read_text()} after {seconds}")
        if len(read) == 3:
            raise Enough
        get_user_model().objects.count()
        get_user_model().objects.count()

    monkeypatch.setattr(statements, "threading", SimpleNamespace(Thread=thread))
    monkeypatch.setattr(statements, "time", SimpleNamespace(sleep=sleep))
    statements.count_into(tmp_path / "count")
    [told] = threads
    assert (told["daemon"], started) == (True, [True])
    assert get_user_model().objects.count() == 0
    with pytest.raises(Enough):
        told["target"]()  # type: ignore[operator]
    assert read == ["1 after 0.5", "3 after 0.5", "5 after 0.5"]
    assert [file.name for file in tmp_path.iterdir()] == ["count"]
