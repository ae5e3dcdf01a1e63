"""Pages say what three strikes do to a score as the table's creator reads it."""

from __future__ import annotations

import pytest
from django.test import Client

from analysis import scorings
from game.forms import SCORINGS


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/analysis/", "/analysis/experiments/people/"])
def test_a_page_with_a_choice_of_scoring_says_it_in_words(address: str, client: Client) -> None:
    page = client.get(address).content.decode()
    for words in scorings.SAID.values():
        assert words.capitalize() in page
    assert "stacks:" not in page


def test_the_table_says_a_lost_score_in_the_same_words() -> None:
    assert SCORINGS[0][1] == scorings.SAID["zero"].capitalize()
