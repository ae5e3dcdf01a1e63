"""The glossary, and the links to it from the sentences of pages."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from game.board.terms import SECTIONS, by_form, figures
from hanabi_site.templatetags.site_tags import linked

TERMS = [term for _, terms in SECTIONS for term in terms]


def test_a_thing_has_one_name_and_a_name_one_thing() -> None:
    names = [term.name.lower() for term in TERMS]
    assert len(names) == len(set(names))
    forms = [form.lower() for term in TERMS for form in (term.name, *term.forms)]
    assert len(forms) == len(set(forms))


def test_the_first_time_a_term_stands_there_it_is_a_link() -> None:
    html = linked("<p>A clue touches cards. Another clue.</p>")
    assert html.count('href="/learn/glossary/#clue"') == 1
    assert html.startswith('<p>A <a class="term" href="/learn/glossary/#clue">clue</a>')


def test_the_longest_term_wins_and_its_case_stays() -> None:
    assert '#clue-token">Clue tokens</a>' in linked("<p>Clue tokens are shared.</p>")


@pytest.mark.parametrize(
    "html",
    [
        "<h2>Clue</h2>",
        '<a href="/">a clue</a>',
        "<button>Clue</button>",
        "<label>Clue <b>token</b></label>",
        '<p title="a clue">no word of it</p>',
        "<p>clueless</p>",
    ],
)
def test_links_headings_controls_attributes_and_other_words_stay(html: str) -> None:
    assert linked(html) == html


def test_text_that_was_escaped_stays_escaped() -> None:
    assert linked("<p>&lt;clue&gt;</p>").startswith("<p>&lt;<a ")


def test_every_link_leads_to_a_term_of_the_page(client: Client, db: None) -> None:
    page = client.get("/learn/glossary/").content.decode()
    ids = set(re.findall(r'<div id="([^"]+)"', page))
    assert ids == {term.slug for term in TERMS}
    assert {term.slug for term in by_form().values()} <= ids


@pytest.mark.long
def test_the_rules_link_their_words(client: Client, db: None) -> None:
    page = client.get("/learn/rules/").content.decode()
    for slug in ("clue", "strike", "chop", "last-round", "critical"):
        assert page.count(f'href="/learn/glossary/#{slug}"') == 1


def test_every_figure_of_the_board_has_its_formula(client: Client) -> None:
    told = client.get("/learn/figures.json").json()
    assert told == figures()
    assert {"pace", "efficiency", "turns left", "maximum score", "score", "strike"} <= set(told)
    assert all(text["means"] and text["formula"] for text in told.values())
