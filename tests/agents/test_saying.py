"""What agents say is put together as people would."""

import pytest

from agents.kinds.saying import listed


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], ""),
        (["red"], "red"),
        (["red", "blue"], "red and blue"),
        (["red", "blue", "green"], "red, blue and green"),
        (["1", "2", "3", "4"], "1, 2, 3 and 4"),
    ],
)
def test_words_are_listed_as_in_a_sentence(words: list[str], sentence: str) -> None:
    assert listed(words) == sentence


def test_the_last_may_be_an_alternative() -> None:
    assert listed(["1", "2", "3"], "or") == "1, 2 or 3"
