"""A whole game on a phone: 390 pixels wide, fingers only."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.table import (
    OVER,
    SEEN,
    assert_every_turn_is_there_once,
    change,
    give_up,
    sit_down,
    sure_play,
    turns,
    version,
    wait_for_change,
    wait_for_turn,
)

LONGEST_GAME = 60
THUMB = 44
FINGER = 40
TOUCHED = """(node) => {
  node.scrollIntoView({ block: "center" });
  const { x, width } = node.getBoundingClientRect();
  const rows = [...Array(innerHeight).keys()];
  return rows.filter((y) => node.contains(document.elementFromPoint(x + width / 2, y))).length;
}"""
"""The height in pixels at which a tap reaches a node."""


def test_a_whole_game_is_played_by_touch_on_a_phone(phone: Page) -> None:
    sit_down(phone, variant="3 Suits")
    for _ in range(LONGEST_GAME):
        if not wait_for_turn(phone):
            break
        with change(phone):
            _move(phone)
    expect(phone.locator(OVER)).to_be_in_viewport()
    assert_every_turn_is_there_once(phone)
    assert len(turns(phone)) > 10


def _move(phone: Page) -> None:
    """Play what must be playable, else discard the oldest card, else give the first legal clue."""
    slot = sure_play(phone)
    cards = phone.locator(".mine .card")
    if slot is not None:
        cards.nth(slot - 1).tap()
        phone.get_by_role("button", name="Play slot").tap()
        return
    cards.last.tap()
    discard = phone.get_by_role("button", name="Discard slot")
    if discard.get_attribute("aria-disabled") == "false":
        discard.tap()
        if phone.locator(".guarded").count():
            phone.get_by_role("button", name="anyway").tap()
        return
    _open_clues(phone)
    phone.locator(".value[aria-disabled=false]").first.tap()
    phone.get_by_role("button", name="Give").tap()


def _open_clues(phone: Page) -> None:
    phone.get_by_role("button", name="Clue…").tap()


def test_the_first_tap_shows_a_clue_and_the_second_gives_it(phone: Page) -> None:
    phone.set_viewport_size({"width": 360, "height": 640})
    sit_down(phone, 5)
    before = version(phone)
    _open_clues(phone)
    phone.locator(".target").last.tap()
    clue = phone.locator(".value[aria-disabled=false]").first
    clue.dispatch_event("pointerdown", {"pointerType": "touch"})
    clue.evaluate("a => [1, 2].map((n) => a.dispatchEvent(new MouseEvent('click', {detail: n})))")
    expect(phone.locator(".sentence")).to_contain_text("touches slot")
    assert all(face.evaluate(SEEN) for face in phone.locator(".card.aimed .face").all())
    phone.wait_for_timeout(500)
    assert version(phone) == before, "a double tap is no answer to the preview"
    clue.tap()
    wait_for_change(phone, before)


def test_buttons_of_the_dock_are_high_enough_for_a_thumb(phone: Page) -> None:
    sit_down(phone)
    phone.locator(".mine .card").first.tap()
    for button in phone.locator(".dock button:visible").all():
        assert (button.bounding_box() or {})["height"] >= THUMB
    _open_clues(phone)
    for button in phone.locator(".dock button:visible").all():
        assert (button.bounding_box() or {})["height"] >= THUMB


def test_small_controls_can_be_hit_with_a_finger(phone: Page) -> None:
    sit_down(phone)
    _check_that_a_finger_hits(phone, ".status .figure-name, .status .home")
    phone.get_by_role("button", name="Options").tap()
    _check_that_a_finger_hits(phone, ".options label:has(input)")
    phone.keyboard.press("Escape")
    give_up(phone)
    phone.locator(OVER).get_by_role("link", name="Replay").tap()
    phone.wait_for_selector(".scrubber")
    _check_that_a_finger_hits(phone, ".scrubber summary")
    view = phone.get_by_label("View as")
    shown = view.bounding_box()["width"]
    view.evaluate("(node) => (node.style.flex = '0 0 max-content')")
    assert view.bounding_box()["width"] <= shown
    phone.goto("/")
    phone.get_by_role("button", name="New to Hanabi").tap()
    _check_that_a_finger_hits(phone, ".who > *, .knows summary")
    phone.goto("/puzzles/2/")
    _check_that_a_finger_hits(phone, ".where > a")


def _check_that_a_finger_hits(phone: Page, controls: str) -> None:
    nodes = phone.locator(controls).locator("visible=true")
    nodes.first.wait_for()
    for node in nodes.all():
        assert node.evaluate(TOUCHED) >= FINGER, node.inner_text()


def test_a_fully_known_hand_keeps_its_height(phone: Page) -> None:
    sit_down(phone)
    phone.evaluate(
        """document.querySelectorAll(".mine .card").forEach((card) => {
            card.classList.add("known");
            card.querySelector(".face").hidden = false;
            card.querySelector(".possibilities").replaceChildren();
        })"""
    )
    box = phone.locator(".mine .card").last.bounding_box()
    assert box["height"] >= 2 * THUMB


def test_log_and_discards_are_sheets_that_a_tap_beside_them_closes(phone: Page) -> None:
    sit_down(phone)
    for name in ("Log", "Discards"):
        phone.get_by_role("button", name=name).tap()
        sheet = phone.locator(f"#{name.lower()}-sheet")
        expect(sheet).to_be_in_viewport()
        phone.touchscreen.tap(195, 60)
        expect(sheet).to_be_hidden()


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize(("width", "height"), [(390, 844), (320, 640), (640, 400)])
def test_my_hand_and_the_actions_are_always_whole_on_screen(
    open_page: Callable[..., Page], players: int, width: int, height: int
) -> None:
    """640 × 400 is a desk's 1280 × 800 at 200%, where every grid can be read."""
    page = open_page({"width": width, "height": height})
    sit_down(page, players)
    if height < 500:
        assert page.locator(".mates .cell").first.bounding_box()["width"] >= 8
    assert height < 500 or page.locator(".stacks").evaluate(SEEN)
    for chosen in (False, True):
        for part in (".hand.mine .cards", ".dock .card-acts"):
            box = page.locator(part).bounding_box()
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= height
            assert box["x"] + box["width"] <= width
        if chosen:
            break
        before = page.locator(".hand.mine .cards").bounding_box()
        page.locator(".mine .card").first.click()
        page.evaluate("scrollTo(0, 0)")
        expect(page.locator(".mine .card[aria-pressed=true]")).to_have_count(1)
        assert page.locator(".hand.mine .cards").bounding_box() == before
