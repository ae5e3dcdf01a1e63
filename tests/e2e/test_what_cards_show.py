"""What can be known of a card, on the card: mine, a mate's, after a clue, in common."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.table import give_a_clue, sit_down, version, wait_for_change

LONG = 9_000  # milliseconds: time to look at the table before the bot's move


def _possible(cards: Locator) -> list[int]:
    """How many identities each card can still be."""
    return [card.locator(".cell.on").count() for card in cards.all()]


def test_every_card_shows_what_it_can_still_be_and_an_arrow_the_focus(page: Page) -> None:
    page.add_init_script("localStorage.setItem('conventions', 'on')")
    sit_down(page, delay=LONG)
    assert all(count >= 20 for count in _possible(page.locator(".mine .card")))
    assert _possible(page.locator(".mates .card")) == [25] * 5
    give_a_clue(page)
    page.mouse.move(0, 0)
    assert min(_possible(page.locator(".mates .card"))) <= 5
    focus = page.locator(".card.focus").filter(has=page.locator(".said:visible"))
    bubble, card = focus.locator(".said").bounding_box(), focus.locator(".body")
    arrow = card.evaluate("node => parseFloat(getComputedStyle(node, '::before').top)")
    assert bubble["y"] + bubble["height"] <= card.bounding_box()["y"] + arrow + 1


def test_pointing_at_a_clue_shows_what_it_would_tell(page: Page) -> None:
    sit_down(page)
    mates = page.locator(".mates .card")
    before = _possible(mates)
    page.locator(".value[aria-disabled=false]").first.hover()
    assert min(_possible(mates)) <= 5
    page.mouse.move(0, 0)
    assert _possible(mates) == before


def test_on_a_phone_a_clue_says_what_its_reader_would_do_before_it_is_given(phone: Page) -> None:
    phone.add_init_script("localStorage.setItem('conventions', 'on')")
    sit_down(phone, 5, delay=LONG)
    before = version(phone)
    phone.get_by_role("button", name="Clue…").tap()
    phone.locator(".value[aria-disabled=false]").first.tap()
    expect(phone.locator(".sentence")).to_contain_text(re.compile(r"touches slots? .+\. .+"))
    expect(phone.locator(".mates .said:visible").first).to_be_visible()
    assert version(phone) == before
    phone.get_by_role("button", name="Give").tap()
    wait_for_change(phone, before)


@pytest.mark.parametrize("players", [2, 5])
def test_the_preview_of_a_clue_is_fully_visible_and_moves_no_button(
    players: int, page: Page
) -> None:
    page.add_init_script("localStorage.setItem('conventions', 'on')")
    sit_down(page, players)
    clue = page.locator(".value[aria-disabled=false]").first
    place = clue.bounding_box()
    page.locator(".mine .card").first.click()
    expect(page.locator(".sentence")).to_contain_text("You can't discard")
    assert clue.bounding_box() == place
    clue.hover()
    assert clue.bounding_box() == place
    expect(page.locator(".answer")).to_be_in_viewport(ratio=1)


def test_a_legend_is_shown_whole_or_not_at_all(page: Page) -> None:
    sit_down(page, 3)
    legends = page.locator(".legend")
    for legend in legends.all():
        whole, text = legend.bounding_box(), legend.locator("span").bounding_box()
        assert text["y"] >= whole["y"] + whole["height"] or text["width"] <= whole["width"]


def test_space_shows_what_the_table_knows_in_common_while_it_is_held(page: Page) -> None:
    sit_down(page)
    mine = page.locator(".mine .card")
    private = _possible(mine)
    page.keyboard.down(" ")
    assert _possible(mine) == [25] * 5
    page.keyboard.up(" ")
    assert _possible(mine) == private


def test_without_help_cards_show_clue_marks_only(page: Page) -> None:
    sit_down(page, delay=LONG, help_level="none")
    give_a_clue(page)
    page.mouse.move(0, 0)
    expect(page.locator(".cell:visible")).to_have_count(0)
    expect(page.locator(".mates .mark").first).to_be_visible()


def test_in_forced_colours_a_card_holds_its_picture_on_a_phone(phone: Page) -> None:
    phone.emulate_media(forced_colors="active")
    phone.set_viewport_size({"width": 320, "height": 640})
    sit_down(phone, delay=LONG)
    card = phone.locator(".mine .card").first
    assert card.evaluate(
        "node => [...node.querySelectorAll('.cell')].every((cell) =>"
        " cell.getBoundingClientRect().right <= node.getBoundingClientRect().right)"
    )


def test_the_sheet_of_figures_marks_the_one_that_was_asked_for(page: Page) -> None:
    sit_down(page)
    page.get_by_role("button", name="Pace").click()
    marked = page.locator("#figures-sheet [aria-current=true]")
    expect(marked).to_have_count(1)
    expect(marked).to_contain_text("Pace")
