"""The figures of the named agents come with the program, and are those that it would measure."""

from __future__ import annotations

import pytest
from django.test import Client

from agents import profile, registry
from agents.profile import shipped

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("entry", registry.seatable(), ids=lambda entry: entry.address)
def test_every_agent_is_shipped_as_it_plays_today(entry: registry.Entry) -> None:
    for players in profile.shipped_tables(entry):
        assert profile.shipped_of(entry, players), (
            "manage.py rebuild profiles plays what is missing."
        )


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
