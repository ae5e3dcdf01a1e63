"""A whole game without a pointer: from the lobby to the end, by keys alone."""

from playwright.sync_api import Page, expect

from tests.e2e.table import (
    MATE,
    OVER,
    agree_by_keys,
    assert_a_reload_shows_the_same,
    assert_every_turn_is_there_once,
    change,
    give_a_clue,
    sit_down,
    sure_play,
    turns,
    wait_for_turn,
)

LONGEST_GAME, RELOADED_AFTER = 60, 5


def test_play_now_needs_a_name_and_enter(page: Page) -> None:
    page.goto("/")
    page.get_by_label("Your name").focus()
    page.keyboard.type("Ana")
    page.keyboard.press("Enter")
    assert wait_for_turn(page)
    expect(page.locator(".mine .card")).to_have_count(5)


def test_a_whole_game_is_played_by_keyboard_alone(page: Page) -> None:
    sit_down(page, variant="3 Suits")
    for turn in range(LONGEST_GAME):
        if not wait_for_turn(page):
            break
        if turn == RELOADED_AFTER:
            assert_a_reload_shows_the_same(page)
        with change(page):
            _move(page)
    expect(page.locator(OVER)).to_contain_text("of 15 points")
    assert_every_turn_is_there_once(page)


def _move(page: Page) -> None:
    """Play what must be playable, else discard the oldest card, else give the first legal clue."""
    slot = sure_play(page)
    if slot is not None:
        page.keyboard.press("a")
        page.keyboard.press(str(slot))
        return
    if page.locator(".status .clues .value").inner_text() != "8":
        page.keyboard.press("d")
        page.keyboard.press(str(page.locator(".mine .card").count()))
        if page.locator(".guarded").count():
            agree_by_keys(page)
        return
    for key in "qwert":
        page.keyboard.press(key)
        if page.get_by_role("button", name="Give").get_attribute("aria-disabled") == "false":
            page.keyboard.press("Enter")
            return


def test_arrows_walk_along_a_hand_and_tab_leaves_it(page: Page) -> None:
    sit_down(page)
    cards = page.locator(".mine .card")
    cards.first.focus()
    page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(cards.last).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_focused()


def test_c_then_a_digit_shows_what_a_rank_clue_touches(page: Page) -> None:
    sit_down(page)
    rank = page.locator(".mates .card .rank").first.text_content() or ""
    page.get_by_role("button", name="Hint").focus()
    page.keyboard.press("c")
    page.keyboard.press(rank)
    expect(page.locator(".sentence")).to_contain_text(f"Clue {rank} to {MATE}: touches slot")
    expect(page.locator(".mates .card.aimed").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".card.aimed")).to_have_count(0)
    page.get_by_role("button", name="Hint").press("Enter")
    page.locator(".aid li").first.wait_for()
    page.keyboard.press(rank)
    page.keyboard.press("Enter")
    expect(page.locator(".log")).to_contain_text("You clue")
    expect(page.locator(".aid")).to_be_hidden()


def test_a_move_out_of_turn_is_refused_with_a_message(page: Page) -> None:
    page.add_init_script("localStorage.setItem('keymap', 'lab')")
    sit_down(page, delay=5_000)
    give_a_clue(page)
    page.keyboard.press("1")
    page.keyboard.press("p")
    expect(page.locator(".answer")).to_have_text("It is not your turn.")


def test_an_earlier_turn_is_looked_at_without_leaving(page: Page) -> None:
    sit_down(page)
    give_a_clue(page)
    wait_for_turn(page)
    page.locator("hanabi-table").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".rewind")).to_contain_text("Turn 1 of")
    expect(page.get_by_text("It is your turn now.")).to_be_visible()
    expect(page.locator(".dock")).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".rewind")).to_contain_text("The deal.")
    page.keyboard.press("Escape")
    expect(page.locator(".dock")).to_be_visible()
    page.get_by_role("button", name="Go to turn 1").click()
    expect(page.locator(".rewind")).to_contain_text("Turn 1 of")


def test_a_note_is_stored_with_the_cards_story(page: Page) -> None:
    sit_down(page)
    page.locator(".mine .card").first.click(button="right")
    expect(page.locator(".card-sheet")).to_contain_text("Dealt at the start.")
    page.get_by_label("Note on this card").fill("perhaps red")
    page.keyboard.press("Enter")
    expect(page.locator(".card-sheet .notes")).to_contain_text("Turn 1, you: perhaps red")
    page.reload()
    page.locator(".mine .card").first.click(button="right")
    expect(page.locator(".card-sheet .notes")).to_contain_text("perhaps red")


def test_dragging_a_card_to_the_stacks_plays_it(page: Page) -> None:
    sit_down(page)
    with change(page):
        page.locator(".mine .card").last.drag_to(page.locator(".stacks"))
    assert any(line.split()[1:3] in (["You", "play"], ["You", "misplay"]) for line in turns(page))


def test_single_keys_can_be_switched_off(page: Page) -> None:
    sit_down(page)
    page.keyboard.press("?")
    page.get_by_label("Keyboard shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.locator(".mine .card").first.focus()
    page.keyboard.press("2")
    expect(page.locator(".value[aria-pressed=true]")).to_have_count(0)


def test_keys_do_nothing_while_the_focus_is_outside_the_table(page: Page) -> None:
    sit_down(page)
    page.get_by_role("link", name="Replays").focus()
    page.keyboard.press("2")
    expect(page.locator(".value[aria-pressed=true]")).to_have_count(0)
