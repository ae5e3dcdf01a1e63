"""The agents' pages: every figure with the command that prints it, and ways to the table."""

import re

import pytest
from django.test import Client

from agents import registry
from agents.profile import profile_of
from game.models import Table
from game.tables.state import load
from native.rulebase import FULL, RULES, Source

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_the_list_names_every_agent(client: Client) -> None:
    page = client.get("/agents/").content.decode()
    assert all(entry.title in page for entry in registry.everyone())


@pytest.mark.long
def test_the_list_of_agents_begins_with_the_recommended_ones(client: Client) -> None:
    rows = client.get("/agents/").context["rows"]
    roles = [bool(persona.role) for _, persona, _ in rows]
    assert roles == sorted(roles, reverse=True)
    assert any(roles)
    assert not all(roles)


@pytest.mark.parametrize("address", ["rules:piers", "rules:nyu_2019", "genes:8,13,34"])
def test_an_agents_page_shows_rules_scores_and_the_command(client: Client, address: str) -> None:
    page = client.get(f"/agents/{address}/").content.decode()
    assert f"manage.py simulate {address}" in page
    assert "Share of moves" in page
    assert "Communicativeness" in page
    games = profile_of(address, 2).games
    assert re.search(rf'Strikeouts</dt><dd>[0-9.]+% <span class="note">of {games:,} games<', page)


def test_an_agents_page_says_whom_it_suits_and_who_published_it(client: Client) -> None:
    page = client.get("/agents/rules:piers/?players=4").content.decode()
    assert "Easy. Good for: Players who like many clues and a little risk." in page
    assert "Walton-Rivers" in page
    assert "--players 4" in page
    assert "Suits:" not in client.get("/agents/genes:8,13,34/").content.decode()


def test_an_agents_page_links_to_tables_of_every_size(client: Client) -> None:
    for address in ("/agents/", "/agents/rules:piers/"):
        page = client.get(address).content.decode()
        assert re.findall(r'href="\?players=(\d)"', page) == ["2", "3", "4", "5"]


@pytest.mark.parametrize("address", ["rules:nobody", "genes:999", "no"])
def test_an_unknown_agent_is_not_found(client: Client, address: str) -> None:
    assert client.get(f"/agents/{address}/").status_code == 404


@pytest.mark.long
def test_a_learnt_agents_page_describes_it_and_seats_it_with_two_only(client: Client) -> None:
    page = client.get("/agents/mwum:knowing-2/").content.decode()
    assert "multiplicative weights" in page
    assert "manage.py simulate mwum:knowing-2" in page
    client.post("/play/", {"agent": "mwum:knowing-2", "players": "2", "name": "Dana"})
    assert [s.address for s in load(Table.objects.get().slug).seats] == ["", "mwum:knowing-2"]
    refused = client.post("/play/", {"agent": "mwum:knowing-2", "players": "3"})
    assert "plays with 2 players, not 3" in refused.content.decode()


@pytest.mark.long
def test_the_list_for_three_players_marks_agents_that_play_only_with_two(client: Client) -> None:
    page = client.get("/agents/?players=3").content.decode()
    assert "--players 3" in page
    assert "does not play with 3" in page


def test_a_rule_list_given_by_its_genes_has_a_page(client: Client) -> None:
    response = client.get("/agents/rules/", {"agent": "genes:8,13,34"})
    assert response["Location"] == "/agents/genes:8,13,34/"


@pytest.mark.parametrize("wrong", [f"genes:8,{len(FULL)}", "genes:", "8,13", "x" * 400])
def test_an_invalid_rule_list_is_refused_with_a_message(client: Client, wrong: str) -> None:
    response = client.get("/agents/rules/", {"agent": wrong})
    assert response.status_code == 400
    assert 'role="alert"' in response.content.decode()


def test_a_cheats_page_leads_to_play_with_open_hands_and_claims_no_bound(client: Client) -> None:
    page = client.get("/agents/cheat:oldest/").content.decode()
    assert 'href="/analysis/perfect/"' in page
    assert "The best play with open hands would score at least as much" in page


def test_a_new_elite_of_a_cell_gets_a_new_profile(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = []
    for genes in ("genes:8,13,34", "genes:39"):
        entry = registry.find(genes)
        monkeypatch.setattr(registry, "find", lambda _, entry=entry: entry)
        found = profile_of("elite:growing/0,0", 2)
        monkeypatch.undo()
        scores.append(found.result.mean_stacks)
    assert scores[0] > scores[1] + 5


def test_the_page_of_rules_lists_every_rule(client: Client) -> None:
    page = client.get("/agents/rules/").content.decode()
    assert all(f'id="{rule.gene}"' in page for rule in RULES if rule.gene is not None)
    assert page.count("<tr") == len(RULES) + 1 + len(Source)
