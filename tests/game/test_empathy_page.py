"""What cards can be, stage by stage: the page that teaches it, and any turn of a replay."""

from __future__ import annotations

from html import unescape

import pytest
from django.test import Client

from game.models import Player, Table
from game.replays.elimination_steps import EXAMPLES, hands_in_steps, worked_out
from tests.game import played
from tests.game.known_deals import table_after

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


@pytest.mark.long
@pytest.mark.parametrize("seats", ["all", "0", "1", "0,1"])
def test_a_replay_shows_every_card_stage_by_stage(
    client: Client, finished: Table, seats: str
) -> None:
    page = client.get(f"/replays/{finished.slug}/how-known/?turn=20&seats={seats}")
    assert page.content.decode().count('<svg class="grid"') == 5 * 10
    board = page.context["snapshot"]
    assert board["turn"] == 21
    assert all(card["id"] for hand in board["hands"] for card in hand)
    assert page.context["last"] in page.content.decode()


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


def test_hands_are_shown_newest_card_first() -> None:
    game = table_after("r1 r2 g1 b4 p5 r1 r5 g2 g2 y1", "c1r", "d2", "p1").game
    assert game is not None
    for hand in hands_in_steps(game, [0, 1]):
        assert [card.slot for card in hand] == [1, 2, 3, 4, 5]


def test_the_words_name_what_the_step_removed_and_no_more() -> None:
    game = table_after("r1 r2 g1 b4 p5 r1 r5 g2 g2 y1", "c1r", "c11", "p0").game
    assert game is not None
    named = 0
    for card in (card for hand in hands_in_steps(game, [0, 1]) for card in hand):
        for grid in card.grids:
            removed = " ".join(f"{c.suit}{c.rank}" for c in grid.cells if c.state == "removed")
            told = grid.words.partition(" Removed: ")[2].rstrip(".")
            assert told in (removed, "")
            assert told or not 0 < len(removed.split()) <= 8
            named += bool(told)
    assert named


def test_the_cards_of_an_example_are_counted_from_one() -> None:
    for example in EXAMPLES:
        for hand in worked_out(example, [0, 1]):
            assert [card.slot for card in hand] == list(range(1, len(hand) + 1))
