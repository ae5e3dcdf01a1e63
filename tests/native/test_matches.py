"""Matches in one call come out as the arena plays them one by one."""

import numpy as np
import pytest

from native import End, Rng, Rules
from native.play.blueprint import Blueprint
from native.play.matches import (
    MATCH,
    Matches,
    draws,
    packed,
    play,
    play_blueprints,
    rows_of_blueprints,
    rule_lists,
)
from native.play.table import simulate
from native.rulebase import PUBLISHED, Mode, RuleList

pytestmark = pytest.mark.native

GENES = np.random.default_rng(1).integers(0, len(PUBLISHED), (6, 15)).astype(np.uint8)


def matches(*seatings: tuple[int, ...], games: int = 20, first: int = 0) -> Matches:
    table = np.zeros(len(seatings), MATCH)
    table["stream"] = np.arange(len(seatings)) + 5
    table["first"], table["games"] = first, games
    for match, seating in zip(table, seatings, strict=True):
        match["lists"][: len(seating)] = seating
    return table


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_match_has_the_games_of_the_arena(mode: Mode, players: int) -> None:
    rules = Rules(players)
    seating = (4, 2, 0, 3, 1)[:players]
    result = play(rules, rule_lists(GENES, PUBLISHED, mode), matches(seating), Rng(3))[0]
    lists = [Blueprint.of(RuleList(GENES[number].tolist(), mode)) for number in seating]
    arena = simulate(rules, lists, 20, Rng(3).derive(5), threads=1)
    assert (result["games"], result["turns"]) == (arena.games, arena.turns)
    assert result["points"] == sum(score * games for score, games in enumerate(arena.stacks))
    assert result["points"] - result["lost_points"] == sum(
        score * games for score, games in enumerate(arena.zero)
    )
    assert result["clues"] / result["offered"] == arena.all_seats.measures["communicativeness"]
    assert result["certainty"] == arena.all_seats.tallies["certainty"]
    assert result["known"] == arena.all_seats.tallies["known"]


def test_blueprints_play_the_same_matches() -> None:
    lists = [RuleList(genes.tolist()) for genes in GENES]
    seatings = matches((0, 1, 1), (4, 4, 4), (5, 3, 2))
    fast = play(Rules(3), packed(lists), seatings, Rng(3))
    same = play_blueprints(Rules(3), [Blueprint.of(one) for one in lists], seatings, Rng(3))
    assert fast.tobytes() == same.tobytes()


def test_rows_of_single_games_add_up_to_the_sums_of_matches() -> None:
    lists = [Blueprint.of(RuleList(genes.tolist())) for genes in GENES]
    seatings = matches((0, 1, 1), (4, 4, 4), first=7)
    sums = play_blueprints(Rules(3), lists, seatings, Rng(3))
    rows = rows_of_blueprints(Rules(3), lists, seatings, Rng(3)).reshape(2, 20)
    assert (rows["score"].sum(axis=1) == sums["points"]).all()
    assert (rows["turns"].sum(axis=1) == sums["turns"]).all()
    assert ((rows["end"] == End.STRIKEOUT).sum(axis=1) == sums["struck"]).all()
    for tally in ("clues", "certainty", "known"):
        assert (rows["seats"][tally].sum(axis=(1, 2)) == sums[tally]).all()


def test_a_match_that_names_an_unknown_blueprint_is_refused() -> None:
    lists = [Blueprint.of(RuleList(GENES[0].tolist()))]
    with pytest.raises(ValueError, match="names an unknown blueprint"):
        play_blueprints(Rules(2), lists, matches((0, 1)), Rng(3))


@pytest.mark.parametrize("mode", Mode)
def test_squares_and_strikeouts_are_those_of_the_arenas_scores(mode: Mode) -> None:
    result = play(Rules(2), rule_lists(GENES, PUBLISHED, mode), matches((0, 1), games=200), Rng(3))
    lists = [Blueprint.of(RuleList(GENES[number].tolist(), mode)) for number in (0, 1)]
    arena = simulate(Rules(2), lists, 200, Rng(3).derive(5), threads=1)
    assert result["squares"][0] == squares(arena.stacks)
    assert result["squares"][0] - result["lost_squares"][0] == squares(arena.zero)
    assert result["struck"][0] == arena.ends[End.STRIKEOUT]
    assert result["given_up"][0] == arena.ends[End.TERMINATED]
    assert result["lost_squares"][0] > result["lost_points"][0] > result["struck"][0] > 0


def squares(games_by_score: tuple[int, ...]) -> int:
    return sum(score**2 * games for score, games in enumerate(games_by_score))


def test_lists_of_different_lengths_are_packed_as_they_are() -> None:
    genes = GENES[0].tolist()
    lists = [RuleList(genes, Mode.CLEAN), RuleList(genes[:7], Mode.CLEAN)]
    assert (packed(lists)[0] == rule_lists(GENES[:1], PUBLISHED, Mode.CLEAN)[0]).all()
    result = play(Rules(2), packed(lists), matches((1, 0)), Rng(3))[0]
    arena = simulate(Rules(2), [*map(Blueprint.of, lists[::-1])], 20, Rng(3).derive(5), threads=1)
    assert result["points"] == sum(score * games for score, games in enumerate(arena.stacks))


def test_the_result_of_a_match_does_not_depend_on_other_matches() -> None:
    lists = rule_lists(GENES, PUBLISHED, Mode.CLEAN)
    together = matches((0, 0), (1, 1), (2, 3))
    all_at_once = play(Rules(2), lists, together, Rng(3))
    assert play(Rules(2), lists, together[1:2], Rng(3))[0] == all_at_once[1]


def test_two_halves_of_a_match_add_up_to_the_whole() -> None:
    lists = rule_lists(GENES, PUBLISHED, Mode.CLEAN)
    whole, first, second = (
        play(Rules(2), lists, matches((0, 1), games=games, first=start), Rng(3))[0]
        for games, start in ((20, 0), (12, 0), (8, 12))
    )
    for field in whole.dtype.names:
        assert whole[field] == first[field] + second[field], field


def test_a_match_that_names_an_unknown_rule_list_is_refused() -> None:
    lists = rule_lists(GENES, PUBLISHED, Mode.CLEAN)
    with pytest.raises(ValueError, match="unknown rule list"):
        play(Rules(2), lists, matches((0, 6)), Rng(3))


def test_genes_beyond_the_rules_are_refused() -> None:
    with pytest.raises(ValueError, match="0 to 104, not 105"):
        rule_lists(np.array([[105]], np.uint8), PUBLISHED, Mode.CLEAN)


def test_hl_draws_writes_the_words_of_derived_streams() -> None:
    words = draws(Rng("x"), np.array([7, 2**63], np.uint64), 3)
    for row, stream in zip(words, (7, 2**63), strict=True):
        rng = Rng("x").derive(stream)
        assert row.tolist() == [rng.next() for _ in range(3)]


def test_arrays_of_another_shape_and_endless_matches_are_refused() -> None:
    rules, lists, one = Rules(2), rule_lists(GENES, PUBLISHED, Mode.CLEAN), matches((0, 1))
    agents = [Blueprint.of(RuleList(GENES[0], Mode.CLEAN))] * 2
    for wrong in (lists[:, :-1], lists[0], lists.astype(np.int64)):
        with pytest.raises(ValueError, match="Rule lists are those"):
            play(rules, wrong, one, Rng(1))
    with pytest.raises(ValueError, match="one row"):
        play(rules, lists, one[None], Rng(1))
    with pytest.raises(ValueError, match="games in all"):
        rows_of_blueprints(rules, agents, matches((0, 1), (0, 1), games=2**63), Rng(1))
    with pytest.raises(ValueError, match="not -1"):
        rule_lists(np.array([[-1]]), PUBLISHED, Mode.CLEAN)
