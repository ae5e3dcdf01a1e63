"""The measures of how somebody plays: what matters first, and the rest folded."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.serving import ServedSite

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
