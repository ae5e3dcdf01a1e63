"""A replay that two look at: one leads, the other follows, steps away and comes back."""

from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage
from tests.e2e.table import OVER


def test_one_leads_and_the_other_follows(open_page: OpenPage) -> None:
    leader, follower = open_page(), open_page()
    leader.goto("/watch/")
    leader.get_by_label("Speed").select_option("0")
    leader.get_by_label("Seed").fill("shared")
    leader.get_by_role("button", name="Watch", exact=True).click()
    leader.locator(OVER).get_by_role("link", name="Replay").click()
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
