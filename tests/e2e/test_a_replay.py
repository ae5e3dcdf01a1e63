"""The replay of a finished game: every turn has an address, the viewpoint can be chosen, and two
can look at it together."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.table import MATE, OVER, give_a_clue, give_up, sit_down, turns, wait_for_turn


def _play_and_give_up(page: Page) -> list[str]:
    """Play two turns each, end the game, and return the log as everybody reads it, without “You”.

    Not three turns: a clue that says nothing may cost the partner a strike, and three end the game.
    """
    sit_down(page)
    for _ in range(2):
        give_a_clue(page)
        assert wait_for_turn(page)
    played = turns(page)
    give_up(page)
    page.wait_for_selector(OVER)
    page.keyboard.press("Escape")
    return [
        re.sub(r"\bYou (\w+) ", r"Ana \1s ", line).replace(" to you,", " to Ana,")
        for line in played
    ]


def _watch_a_game_with_losses(page: Page) -> None:
    """Watch a game in which moves cost points, to its replay."""
    page.goto("/watch/")
    page.get_by_label("Speed").select_option("0")
    page.get_by_label("Seed").fill("lost")
    for seat in page.locator("select[name^=seat_]").all()[:2]:
        seat.select_option("rules:piers")
    page.get_by_role("button", name="Watch", exact=True).click()
    page.locator(OVER).get_by_role("link", name="Replay").click()
    page.wait_for_selector(".scrubber")


def test_the_replay_walks_through_the_game_and_back(page: Page) -> None:
    played = _play_and_give_up(page)
    page.locator(OVER).get_by_role("link", name="Replay").click()
    page.wait_for_selector(".scrubber")
    assert turns(page) == []
    expect(page.locator(".hindsight .graph")).to_be_visible()
    stacks, controls = (page.locator(one).bounding_box() for one in (".stacks", ".scrubber"))
    assert stacks["y"] + stacks["height"] <= controls["y"]
    for turn in range(1, len(played) + 1):
        page.keyboard.press("ArrowRight")
        assert turns(page) == played[:turn]
        assert page.url.endswith(f"#{turn}")
    page.keyboard.press("[")
    assert page.url.endswith(f"#{len(played) - 2}")
    page.get_by_role("button", name=f"Go to turn {len(played) - 2}").focus()
    page.keyboard.press("ArrowLeft")
    page.locator(".cards").first.locator(".card").first.click()
    page.keyboard.press("ArrowLeft")
    assert turns(page) == played[:-4]
    page.get_by_label("View as").press("ArrowDown")
    expect(page.locator("#viewpoint:focus")).not_to_have_value("all")


def test_no_notice_or_list_moves_a_stack_under_the_replay_controls(page: Page) -> None:
    _watch_a_game_with_losses(page)
    replay = page.url.partition("#")[0]
    page.goto(f"{replay}#2")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url("**/tables/**")
    for width, height in ((1280, 800), (390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"{replay}#2")
        page.reload()
        page.locator(".hindsight .graph").wait_for(state="attached")
        expect(page.locator(".notice")).to_contain_text("You played on from here")
        for _ in range(2):
            stacks, controls = (
                page.locator(f".{one}").bounding_box() for one in ("stacks", "scrubber")
            )
            assert stacks["y"] + stacks["height"] <= controls["y"]
            page.locator(".scrubber summary:visible").first.click()


def test_an_address_with_a_turn_opens_that_turn(page: Page) -> None:
    played = _play_and_give_up(page)
    replay = page.locator(OVER).get_by_role("link", name="Replay").get_attribute("href")
    page.goto(f"{replay}#3")
    page.wait_for_selector(".scrubber")
    assert turns(page) == played[:3]
    expect(page.get_by_role("slider", name="Turn")).to_have_value("3")
    page.evaluate("location.hash = '2'")
    expect(page.get_by_role("slider", name="Turn")).to_have_value("2")


def test_in_text_mode_the_same_turns_are_read(page: Page) -> None:
    played = _play_and_give_up(page)
    replay = page.locator(OVER).get_by_role("link", name="Replay").get_attribute("href")
    page.goto(f"{replay}?text=1#1")
    expect(page.get_by_role("heading", name=f"{MATE} is to move")).to_be_visible()
    expect(page.locator(".in-words")).to_contain_text("Hand of Ana")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".telling")).to_contain_text(f"2 of {len(played)}")
    assert turns(page)[-2:] == played[:2]
    replay = page.get_by_role("region", name="Replay")
    replay.get_by_role("link", name="Show the board").click()
    page.wait_for_selector(".board")
    assert page.url.endswith("?text=0#2")


def test_the_trace_can_be_downloaded_at_the_end(page: Page) -> None:
    _play_and_give_up(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download trace").click()
    assert download.value.suggested_filename.endswith(".json")


def test_the_replay_shows_the_best_possible_score_and_a_line_to_it(page: Page) -> None:
    _play_and_give_up(page)
    page.locator(OVER).get_by_role("link", name="Replay").click()
    expect(page.locator(".hindsight [role=status]")).to_contain_text("Still possible: ")
    best = page.locator(".hindsight .worth").get_by_role("link", name="Show how to reach")
    said = (best.text_content() or "").split()[-1]
    best.click()
    expect(page.locator(".notice")).to_contain_text(f"{said} of 25 points")
    page.wait_for_selector(".scrubber")
    page.keyboard.press("End")
    expect(page.locator(".telling")).to_contain_text("plays")
    page.get_by_role("link", name="Back to the game").click()
    expect(page.locator(".hindsight")).to_be_visible()


def test_a_lost_move_leads_to_the_line_that_was_missed(page: Page) -> None:
    _watch_a_game_with_losses(page)
    page.locator(".hindsight summary").click()
    loss = page.locator(".hindsight li").first
    turn, before = (loss.get_by_role("button").text_content() or "").split()[1:3]
    loss.get_by_role("button").click()
    assert page.url.endswith(f"#{turn}")
    link = page.locator(".hindsight .worth").get_by_role("link", name=f"Show how to reach {before}")
    expect(link).to_have_attribute("href", re.compile(f"/line/{int(turn) - 1}/"))
    loss.get_by_role("link", name=f"Show how to reach {before}").click()
    expect(page.locator(".notice")).to_contain_text(f"{before} of 25 points")


def test_a_follower_of_a_shared_replay_sees_the_leaders_turn(open_page: OpenPage) -> None:
    leader, follower = open_page(), open_page()
    _watch_a_game_with_losses(leader)
    leader.get_by_role("button", name="Share this view").click()
    expect(leader.locator(".sharing .text")).to_have_text("You lead. Send the link to others.")
    follower.goto(leader.get_by_label("Link to follow you").input_value())
    expect(leader.locator(".sharing .text")).to_have_text("You lead. 1 following.")

    slider = follower.get_by_role("slider", name="Turn")
    leader.keyboard.press("ArrowRight")
    leader.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    leader.get_by_label("View as").select_option(index=1)
    expect(follower.locator(".mine .card .face:visible")).to_have_count(0)
    expect(slider).to_have_value("2")

    follower.locator("hanabi-replay").focus()
    follower.keyboard.press("Home")
    leader.locator("hanabi-replay").focus()
    leader.keyboard.press("ArrowRight")
    expect(leader.get_by_role("slider", name="Turn")).to_have_value("3")
    expect(slider).to_have_value("0")
    follower.get_by_role("button", name="Follow again").click()
    expect(slider).to_have_value("3")

    leader.locator(".hindsight .worth").get_by_role("link", name="Show how to reach").click()
    expect(follower.locator(".notice")).to_contain_text("points were still possible")
    leader.get_by_role("button", name="Stop sharing").click()
    expect(follower.locator(".sharing .text")).to_have_text("Waiting for whoever leads…")
