"""A whole game in text mode: by headings, lists and buttons, as a screen reader has them."""

from playwright.sync_api import Page, expect

from agents import registry
from agents.recommended import recommended
from tests.e2e.table import MATE, OVER, change, give_a_clue, sit_down

LONGEST_GAME = 60
KEYS = dict(zip("qwert12345", "rygbp12345", strict=True))
RECORD = """
window.spoken = [];
new MutationObserver((changes) => {
  for (const { target } of changes) {
    const node = target.nodeType === 1 ? target : target.parentElement;
    const region = node?.closest("[aria-live], [role=status], [role=alert], [role=log]");
    const text = region?.isConnected && region.textContent.trim();
    if (text) spoken.push(text);
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


def _in_text_mode(page: Page, players: int = 2) -> None:
    page.add_init_script("localStorage.setItem('text', 'on')")
    page.goto("/tables/new/")
    page.get_by_label("Your name").fill("Ana")
    page.get_by_label(str(players), exact=True).check()
    page.get_by_label("Bot speed").evaluate("(node) => node.append(new Option(0, 0, true, true))")
    page.get_by_role("button", name="Create table").click()
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()


def _move(page: Page) -> None:
    """Play what is certain, else discard the oldest card, else give a clue."""
    for card in page.locator(".cards-in-words li:has([data-act=play]:not([hidden]))").all():
        if ", playable" in card.locator("> p").first.inner_text():
            card.get_by_role("button", name="Play slot").click()
            return
    discards = page.get_by_role("button", name="Discard slot")
    if discards.count():
        discards.last.click()
        anyway = page.get_by_role("button", name="Discard it anyway")
        if anyway.count():
            anyway.click()
        return
    page.get_by_role("button", name="touches slot").first.click()
    page.get_by_role("button", name="Give this clue").click()


def test_a_whole_game_is_played_in_text_mode(page: Page) -> None:
    page.add_init_script(RECORD)
    _in_text_mode(page, players=3)
    turn = page.locator("h2:text-is('Your turn')")
    for _ in range(LONGEST_GAME):
        page.wait_for_selector(f"h2:text-is('Your turn'), {OVER}")
        if not turn.count():
            break
        with change(page):
            _move(page)
    expect(page.locator(OVER)).to_contain_text("of 25 points")
    expect(page.get_by_role("heading", name="All moves")).to_be_visible()
    spoken: list[str] = page.evaluate("spoken")
    mate = registry.called(recommended("unknown", 3))
    assert any(line.startswith(mate) for line in spoken)
    assert any(line.endswith(". Your turn.") for line in spoken)
    assert not any("Sending" in line for line in spoken)


def test_a_clue_says_what_it_would_tell_before_it_is_given(page: Page) -> None:
    _in_text_mode(page)
    clue = page.get_by_role("button", name="touches slot").first
    clue.click()
    clues = {button.get_attribute("data-value") for button in page.locator("[data-value]").all()}
    page.keyboard.press(next(key for key, value in KEYS.items() if value not in clues))
    expect(page.locator(".refusal")).to_contain_text("it touches no card")
    expect(clue).to_be_focused()
    clue.click()
    question = page.get_by_role("group", name=f"to {MATE}: touches slot")
    expect(question).to_contain_text(f"{MATE} would then know: slot")
    expect(question.get_by_role("button", name="Give this clue")).to_be_focused()
    question.get_by_role("button", name="Back").press("Enter")
    expect(question).to_be_hidden()
    expect(clue).to_be_focused()


def test_after_a_move_the_keyboard_focus_is_on_the_line_of_whose_turn_it_is(page: Page) -> None:
    _in_text_mode(page)
    page.get_by_role("button", name="touches slot").first.press("Enter")
    with change(page):
        page.get_by_role("button", name="Give this clue").press("Enter")
    expect(page.locator(".now h2")).to_be_focused()
    page.get_by_role("button", name="Go to turn 1").click()
    expect(page.locator(".now h2:focus")).to_contain_text("The past: turn 1 of ")


def test_text_mode_is_one_switch_and_remembered(page: Page) -> None:
    sit_down(page)
    page.get_by_role("button", name="Keys and options").click()
    page.get_by_label("Text mode").check()
    expect(page.get_by_role("heading", name="Your hand")).to_be_visible()
    expect(page.locator(".in-words")).to_contain_text("Slot 1: can be")
    page.reload()
    expect(page.get_by_role("heading", name="Your hand")).to_be_visible()
    page.get_by_role("button", name="Options").click()
    page.get_by_label("Text mode").uncheck()
    expect(page.locator(".dock")).to_be_visible()


def test_the_address_asks_for_text_mode(page: Page) -> None:
    sit_down(page)
    address = page.url
    page.goto(f"{address}?text=1")
    expect(page.get_by_role("heading", name="Your hand")).to_be_visible()
    page.goto(address)
    expect(page.locator(".dock")).to_be_visible()


def test_unchecking_text_mode_overrides_the_address(page: Page) -> None:
    sit_down(page)
    page.goto(f"{page.url}?text=1")
    page.get_by_role("button", name="Options").click()
    page.get_by_label("Text mode").uncheck()
    expect(page.locator(".dock")).to_be_visible()
    assert "text" not in page.url
    page.reload()
    expect(page.locator(".dock")).to_be_visible()


def test_a_note_is_stored_in_text_mode(page: Page) -> None:
    _in_text_mode(page)
    page.get_by_text("More about your slot 1").first.click()
    page.get_by_label("Note on this card").first.fill("perhaps red")
    page.get_by_role("button", name="Save").first.click()
    expect(page.locator(".in-words")).to_contain_text("Turn 1, you: perhaps red")


def test_text_mode_does_not_announce_that_a_move_is_being_sent(page: Page) -> None:
    page.add_init_script(RECORD)
    sit_down(page)
    give_a_clue(page)
    assert not any("Sending" in line for line in page.evaluate("spoken"))


def test_the_first_link_leads_to_text_mode_and_back_to_the_board(page: Page) -> None:
    _in_text_mode(page)
    back = page.get_by_role("link", name="Show the board")
    back.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".board")
    there = page.get_by_role("link", name="Play in text mode")
    there.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".in-words")


def test_text_mode_does_not_read_out_explanations_of_the_pictures(page: Page) -> None:
    sit_down(page)
    read = page.locator("main").aria_snapshot().lower()
    assert "your slot 1" in read
    assert "under each card" not in read
    assert "text: playable" not in read
