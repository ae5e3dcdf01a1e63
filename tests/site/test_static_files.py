"""Static files are collected when they changed, and only then."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.conf import LazySettings

from hanabi_site.pages import static_files


@pytest.fixture
def source(tmp_path: Path, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The one static file of a small site."""
    file = tmp_path / "source" / "a.css"
    file.parent.mkdir()
    file.write_text("a {}")
    settings.STATICFILES_DIRS = [str(file.parent)]
    settings.STATIC_ROOT = str(tmp_path / "root")
    finders = "django.contrib.staticfiles.finders.FileSystemFinder"
    settings.STATICFILES_FINDERS = [finders]
    return file


def collected(settings: LazySettings) -> list[str]:
    return [file.name for file in Path(settings.STATIC_ROOT).iterdir()]


def test_the_same_files_are_collected_once_and_nothing_is_said(
    source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert static_files.collect() is True
    os.utime(source, (1, 1))
    assert static_files.collect() is False
    assert capsys.readouterr().out == ""


def test_all_that_the_site_has_is_looked_at() -> None:
    before = static_files._state()
    assert before == static_files._state()


@pytest.mark.parametrize("change", ["text", "another"])
def test_what_changed_is_collected_anew(source: Path, settings: LazySettings, change: str) -> None:
    static_files.collect()
    if change == "text":
        source.write_text("a {color: red}")
    else:
        source.with_name("b.css").write_text("b {}")
    assert static_files.collect()
    assert ("b.css" in collected(settings)) == (change == "another")


def test_a_file_of_another_name_is_collected_anew(source: Path, settings: LazySettings) -> None:
    static_files.collect()
    source.rename(source.with_name("b.css"))
    assert static_files.collect()
    assert "b.css" in collected(settings)


def test_what_was_stopped_half_way_is_done_again(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    static_files.collect()
    source.write_text("changed")

    def full(*_: object, **__: object) -> None:
        raise OSError("No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(static_files, "call_command", full)
        with pytest.raises(OSError, match="No space"):
            static_files.collect()
    source.write_text("a {}")
    assert static_files.collect()


def test_another_packer_packs_anew(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    static_files.collect()
    monkeypatch.setattr(static_files, "version", lambda _: "99")
    assert static_files.collect()
