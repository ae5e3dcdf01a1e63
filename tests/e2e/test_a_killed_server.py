"""The power goes out in mid-game, browser open: the game goes on, nothing lost or doubled."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.table import (
    assert_every_turn_is_there_once,
    change,
    sit_down,
    turns,
    version,
    wait_for_change,
    wait_for_turn,
)
from tests.serving import ServedSite


@pytest.fixture(autouse=True)
def served_again(site: ServedSite) -> Iterator[None]:
    """Whatever happens here, the next test finds a server."""
    yield
    if site.process.poll() is not None:
        site.start()


def _give_a_clue(page: Page) -> None:
    page.locator(".value[aria-disabled=false]").first.click()


def test_the_game_continues_after_the_server_was_killed(
    page: Page, site: ServedSite, console_errors: list[str]
) -> None:
    # It plays what it knows for certain: no clue of ours ends the game by three strikes.
    sit_down(page, seat_1="rules:cautious")
    for _ in range(3):
        with change(page):
            _give_a_clue(page)
        assert wait_for_turn(page)
    played = turns(page)

    site.kill()
    expect(page.locator(".link")).to_have_text("Reconnecting…")
    site.start()
    expect(page.locator(".link")).to_have_text("")

    assert turns(page) == played
    with change(page):
        page.locator(".mine .card").first.click()
        page.get_by_role("button", name="Play slot").click()
        if page.locator(".guarded").count():
            page.get_by_role("button", name="anyway").click()
    assert wait_for_turn(page)
    assert turns(page)[: len(played)] == played
    assert_every_turn_is_there_once(page)
    console_errors.clear()  # the browser reports every refused connection


def test_a_move_made_while_the_server_is_down_is_done_exactly_once(
    page: Page, site: ServedSite, console_errors: list[str]
) -> None:
    sit_down(page)
    played = turns(page)
    before = version(page)

    site.kill()
    _give_a_clue(page)
    expect(page.locator(".sentence")).to_have_text("Sending…")
    assert turns(page) == played  # nothing is shown before the table has it
    site.start()
    wait_for_change(page, before)
    assert wait_for_turn(page)

    page.reload()
    assert wait_for_turn(page)
    assert len(turns(page)) == len(played) + 2
    assert_every_turn_is_there_once(page)
    console_errors.clear()


def test_a_graceful_restart_needs_no_action_of_the_player(
    page: Page, site: ServedSite, console_errors: list[str]
) -> None:
    sit_down(page)
    with change(page):
        site.stop()
        site.start()
        expect(page.locator(".link")).to_have_text("")
        _give_a_clue(page)
    console_errors.clear()
