"""After a game: what one thought of the partner, and how one plays: what matters first, and the
rest folded."""

from playwright.sync_api import Page, expect

from tests.e2e.table import give_up, sit_down
from tests.serving import ServedSite


def test_the_end_of_a_game_leads_to_the_questions_and_to_ones_own_page(page: Page) -> None:
    sit_down(page)
    give_up(page)
    page.get_by_role("link", name="How was your partner?").click()
    expect(page.locator("h1")).to_have_text("How was your partner?")
    page.get_by_role("button", name="Send").click()
    page.get_by_role("link", name="Replay", exact=True).click()
    page.wait_for_url("**/replays/**")
    page.goto("/analysis/people/me/")
    expect(page.locator("h1")).to_be_visible()
    assert "/analysis/people/" in page.url


def test_a_daily_deal_ends_on_a_phone_with_links_that_all_work(phone: Page) -> None:
    phone.goto("/daily/")
    phone.get_by_role("button", name="Play the daily deal").click()
    give_up(phone)
    links = ["See how others did", "How was your partner?", "Puzzles", "How you play"]
    expect(phone.locator(".ending .acts > :visible")).to_have_text(links)
    phone.get_by_role("link", name="How was your partner?").click()
    phone.get_by_role("button", name="Send").click()
    phone.get_by_role("link", name="See how others did").click()
    expect(phone.locator(".made .chip")).to_have_text("You")


def test_filters_of_the_study_live_in_the_address(page: Page) -> None:
    page.goto("/analysis/partners/?players=2&scoring=zero")
    expect(page.get_by_label("Players")).to_have_value("2")
    page.get_by_label("Players").select_option("3")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**players=3**")


SHARED = (
    "from analysis.models import Person; from analysis.people.access import share;"
    "somebody = Person.objects.get(name='Alice'); share(somebody, True);"
    "print(f'{somebody.measures_url}?link={somebody.link}')"
)


def test_a_phone_shows_how_it_went_and_draws_the_rest_when_it_is_unfolded(
    phone: Page, furnished: ServedSite
) -> None:
    phone.goto(furnished.manage("shell", "-v", "0", "-c", SHARED).strip())
    first = phone.locator(".figure").first
    expect(first).to_be_visible()
    assert first.get_attribute("id") == "learning"
    assert phone.evaluate("document.documentElement.scrollHeight") < 3 * 844
    folded = phone.locator(".folded", has_text="Plays most like")
    drawing = folded.locator("[data-drawing] svg").first
    expect(drawing).to_have_count(0)
    folded.locator("> summary").click()
    expect(drawing).to_be_visible()
    width = drawing.evaluate("node => node.getBoundingClientRect().width")
    assert 250 < width <= 390
