"""The text form of rules, deals and games: what is written reads back the same."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from native import BadRules, Colour, End, Rules
from native.engine.notation import BadNotation, read_game, read_rules, write_game, write_rules
from tests.native.random_games import any_rules, random_game

pytestmark = pytest.mark.native

SMALL = "2 players, suits rg, ranks 2, hand size 2, copies 2 1 | r1g2 g1r2 r1g1"


@given(any_rules())
def test_rules_read_back_the_same(rules: Rules) -> None:
    assert read_rules(write_rules(rules)) == rules


@given(any_rules(), st.integers(0, 2**32), st.integers(0, 200), st.booleans())
def test_a_game_reads_back_the_same(rules: Rules, seed: int, turns: int, gives_up: bool) -> None:
    game = random_game(rules, seed, turns, gives_up)
    text = write_game(game)
    again = read_game(text)
    assert (again.rules, again.deck, again.end) == (game.rules, game.deck, game.end)
    assert again.history == game.history
    assert write_game(again) == text


def test_the_rule_books_rules_are_written_as_the_players_alone() -> None:
    assert write_rules(Rules.standard(3)) == "3 players"


def test_the_notation_writes_only_rules_that_differ_from_the_standard() -> None:
    rules = Rules.standard(2, "Black (6 Suits)", strikes=1, discard_at_max=True)
    assert write_rules(rules) == "2 players, variant Black (6 Suits), strikes 1, discard at max"


def test_a_whole_game_is_one_readable_line() -> None:
    game = read_game(f"{SMALL} | p0 c11 d0 end")
    assert game.end is End.TERMINATED
    assert game.stacks == (1, 0)
    assert write_game(game) == f"{SMALL} | p0 c11 d0 end"


def test_spaces_around_parts_and_cards_do_not_matter() -> None:
    assert write_game(read_game(f" {SMALL} ".replace(" | ", "  |").replace("r1", " r1"))) == SMALL


def test_clues_of_ones_own_are_refused_and_not_left_out() -> None:
    rules = Rules(2, suits="rg", colour_clues=(Colour("r", "Red", 0b11111),))
    with pytest.raises(BadRules, match="custom clues"):
        write_rules(rules)


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", 1, "write rules"),
        ("2 players", 1, "write rules"),
        (f"{SMALL} | p0 | p1", 1, "write rules"),
        ("7 players | r1", 1, "rules begin with"),
        ("2 players, three strikes | r1", 12, "'three strikes' is not one of variant"),
        ("2 players, strikes | r1", 12, "not a valid strikes"),
        ("2 players, strikes 1 2 | r1", 12, "not a valid strikes"),
        ("2 players, copies | r1", 12, "not a valid copies"),
        ("2 players, empty clues 3 | r1", 12, "not a valid empty clues"),
        ("2 players, strikes 1, strikes 2 | r1", 23, "given twice"),
        ("2 players, strikes 0 | r1", 1, "strikes must be from 1"),
        ("2 players, ranks 3 | r1", 1, "together with suits"),
        ("2 players, suits rgb, variant 6 Suits | r1", 1, "not both"),
        ("2 players, variant Plaid (5 Suits) | r1", 1, "Plaid"),
        (SMALL.replace("r2", "r3"), 64, "'r3' is no card"),
        (SMALL.removesuffix("g1"), 57, "The deck has 6 cards, not 5"),
        (SMALL.replace("g2", "g1"), 57, "copies that the rules ask for"),
        (f"{SMALL} | p0 x1", 77, "turn 2: 'x1' is no move"),
        (f"{SMALL} | p0 p1 p9", 80, "turn 3: Slots go from 0 to 1"),
        (f"{SMALL} | d0", 74, "turn 1: Discarding is not allowed"),
        (f"{SMALL} | end p0", 78, "turn 1: The game is over"),
        ("2 players | " + "r1" * 3000, 4097, "never this long"),
    ],
)
def test_a_bad_text_is_refused_with_its_place(text: str, place: int, words: str) -> None:
    with pytest.raises(BadNotation) as refusal:
        read_game(text)
    assert str(refusal.value).startswith(f"at character {place}: ")
    assert words in str(refusal.value)


@given(st.text(max_size=200) | st.text(alphabet="2players, |rg12pdc0", max_size=200))
def test_any_text_is_read_or_refused_with_a_message(text: str) -> None:
    with suppress(BadNotation):
        read_game(text)


@given(st.integers(0, len(SMALL) - 1), st.characters())
def test_a_game_text_with_a_typo_is_read_or_refused_with_a_message(place: int, slip: str) -> None:
    with suppress(BadNotation):
        read_game(SMALL[:place] + slip + SMALL[place + 1 :])
