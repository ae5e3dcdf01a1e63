"""Words for every card, no page or document that scrolls sideways, a table that can be read without
scripts, stillness for those who ask for it; test_axe.py checks that every control has a name."""

from collections.abc import Callable
from itertools import product

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from hanabi_site.pages.docs import DOCS
from tests.e2e.table import MATE, change, give_a_clue, sideways, sit_down, wait_for_turn

DRAWN = [
    *("/nowhere/", "/learn/3/", "/puzzles/1/", "/drills/1/", "/analysis/partners/rules:piers/"),
    *("/analysis/perfect/", "/analysis/mwum/", "/analysis/learning/", "/analysis/people/"),
    *(f"/analysis/runs/paper-1/{part}" for part in ("", "9,16/", "diversity/")),
    *("/analysis/runs/compare/?run=paper-1", "/agents/rules:mirror_situational/"),
]
"""Pages with drawings and long names, and one that is not there; test_axe.py looks at the rest."""
NARROW = ViewportSize(width=320, height=640)
QUICK = 300


def test_a_card_says_what_it_is_and_what_its_holder_knows(page: Page) -> None:
    sit_down(page, delay=9_000)
    give_a_clue(page)
    mates = [card.get_attribute("aria-label") or "" for card in page.locator(".mates .card").all()]
    assert all(label.startswith(f"{MATE}'s slot") for label in mates)
    assert any("clued" in label and f"{MATE} knows" in label for label in mates)
    mine = page.locator(".mine .card").first.get_attribute("aria-label") or ""
    assert mine.startswith("Your slot 1, ")


def test_a_card_stays_selected_over_a_reload(page: Page) -> None:
    sit_down(page)
    page.locator(".mine .card").nth(1).click()
    page.reload()
    expect(page.locator(".mine .card").nth(1)).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Play slot 2")).to_be_visible()


def test_pages_with_drawings_and_a_long_name_fit_320_pixels(
    open_page: Callable[..., Page], console_errors: list[str]
) -> None:
    page, wide = open_page(NARROW), {}
    page.goto("/")
    page.get_by_label("Your name").fill("W" * 30)
    page.get_by_role("button", name="New to Hanabi").click()
    for address in ["/", "/tables/new/", "/history/", *DRAWN]:
        page.goto(address)
        if pixels := sideways(page):
            wide[address] = pixels
    assert wide == {}
    console_errors.clear()  # the page that is not there


def test_on_a_phone_names_leave_a_figure_its_width(phone: Page) -> None:
    phone.goto("/analysis/standings/")
    drawing = phone.locator(".drawing").first
    whole, plot = drawing.bounding_box(), drawing.locator(".nsewdrag").first.bounding_box()
    assert plot["width"] > 0.9 * whole["width"]
    expect(drawing.locator(".annotation", has_text="Piers")).to_be_visible()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_table_never_scrolls_sideways(players: int, page: Page) -> None:
    sit_down(page, players, variant="Rainbow (6 Suits)")
    for width, height in product((320, 390, 740, 844, 1280, 1600), (390, 800)):
        page.set_viewport_size(ViewportSize(width=width, height=height))
        assert (width, height, sideways(page)) == (width, height, 0)


NEXT_FRAME = """async (node) => {
  Object.assign(node.style, { height: "1px", minHeight: 0 });
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  return node.getAttribute("tabindex");
}"""
BREAK_OFF = """
  window.flown = 0;
  const start = Element.prototype.animate;
  Element.prototype.animate = function (...args) {
    const flight = start.apply(this, args);
    if (this.classList.contains("ghost")) {
      flown += 1;
      setTimeout(() => flight.cancel());
    }
    return flight;
  };
"""
RECORD = """
const animate = Element.prototype.animate;
window.durations = [];
Element.prototype.animate = function (frames, timing) {
  durations.push(timing.duration);
  return animate.call(this, frames, timing);
};
"""


def _play(page: Page) -> None:
    sit_down(page)
    with change(page):
        page.locator(".mine .card").last.click()
        page.get_by_role("button", name="Play slot").click()


def _durations_of_a_play(page: Page) -> list[float]:
    page.add_init_script(RECORD)
    _play(page)
    return page.evaluate("durations")


def test_the_animation_of_a_played_card_is_quick(page: Page) -> None:
    durations = _durations_of_a_play(page)
    assert durations
    assert max(durations) < QUICK


def test_nothing_is_animated_with_reduced_motion(open_page: Callable[..., Page]) -> None:
    assert _durations_of_a_play(open_page(reduced_motion="reduce")) == []


def test_an_interrupted_card_animation_leaves_no_card_and_no_error(page: Page) -> None:
    """As when its page is left or its tab put away."""
    page.add_init_script(BREAK_OFF)
    _play(page)
    expect(page.locator(".ghost")).to_have_count(0)
    assert page.evaluate("flown") > 0


def test_content_that_overflows_can_be_scrolled_by_keyboard(page: Page) -> None:
    sit_down(page)
    wait_for_turn(page)
    sentence = page.locator(".dock .sentence")
    expect(sentence).not_to_have_attribute("tabindex", "0")
    assert sentence.evaluate(NEXT_FRAME) == "0"


def test_no_document_is_wider_than_a_phone(phone: Page) -> None:
    for file in sorted(DOCS.glob("*.md")):
        phone.goto("/docs/" if file.stem == "README" else f"/docs/{file.stem}/")
        assert phone.locator(".docs article h1").count() == 1, file.stem
        assert phone.evaluate("document.documentElement.scrollWidth") == 390, file.stem


def test_a_phone_shows_the_document_before_the_list_of_all(phone: Page) -> None:
    phone.goto("/docs/operations/")
    document, names = phone.locator(".docs article"), phone.locator(".docs > nav")
    start, end = document.bounding_box(), names.bounding_box()
    assert start["y"] < 200 < end["y"]
    phone.get_by_role("link", name="All documents").tap()
    phone.wait_for_url("**/docs/")


def test_the_table_can_be_read_without_scripts(open_page: Callable[..., Page]) -> None:
    page = open_page(java_script_enabled=False)
    page.goto("/")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Play now").click()
    text = page.locator(".plain")
    expect(text).to_be_visible()
    expect(text).to_contain_text("8 clue tokens, 0 strikes, 40 cards in the deck")
    expect(text.get_by_text("a hidden card")).to_have_count(5)
