"""Names for every control, no sideways scrolling, stillness for those who ask for it."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.table import MATE, sit_down, version, wait_for_change

CONTROLS = {"button", "link", "textbox", "combobox", "checkbox", "radio", "slider", "spinbutton"}
PAGES = [
    *("/learn/rules/", "/learn/glossary/", "/learn/", "/empathy/", "/puzzles/", "/puzzles/1/"),
    *("/", "/tables/new/", "/history/", "/accounts/login/", "/accounts/signup/", "/nowhere/"),
    *("/analysis/", "/analysis/pools/", "/analysis/games/", "/analysis/partners/rules:piers/"),
    *("/analysis/perfect/", "/analysis/mwum/", "/analysis/learning/"),
    *("/watch/", "/agents/", "/agents/rules/", "/agents/rules:mirror_situational/"),
]
NARROW = ViewportSize(width=320, height=640)
QUICK = 300

pages = pytest.mark.parametrize("address", PAGES)


@pages
def test_every_control_of_a_page_has_a_name(
    address: str, page: Page, console_errors: list[str]
) -> None:
    page.goto(address)
    assert list(_nameless(page)) == []
    console_errors.clear()  # the page that is not there


@pytest.mark.parametrize("players", [2, 5])
def test_every_control_of_a_table_has_a_name(players: int, page: Page) -> None:
    sit_down(page, players)
    assert list(_nameless(page)) == []


def _nameless(page: Page) -> Iterator[str]:
    """Roles of controls that assistive technology finds without a name."""
    session = page.context.new_cdp_session(page)
    for node in session.send("Accessibility.getFullAXTree")["nodes"]:
        role = node.get("role", {}).get("value", "")
        if role in CONTROLS and not node["ignored"] and not node["name"].get("value", "").strip():
            yield role


def test_a_card_says_what_it_is_and_what_its_holder_knows(page: Page) -> None:
    sit_down(page, delay=9_000)
    before = version(page)
    page.locator(".value[aria-disabled=false]").first.click()
    wait_for_change(page, before)
    mates = [card.get_attribute("aria-label") or "" for card in page.locator(".mates .card").all()]
    assert all(label.startswith(f"{MATE} slot") for label in mates)
    assert any("clued" in label and f"{MATE} knows" in label for label in mates)
    mine = page.locator(".mine .card").first.get_attribute("aria-label") or ""
    assert mine.startswith("Your slot 1, ")


def test_a_card_stays_selected_over_a_reload(page: Page) -> None:
    sit_down(page)
    page.locator(".mine .card").nth(1).click()
    page.reload()
    expect(page.locator(".mine .card").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Play slot 2")).to_be_visible()


@pages
def test_a_page_fits_320_pixels(
    address: str, open_page: Callable[..., Page], console_errors: list[str]
) -> None:
    page = open_page(NARROW)
    page.goto(address)
    assert _sideways(page) == 0
    console_errors.clear()


def test_on_a_phone_names_leave_a_figure_its_width(phone: Page) -> None:
    phone.goto("/analysis/standings/")
    drawing = phone.locator(".drawing").first
    whole, plot = drawing.bounding_box(), drawing.locator(".nsewdrag").first.bounding_box()
    assert whole
    assert plot
    assert plot["width"] > 0.9 * whole["width"]
    expect(drawing.locator(".annotation", has_text="Piers")).to_be_visible()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_table_never_scrolls_sideways(players: int, page: Page) -> None:
    sit_down(page, players)
    for width in (320, 390, 820, 1280, 1600):
        page.set_viewport_size(ViewportSize(width=width, height=800))
        assert (width, _sideways(page)) == (width, 0)


def _sideways(page: Page) -> int:
    """Pixels that stick out to the right."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


RECORD = """
const animate = Element.prototype.animate;
window.durations = [];
Element.prototype.animate = function (frames, timing) {
  durations.push(timing.duration);
  return animate.call(this, frames, timing);
};
"""


def _durations_of_a_play(page: Page) -> list[float]:
    page.add_init_script(RECORD)
    sit_down(page)
    before = version(page)
    page.locator(".mine .card").last.click()
    page.get_by_role("button", name="Play slot").click()
    wait_for_change(page, before)
    durations: list[float] = page.evaluate("durations")
    return durations


def test_motion_shows_where_a_card_went_and_is_quick(page: Page) -> None:
    durations = _durations_of_a_play(page)
    assert durations
    assert max(durations) < QUICK


def test_nothing_moves_for_those_who_ask_for_it(open_page: Callable[..., Page]) -> None:
    assert _durations_of_a_play(open_page(reduced_motion="reduce")) == []
