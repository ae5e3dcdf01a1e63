"""What cards can be, stage by stage: the page that teaches it, and any turn of a replay."""

import json
from html import unescape
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from agents.reasons.names import card_name, listed
from game.models import Table
from game.replays.elimination_steps import EXAMPLES, hands_in_steps, worked_out
from native import Card
from tests.game import played
from tests.game.conftest import Shell
from tests.game.known_deals import table_after

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(db: None) -> Table:
    return played.finished("rules:piers", "rules:iggi", seed="known")


def left(example: int, stage: int) -> list[list[str]]:
    """What a stage leaves of each card, in the page's words."""
    hands = worked_out(EXAMPLES[example], [0, 1])
    return [[card.grids[stage].words.split(". ")[0].rstrip(".") for card in h] for h in hands]


def test_the_page_shows_the_expected_answers_of_the_examples() -> None:
    assert left(0, 4) == [["Can be red 5"], ["Can be green 5"]]
    assert left(1, 4) == [["Can be red 4"], ["Can be red 4 or red 5"] * 2]
    assert left(2, 4) == [["Can be red 5 or yellow 5"] * 2, ["Can be green 5"]]


def test_the_exact_answer_goes_further_than_the_stages() -> None:
    assert left(3, 3)[0] == ["Can be red 4 or red 5"]
    assert left(3, 4)[0] == ["Can be red 4"]


def test_clues_alone_leave_more_identities_than_elimination() -> None:
    assert left(0, 0) == [["Can be red 5 or green 5"]] * 2


@pytest.mark.parametrize("seats", ["all", "0", "1"])
def test_the_page_shows_every_example_for_any_observers(client: Client, seats: str) -> None:
    page = unescape(client.get(f"/empathy/?seats={seats}").content.decode())
    assert all(example.title in page for example in EXAMPLES)
    assert page.count('<span class="possibilities"') == 5 * sum(
        len(hand) for example in EXAMPLES for hand in example.hands
    )


@pytest.mark.long
@pytest.mark.parametrize("seats", ["all", "0", "1", "0,1"])
def test_a_replay_shows_every_card_stage_by_stage(
    client: Client, finished: Table, seats: str
) -> None:
    page = client.get(f"/replays/{finished.slug}/how-known/?turn=20&seats={seats}")
    assert page.content.decode().count('<span class="possibilities"') == 5 * 10
    board = page.context["snapshot"]
    assert board["turn"] == 21
    assert all(card["id"] for hand in board["hands"] for card in hand)
    assert page.context["last"] in page.content.decode()


@pytest.mark.parametrize("query", ["turn=999", "turn=-1", "turn=x", "seats=7", "seats=x", "seats="])
def test_an_invalid_turn_or_seat_is_not_found(client: Client, finished: Table, query: str) -> None:
    assert client.get(f"/replays/{finished.slug}/how-known/?{query}").status_code == 404


def test_an_invalid_observer_of_an_example_is_not_found(client: Client) -> None:
    assert client.get("/empathy/?seats=5").status_code == 404


def test_hands_are_shown_newest_card_first() -> None:
    game = table_after("r1 r2 g1 b4 p5 r1 r5 g2 g2 y1", "c1r", "d2", "p1").game
    for hand in hands_in_steps(game, [0, 1]):
        assert [card.slot for card in hand] == [1, 2, 3, 4, 5]


def test_the_text_of_a_step_names_what_it_removed() -> None:
    game = table_after("r1 r2 g1 b4 p5 r1 r5 g2 g2 y1", "c1r", "c11", "p0").game
    named = 0
    for card in (card for hand in hands_in_steps(game, [0, 1]) for card in hand):
        for grid in card.grids:
            gone = [f"{c.suit}{c.rank}" for c in grid.cells if c.state == "removed"]
            cards = [Card.parse(one, game.rules.suits) for one in gone]
            removed = listed([card_name(game.rules, card) for card in cards])
            told = grid.words.partition(" Removed: ")[2].rstrip(".")
            assert told in (removed, "")
            assert told or not 0 < len(gone) <= 8
            named += bool(told)
    assert named


def test_the_cards_of_an_example_are_counted_from_one() -> None:
    for example in EXAMPLES:
        for hand in worked_out(example, [0, 1]):
            assert [card.slot for card in hand] == list(range(1, len(hand) + 1))


ROOT = Path(__file__).parents[2]
SEED = ROOT / "tests" / "native" / "empathy_seed.jsonl"


def empathy(file: Path | str, *options: str) -> tuple[list[dict[str, Any]], str]:
    """What the command prints to standard output and standard error."""
    out, err = StringIO(), StringIO()
    call_command("empathy", str(file), *options, stdout=out, stderr=err)
    return [json.loads(line) for line in out.getvalue().splitlines()], err.getvalue()


def test_the_command_prints_the_expected_answers_of_the_examples() -> None:
    found, summary = empathy(SEED)
    assert [line["ok"] for line in found] == [True, True, True]
    assert summary == "positions: 3, refused: 0, different: 0\n"


def test_json_prints_nothing_but_the_objects() -> None:
    found, summary = empathy(SEED, "--json")
    assert [line.keys() for line in found] == [{"id", "possible", "ok"}] * 3
    assert summary == ""


def test_standard_input_is_read_like_a_file(shell: Shell) -> None:
    status, out, complaints = shell(SEED.read_bytes(), "empathy", "-", "--json")
    assert (status, complaints) == (0, "")
    assert [json.loads(line) for line in out.splitlines()] == empathy(SEED)[0]


@pytest.mark.parametrize(
    ("changed", "summary"),
    [
        ([{"players": 3}], "positions: 3, refused: 1, different: 0"),
        ([{"expect": [[["r4"]], []]}], "positions: 3, refused: 0, different: 1"),
        ([*[{"players": 3}] * 2, {"expect": [[["r4"]], []]}], "refused: 2, different: 1"),
    ],
)
def test_refused_or_different_lines_are_counted_and_make_the_exit_status_1(
    changed: list[dict[str, Any]], summary: str, shell: Shell
) -> None:
    lines = [json.loads(line) for line in SEED.read_text().splitlines()]
    for line, change in zip(lines, changed, strict=False):
        line |= change
    given = "\n".join(map(json.dumps, lines)).encode()
    status, out, complaints = shell(given, "empathy", "-")
    assert status == 1
    assert [json.loads(line)["id"] for line in out.splitlines()] == [line["id"] for line in lines]
    assert summary in complaints


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for file, reason in (
        (tmp_path / "none.jsonl", "No such file or directory"),
        (tmp_path, "Is a directory"),
    ):
        with pytest.raises(CommandError, match=rf"^{file}: {reason}\.$") as refusal:
            empathy(file)
        assert refusal.value.returncode == 2
