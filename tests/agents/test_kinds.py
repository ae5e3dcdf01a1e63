"""A new kind of agent is a module and one line: every door then knows it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from agents import registry
from agents.contract import AgentError
from agents.entry import seat
from agents.kinds import KINDS
from agents.partners import partners
from game.forms import NewTableForm
from game.models import Table
from game.tables.state import load
from native import Rules
from tests.agents import toy_kind


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(KINDS, "toy", "tests.agents.toy_kind")
    partners.cache_clear()
    yield
    partners.cache_clear()


def test_the_registry_finds_it_and_lists_it_in_the_menu() -> None:
    assert registry.find("toy:first").title == "Toy"
    assert "toy:first" in [entry.address for entry in registry.seatable()]
    with pytest.raises(AgentError, match="There is no toy"):
        registry.find("toy:second")


def test_the_arena_plays_it_with_any_other() -> None:
    out = StringIO()
    call_command("simulate", "toy:first", "rules:piers", games=4, threads=1, json=True, stdout=out)
    assert json.loads(out.getvalue())["games"] == 4


def test_agents_among_themselves_are_refused_what_people_are() -> None:
    assert len(seat([registry.find("toy:first")], Rules.standard(3))) == 3
    with pytest.raises(AgentError, match="knows five suits"):
        seat([registry.find("toy:first")], Rules.standard(2, "6 Suits"))
    with pytest.raises(AgentError, match="not 4"):
        seat([registry.find("toy:first")] * 4, Rules.standard(4))


@pytest.mark.long
@pytest.mark.django_db
def test_it_has_a_page_with_figures_words_and_buttons(client: Client) -> None:
    page = client.get("/agents/toy:first/").content.decode()
    assert "version 7" in page
    assert "reads the list of moves from the top" in page
    assert '<a class="button" href="/agents/rules/">All the rules</a>' in page
    assert "manage.py simulate toy:first --players 2 --games 3 --seed profile" in page
    assert "Takes the first move of the list." in client.get("/agents/").content.decode()


@pytest.mark.long
@pytest.mark.django_db
def test_one_that_thinks_long_has_a_page_that_answers_at_once(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = registry.Entry(**{**vars(toy_kind.entry("toy:first")), "self_play_games": 0})
    monkeypatch.setattr(toy_kind, "entry", lambda _address: slow)
    page = client.get("/agents/toy:first/").content.decode()
    assert "thinks too long" in page
    assert "manage.py simulate toy:first --players 2" in page
    assert "thinks too long" in client.get("/agents/").content.decode()


def table_of(**fields: str) -> NewTableForm:
    return NewTableForm(
        {
            "scoring": "zero",
            "help_level": "full",
            "reasons": "live",
            "variant": "No Variant",
            "delay": "0",
            "players": "2",
            "seat_0": "me",
            "seat_1": "toy:first",
            **fields,
        }
    )


@pytest.mark.long
@pytest.mark.django_db
def test_the_form_of_a_new_table_offers_it_and_passes_its_refusals_on() -> None:
    assert "Toy" in str(table_of()["seat_1"])
    assert table_of().is_valid()
    six_suits = table_of(variant="6 Suits")
    assert six_suits.errors["seat_1"][0].startswith("The toy knows five suits. ")
    four = table_of(players="4", seat_2="rules:piers", seat_3="rules:piers")
    assert four.errors["seat_1"][0].startswith("Toy plays with 2, 3 players, not 4. ")


@pytest.mark.django_db
def test_its_button_seats_it(client: Client) -> None:
    client.post("/play/", {"agent": "toy:first", "players": "3", "name": "Dana"})
    seats = load(Table.objects.get().slug).seats
    assert [seat.address for seat in seats] == ["", "toy:first", "toy:first"]
    assert seats[1].agent_version == "7"
