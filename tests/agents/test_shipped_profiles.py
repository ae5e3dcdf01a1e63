"""The figures of the named agents come with the program, and are those that it would measure."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client

from agents import profile, registry, shipped_profiles
from agents.management.commands import profiles
from agents.shipped_profiles import PROFILES, shipped, written

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("entry", registry.seatable(), ids=lambda entry: entry.address)
def test_every_agent_is_shipped_as_it_plays_today(entry: registry.Entry) -> None:
    for players in profiles.tables_of(entry):
        assert profile.shipped_of(entry, players), "manage.py profiles plays what is missing."


@pytest.mark.parametrize("address", ["rules:piers", "conv:expert", "rules:legal_random"])
def test_what_is_shipped_is_what_is_played(address: str) -> None:
    entry = registry.find(address)
    result = profile.played(entry, 3)
    kept = shipped()[address, entry.version, 3, entry.self_play_games]
    assert (kept.games, kept.turns, kept.ends) == (result.games, result.turns, result.ends)
    assert (kept.stacks, kept.zero) == (result.stacks, result.zero)
    assert kept.all_seats == result.all_seats


def test_no_visitor_waits_for_named_agents(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    profile._profile.cache_clear()
    monkeypatch.setattr(profile, "played", None)
    assert client.get("/agents/").status_code == 200
    assert client.get("/agents/?players=5").status_code == 200
    assert client.get("/agents/conv:human/").status_code == 200
    slow = client.get("/agents/search:1000:rules:focus/").content.decode()
    assert "100 games with 2 players" in slow
    assert "thinks too long" in client.get("/agents/search:1000:rules:iggi/").content.decode()


def test_only_who_changed_plays_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    few = [registry.find(address) for address in ("rules:piers", "rules:flawed")]
    known = {key: result for key, result in shipped().items() if key[:3:2] != ("rules:flawed", 2)}
    file = tmp_path / "profiles.json"
    file.write_text(written(known))
    monkeypatch.setattr(registry, "seatable", lambda: few)
    for module in (shipped_profiles, profiles):
        monkeypatch.setattr(module, "PROFILES", file)
    shipped.cache_clear()
    request.addfinalizer(shipped.cache_clear)
    out = StringIO()
    call_command("profiles", stdout=out)
    assert out.getvalue().splitlines() == [
        "rules:flawed with 2 players",
        "8 profiles are in profiles.json.",
    ]
    both = [line.rstrip(",") for line in PROFILES.read_text().splitlines() if "rules:" in line]
    assert {line.rstrip(",") for line in file.read_text().splitlines()} - {"[", "]"} == {
        line for line in both if '"rules:piers"' in line or '"rules:flawed"' in line
    }
