"""How alike lists act is what they decide, one by one, in the same turns."""

import numpy as np
import pytest

from native import Game, Move, Rng, Rules
from native.play.matches import MATCH, Matches, Moment, action_agreement, packed
from native.rulebase import Mode, RuleList

pytestmark = pytest.mark.native

PIERS = RuleList([8, 43, 13, 48, 38, 27, 14], Mode.FAITHFUL)
IGGI = RuleList([2, 8, 13, 38, 27, 19], Mode.FAITHFUL)
SILENT = RuleList([2], Mode.FAITHFUL)
LISTS = [PIERS, IGGI, SILENT]
"""None of them draws lots."""
RANDOM = RuleList(["LegalRandom"])


def match(seating: tuple[int, ...], games: int = 3) -> Matches:
    table = np.zeros(1, MATCH)
    table["stream"], table["games"] = 5, games
    table["lists"][0, : len(seating)] = seating
    return table


def games_of(seating: tuple[int, ...], games: int = 3) -> list[list[Game]]:
    """The same games turn by turn, the last state of each at the end of its list."""
    found = []
    for number in range(games):
        own = Rng(3).derive(5).derive(number)
        game = Game(Rules(len(seating)), seed=own)
        states = [game.copy()]
        while (seat := game.to_move) is not None:
            move = LISTS[seating[seat]].decide(game.view(seat), own.derive(1 + seat)).move
            if move is None:
                game.terminate()
            else:
                game.play(move)
            states.append(game.copy())
        found.append(states)
    return found


def decided(game: Game) -> list[Move | None]:
    seat = game.to_move
    return [each.decide(game.view(seat), Rng(1)).move for each in LISTS]


def as_if_running(game: Game, seat: int) -> Game:
    copy = game.copy()
    copy.struct.pub.end, copy.struct.pub.to_move = 0, seat
    return copy


@pytest.mark.parametrize("moment", Moment)
@pytest.mark.parametrize("seating", [(0, 1), (1, 1), (0, 2), (0, 1, 0)])
def test_two_lists_are_alike_where_they_decide_the_same(
    moment: Moment, seating: tuple[int, ...]
) -> None:
    expected = np.zeros((3, 3), int)
    options = turns = 0
    for *states, last in games_of(seating):
        for state in states:
            judged = as_if_running(last, state.to_move) if moment == Moment.AT_THE_END else state
            moves = decided(judged)
            expected += np.array([[one == other for other in moves] for one in moves])
            options += len(judged.legal_moves())
            turns += 1
    lists = packed(LISTS)
    found = action_agreement(Rules(len(seating)), lists, lists, match(seating), Rng(3), moment)
    assert found[0].tolist() == expected.tolist()
    assert found[1:] == (turns, options)
    assert len(np.unique(expected)) > 1


def test_a_random_list_does_not_always_agree_with_itself() -> None:
    lists = packed([RANDOM])
    equal, turns, options = action_agreement(
        Rules(2), lists, lists, match((0, 0), games=300), Rng(3)
    )
    assert equal[0, 0] / turns == pytest.approx(turns / options, rel=0.2)
    assert equal[0, 0] < turns


def test_lists_that_are_compared_need_not_play_themselves() -> None:
    all_of_them = packed(LISTS)
    whole, *_ = action_agreement(Rules(2), all_of_them, all_of_them, match((0, 1)), Rng(3))
    part, *_ = action_agreement(Rules(2), all_of_them, packed([IGGI]), match((0, 1)), Rng(3))
    assert part.tolist() == whole[:, 1:2].tolist()


def test_a_match_that_names_an_unknown_rule_list_is_refused() -> None:
    lists = packed(LISTS)
    with pytest.raises(ValueError, match="unknown rule list"):
        action_agreement(Rules(2), lists, lists, match((0, 3)), Rng(3))


@pytest.mark.parametrize("place", range(len(LISTS)))
def test_a_damaged_list_is_refused_wherever_it_stands(place: int) -> None:
    lists, damaged = packed(LISTS), packed(LISTS)
    damaged[place] = 255
    for playing, judging in ((damaged, lists), (lists, damaged)):
        with pytest.raises(ValueError, match="unknown rule list"):
            action_agreement(Rules(2), playing, judging, match((0, 1)), Rng(3))
