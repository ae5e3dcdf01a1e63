"""Games as rows are the games that are summed up elsewhere, and can be played again from them."""

import numpy as np
import pytest

from agents import registry
from native import BadRules, End, Game, Rng, Rules
from native.engine.notation import write_game
from native.play import arena, table
from native.play.blueprint import Blueprint
from native.play.measures import TALLIES
from native.play.rows import game_of, rows, rows_of
from native.rulebase import PUBLISHED, Mode, RuleList

pytestmark = pytest.mark.native

GENES = np.random.default_rng(1).integers(0, len(PUBLISHED), (5, 15)).tolist()


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_rows_add_up_to_what_the_arena_counts(mode: Mode, players: int) -> None:
    rules, lists = Rules(players), [RuleList(genes, mode) for genes in GENES[:players]]
    counted = arena.simulate(rules, lists, 600, "rows")
    played = rows(rules, [Blueprint.of(one) for one in lists], 600, "rows")
    assert np.bincount(played["score"], minlength=31).tolist() == list(counted.stacks)
    assert played["turns"].sum(dtype=int) == counted.turns
    assert {end: int((played["end"] == end).sum()) for end in End} == counted.ends
    for seat, result in enumerate(counted.seats):
        sums = {name: int(played["seats"][name][:, seat].sum()) for name in TALLIES}
        assert sums == result.tallies


def test_a_table_counts_illegal_clues_as_the_arena_does() -> None:
    rules, lists = Rules(2), [RuleList(genes, Mode.FAITHFUL) for genes in GENES[:2]]
    assert any(arena.simulate(rules, lists, 300, "1").seats[0].given_up.values())
    seating = [Blueprint.of(one) for one in lists]
    assert table.simulate(rules, seating, 300, "1") == arena.simulate(rules, lists, 300, "1")


def test_rows_do_not_depend_on_threads_and_go_on_at_any_game() -> None:
    rules, seating = Rules(2), [registry.find("conv:expert").in_core(2)] * 2
    one = rows(rules, seating, 300, "7", threads=1)
    assert (rows(rules, seating, 300, "7", threads=3) == one).all()
    assert (rows(rules, seating, 20, "7", first=270) == one[270:290]).all()


@pytest.mark.parametrize("mode", Mode)
def test_a_row_holds_the_whole_game(mode: Mode) -> None:
    rules, lists = Rules(3), [Blueprint.of(RuleList(genes, mode)) for genes in GENES[:3]]
    played = rows(rules, lists, 40, "3")
    games = [game_of(rules, row) for row in played]
    assert [game.score for game in games] == played["score"].tolist()
    assert [game.strikes for game in games] == played["strikes"].tolist()
    assert [int(game.end or 0) for game in games] == played["end"].tolist()
    dealt = [Game(rules, seed=Rng("3").derive(number)).deck for number in range(40)]
    assert [game.deck for game in games] == dealt
    again = rows_of(games)
    for field in ("score", "strikes", "turns", "end", "deck", "moves"):
        assert (again[field] == played[field]).all()
    if mode is Mode.CLEAN:
        assert (again["seats"] == played["seats"]).all()
        assert write_game(game_of(rules, again[5])) == write_game(games[5])


def test_what_makes_no_sense_is_refused_in_words() -> None:
    rules, seating = Rules(2), [Blueprint.of(RuleList(GENES[0], Mode.CLEAN))] * 2
    with pytest.raises(ValueError, match="2 seats need 2 agents, not 1"):
        rows(rules, seating[:1], 10, "1")
    with pytest.raises(ValueError, match="from 1 to 33,554,432, not 0"):
        rows(rules, seating, 0, "1")
    with pytest.raises(ValueError, match="threads must be from 1"):
        rows(rules, seating, 10, "1", threads=0)
    hat = registry.find("hat:information").in_core(2)
    assert hat is not None
    with pytest.raises(BadRules, match="cannot play by these rules"):
        rows(Rules.standard(2, "Rainbow (6 Suits)"), [hat, hat], 10, "1")
