"""A table of agents: watch, pause, step, and sit down in an agent's place."""

import re
from collections.abc import Callable

from playwright.sync_api import FloatRect, Page, expect

from agents import registry
from agents.persona import first_name
from agents.recommended import recommended
from tests.e2e.table import MATE, OVER, change, give_a_clue, turns, version, wait_for_turn


def _watch(page: Page, *, paused: bool, address: str = "/watch/", delay: str = "0") -> None:
    page.goto(address)
    page.get_by_label("Speed").select_option(delay)
    page.get_by_label("Start paused").set_checked(paused)
    page.get_by_role("button", name="Watch", exact=True).click()
    page.wait_for_selector(".board")


def test_agents_play_a_game_with_open_hands(page: Page) -> None:
    _watch(page, paused=False)
    page.wait_for_selector(OVER)
    assert len(turns(page)) > 20
    expect(page.locator(".card .face:visible")).to_have_count(page.locator(".card").count())


def test_a_paused_table_goes_on_move_by_move(page: Page) -> None:
    _watch(page, paused=True)
    expect(page.locator(".steering")).to_contain_text("Paused.")
    assert turns(page) == []
    for number in (1, 2):
        with change(page):
            page.get_by_role("button", name="One move").click()
        assert len(turns(page)) == number


def test_a_spectator_takes_over_a_seat_and_plays_on(page: Page) -> None:
    _watch(page, paused=True)
    page.get_by_role("button", name="Take over").click()
    assert wait_for_turn(page)
    expect(page.locator(".mine .card .face:visible")).to_have_count(0)
    give_a_clue(page)


def test_a_command_to_the_agents_while_an_answer_is_pending_is_applied(page: Page) -> None:
    _watch(page, paused=True)
    page.evaluate(
        """() => {
            const pace = document.getElementById("pace");
            pace.value = "300";
            pace.dispatchEvent(new Event("change"));
            document.querySelector(".steering .primary").click();
        }"""
    )
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def test_keys_steer_a_watched_game_as_in_a_replay(page: Page) -> None:
    _watch(page, paused=True, delay="900")
    with change(page):
        page.keyboard.press("ArrowRight")
    assert len(turns(page)) == 1
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Resume")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text(re.compile("the past"))).to_be_visible()
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".rewind")).to_be_hidden()
    before = version(page)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")  # Before the earlier turn has come.
    page.wait_for_timeout(300)
    expect(page.locator(".rewind")).to_be_hidden()
    assert version(page) == before, "the key made no move"
    expect(page.locator(".steering")).to_contain_text("Paused.")


def test_watching_from_a_seat_hides_that_seats_hand(page: Page) -> None:
    _watch(page, paused=True)
    other = first_name(recommended("unknown", 2), {one.called for one in registry.everyone()})
    page.get_by_label("View as", exact=True).select_option(label=f"{other}'s view")
    expect(page.locator(".mine .name")).to_have_text(other)
    expect(page.locator(".mine .card .face:visible")).to_have_count(0)
    page.get_by_role("button", name="One move").click()
    page.get_by_role("button", name="One move").click()
    expect(page.locator(".dock")).to_be_hidden()
    page.get_by_label("View as", exact=True).select_option(label="All hands open")
    expect(page.locator(".card .face:visible")).to_have_count(10)


def test_six_hands_seen_from_a_seat_fit_a_desktop_window(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    _watch(page, paused=True, address="/watch/?" + "&".join(["seats=rules:piers"] * 6))
    page.get_by_label("View as", exact=True).select_option(index=1)
    page.wait_for_selector(".hand.mine")
    for _ in range(3):
        with change(page):
            page.get_by_role("button", name="One move").click()
    assert page.evaluate("document.documentElement.scrollHeight") == 800


def test_an_agents_name_leads_to_its_page(page: Page) -> None:
    _watch(page, paused=True)
    with page.context.expect_page() as opened:
        page.get_by_role("link", name=f"About {MATE}").first.click()
    expect(opened.value.get_by_text(f"At a table: {MATE}")).to_be_visible()


def test_others_watch_agents_by_the_link(page: Page, open_page: Callable[..., Page]) -> None:
    _watch(page, paused=True)
    other = open_page()
    other.goto(page.get_by_label("Link to watch").input_value())
    expect(other.locator(".steering")).to_contain_text("Paused.")
    expect(other.get_by_role("button", name="Resume")).to_be_hidden()
    page.get_by_role("button", name="Take over").click()
    expect(other.locator(".card.closed").first).to_be_visible()
    assert all(card["height"] > 40 for card in _boxes(other, ".card.closed .body"))


def _boxes(page: Page, selector: str) -> list[FloatRect]:
    return [box for part in page.locator(selector).all() if (box := part.bounding_box())]


def test_a_phone_shows_the_table_the_reason_and_the_controls(phone: Page) -> None:
    seats = "seats=rules:mirror_situational&seats=rules:piers&seats=rules:vdb-paper"
    _watch(phone, paused=True, address=f"/watch/?{seats}")
    for _ in range(3):
        with change(phone):
            phone.get_by_role("button", name="One move").tap()
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    shown = [".steering .why", ".steering .primary", ".stacks"]
    (why, primary, stacks) = (_boxes(phone, selector)[0] for selector in shown)
    assert stacks["y"] + stacks["height"] < why["y"] < primary["y"] < 844 - primary["height"]


def _watch_two_games(page: Page) -> None:
    page.goto("/watch/")
    page.get_by_label("Speed").select_option("0")
    page.get_by_label("Games in a row").fill("2")
    page.get_by_role("button", name="Watch", exact=True).click()
    page.wait_for_selector(OVER)


def test_a_watched_series_continues_by_itself(page: Page) -> None:
    _watch_two_games(page)
    first = page.url
    page.wait_for_url(lambda url: url != first)
    page.wait_for_selector(OVER)
    expect(page.locator(".ending")).to_contain_text("Scores of the series")


def test_a_spectator_may_stay_with_a_finished_game_of_a_series(phone: Page) -> None:
    _watch_two_games(phone)
    first = phone.url
    phone.get_by_role("button", name="Stay here").tap()
    phone.wait_for_timeout(6000)
    assert phone.url == first
