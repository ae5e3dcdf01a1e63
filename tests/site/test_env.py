"""Settings from the environment: safe in development, loud in production."""

import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from hanabi_site.settings import env


def test_a_switch_understands_on_and_off(monkeypatch: pytest.MonkeyPatch) -> None:
    for value, expected in {"on": True, "YES": True, "1": True, "off": False, "0": False}.items():
        monkeypatch.setenv("LAMP", value)
        assert env.switch("LAMP", default=not expected) is expected


def test_an_empty_switch_keeps_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAMP", " ")
    assert env.switch("LAMP", default=True) is True


def test_a_mistyped_switch_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAMP", "offf")
    with pytest.raises(ImproperlyConfigured, match="LAMP is 'offf'; it must be 'on' or 'off'"):
        env.switch("LAMP", default=True)


def test_every_missing_variable_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ONE", "set")
    with pytest.raises(ImproperlyConfigured, match=r"TWO \(second\); THREE \(third\)") as refusal:
        env.require({"ONE": "first", "TWO": "second", "THREE": "third"})
    assert "ONE" not in str(refusal.value)


def test_the_stored_secret_stays_the_same_and_private(tmp_path: Path) -> None:
    file = tmp_path / "secret"
    secret = env.stored_secret(file)
    assert len(secret) >= 50
    assert env.stored_secret(file) == secret
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
