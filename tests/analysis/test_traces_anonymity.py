"""Names are taken out of texts whole, wherever they stand, and out of nothing else."""

from __future__ import annotations

import pytest

from analysis.traces.documents import nameless
from analysis.traces.schema import SeatFact
from game.tables.pseudonyms import pseudonym, without_names


def test_a_name_that_begins_with_another_is_taken_out_whole() -> None:
    names = {"Ann": "Player 1", "Ann Lee": "Player 2"}
    assert without_names("Ann Lee met Ann.", names) == "Player 2 met Player 1."
    backwards = dict(reversed(names.items()))
    assert without_names("Ann Lee met Ann.", backwards) == "Player 2 met Player 1."


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Al gave up.", "P gave up."),
        ("Also Al: DeAl, All and (Al).", "Also P: DeAl, All and (P)."),
        ("Al's move, said Al", "P's move, said P"),
        ("al ended it", "al ended it"),
    ],
)
def test_a_name_is_a_word_of_its_own(text: str, left: str) -> None:
    assert without_names(text, {"Al": "P"}) == left


def test_a_name_is_no_pattern() -> None:
    assert without_names("a.c and abc", {"a.c": "P"}) == "P and abc"
    assert without_names("(x and y", {"(x": "P"}) == "P and y"


def test_an_empty_name_is_nobodys() -> None:
    assert without_names("One, two.  (!)", {"": "P"}) == "One, two.  (!)"


def test_people_are_numbered_from_one_and_agents_keep_their_names() -> None:
    assert pseudonym(0) == "Player 1"
    assert nameless(SeatFact(2, "person", "Xenia", from_turn=3)) == SeatFact(
        2, "person", "Player 3", from_turn=3
    )
    agent = SeatFact(1, "agent", "Piers", agent="rules:piers")
    assert nameless(agent) == agent
