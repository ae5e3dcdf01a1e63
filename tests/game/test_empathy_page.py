"""What cards can be, stage by stage: the page that teaches it, and any turn of a replay."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from game.models import Player, Table
from game.replays.empathy_examples import EXAMPLES, worked_out
from tests.game import played

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(db: None) -> Table:
    return played.finished("rules:piers", "rules:iggi", seed="known")


def left(example: int, stage: int) -> list[list[str]]:
    """What a stage leaves of each card, in the page's words."""
    hands = worked_out(EXAMPLES[example], [0, 1])
    return [[card.grids[stage].words.split(". ")[0].rstrip(".") for card in h] for h in hands]


def test_the_examples_come_out_as_the_seed_says() -> None:
    assert left(0, 4) == [["Can be r5"], ["Can be g5"]]
    assert left(1, 4) == [["Can be r4"], ["Can be r4 r5", "Can be r4 r5"]]
    assert left(2, 4) == [["Can be r5 y5", "Can be r5 y5"], ["Can be g5"]]


def test_the_exact_answer_goes_further_than_the_stages() -> None:
    assert left(3, 3)[0] == ["Can be r4 r5"]
    assert left(3, 4)[0] == ["Can be r4"]


def test_clues_alone_leave_more() -> None:
    assert left(0, 0) == [["Can be r5 g5"], ["Can be r5 g5"]]


@pytest.mark.parametrize("seats", ["all", "0", "1"])
def test_the_page_shows_every_example_for_any_observers(client: Client, seats: str) -> None:
    page = unescape(client.get(f"/empathy/?seats={seats}").content.decode())
    assert all(example.title in page for example in EXAMPLES)
    assert page.count('<svg class="grid"') == 5 * sum(
        len(hand) for example in EXAMPLES for hand in example.hands
    )


@pytest.mark.parametrize("seats", ["all", "0", "1", "0,1"])
def test_a_replay_shows_every_card_stage_by_stage(
    client: Client, finished: Table, seats: str
) -> None:
    page = client.get(f"/replays/{finished.slug}/how-known/?turn=20&seats={seats}")
    assert page.content.decode().count('<svg class="grid"') == 5 * 10


@pytest.mark.parametrize("query", ["turn=999", "turn=x", "seats=7", "seats=x"])
def test_what_is_no_turn_and_no_seat_is_not_found(
    client: Client, finished: Table, query: str
) -> None:
    assert client.get(f"/replays/{finished.slug}/how-known/?{query}").status_code == 404


def test_a_running_games_cards_are_not_explained(
    client: Client, table: Table, alice: Player
) -> None:
    assert client.get(f"/replays/{table.slug}/how-known/").status_code == 403


def test_other_observers_of_the_page_are_not_found(client: Client) -> None:
    assert client.get("/empathy/?seats=5").status_code == 404
