"""The arena plays what its agents would play one by one, and counts it."""

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from agents import registry
from agents.kinds.conv import levels
from agents.kinds.human import learned
from agents.kinds.wary import tuned
from native import BadRules, End, Game, MoveKind, Rng, Rules
from native.engine.notation import write_game
from native.play import table
from native.play.blueprint import Blueprint
from native.play.measures import TALLIES
from native.play.results import Result
from native.play.rows import game_of, rows, rows_of
from native.play.threads import CHUNK, MOST_GAMES, workers_for
from native.rulebase import PUBLISHED, Mode, RuleList, Silence
from native.search.search import Search, Setting
from native.strategies import hat
from native.strategies.human import Network

pytestmark = pytest.mark.native

PIERS = RuleList([41, 8, 46, 13, 48, 38, 27, 22, 34])
IGGI = RuleList([2, 8, 13, 38, 27, 22])
RANDOM = RuleList(["LegalRandom"])


def simulate(rules: Rules, lists: Sequence[RuleList], *args: Any, **options: Any) -> Result:
    return table.simulate(rules, [Blueprint.of(one) for one in lists], *args, **options)


def seating(players: int) -> list[RuleList]:
    return [PIERS, IGGI, RANDOM, PIERS, IGGI, RANDOM][:players]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_game_i_of_a_run_is_the_one_dealt_and_decided_in_python(players: int) -> None:
    tables = [Blueprint.of(one) for one in seating(players)]
    for number in range(5):
        same_game(tables, "run", number)


def test_every_game_is_counted_once_in_every_table() -> None:
    result = simulate(Rules(3), [RANDOM] * 3, 500, 1)
    assert (
        result.games == sum(result.stacks) == sum(result.zero) == sum(result.ends.values()) == 500
    )
    assert result.zero[0] >= result.ends[End.STRIKEOUT] > 400
    assert result.mean_zero < 0.1 < 1 < result.mean_stacks
    assert sum(sum(seat.fired) + seat.fallbacks for seat in result.seats) == result.turns


def test_random_play_scores_as_in_the_hanabi_learning_environment() -> None:
    """The Hanabi Learning Environment's random play: 12.74-12.78 moves, 1.248 cards."""
    result = simulate(Rules.standard(2), [RANDOM] * 2, 100_000, "mean")
    assert abs(result.turns / result.games - 12.76) < 0.06
    assert abs(result.mean_stacks - 1.248) < 0.02
    assert result.ends[End.STRIKEOUT] > 0.999 * result.games


def test_measures_agree_with_an_independent_count() -> None:
    rules = Rules(2)
    own = Rng(9).derive(0)
    game, chances = Game(rules, seed=own), [own.derive(1), own.derive(2)]
    offered = clues = plays = known = marked = 0
    certainty = 0.0
    while game.to_move is not None:
        seat = game.to_move
        view = game.view(seat)
        choice = PIERS.decide(view, chances[seat])
        offered += view.clue_tokens > 0
        clues += choice.move.is_clue
        if choice.move.is_clue:
            trial = game.copy()
            trial.play(choice.move)
            event = trial.history[-1]
            marked += sum(not game.touched(event.target, slot) for slot in event.touched)
        if choice.move.kind is MoveKind.PLAY:
            possible = view.rules.cards_in(view.clued(seat, choice.move.slot))
            plays += 1
            known += (len({card.suit for card in possible}) == 1) + (
                len({card.rank for card in possible}) == 1
            )
            unseen = {card: view.unseen[rules.identity(card)] for card in possible}
            playable = sum(
                count for card, count in unseen.items() if view.playable >> rules.identity(card) & 1
            )
            certainty += playable / sum(unseen.values())
        game.play(choice.move)
    together = simulate(rules, [PIERS, PIERS], 1, 9).all_seats
    counted = {"offered": offered, "clues": clues, "plays": plays, "known": known, "marked": marked}
    assert counted.items() <= together.tallies.items()
    witnessed = {
        "communicativeness": clues / offered,
        "information_per_play": known / (2 * plays),
        "marked_per_clue": marked / (5 * clues),
    }
    assert witnessed.items() <= together.measures.items()
    assert together.measures["risk_aversion"] == pytest.approx(certainty / plays, abs=1e-8)


def test_a_measure_with_a_denominator_of_0_is_none() -> None:
    silent = [RuleList(["DiscardOldestFirst"])] * 2
    together = simulate(Rules(2, clue_tokens=0), silent, 1, 0).all_seats
    assert together.measures["communicativeness"] is None


def test_firings_are_counted_by_position() -> None:
    together = simulate(Rules(2), [PIERS, PIERS], 100, 1).all_seats
    assert len(together.fired) == 9
    assert together.fired[0] == 0, "the published hail mary never fires"
    assert all(together.fired[position] > 0 for position in (1, 2, 3, 4, 5, 6))


def test_a_faithful_game_ends_where_the_published_program_failed() -> None:
    throws = RuleList(["PlayFinesse", "TellAnyoneAboutUsefulCard", "TellRandomly"], Mode.FAITHFUL)
    result = simulate(Rules(2), [throws, throws], 100, 1)
    assert result.ends[End.TERMINATED] == 100
    assert result.all_seats.given_up == {Silence.SILENT: 0, Silence.THROWN: 100, Silence.ILLEGAL: 0}


def test_a_faithful_game_ends_when_no_rule_fires() -> None:
    mute = RuleList(["PlaySafeCard"], Mode.FAITHFUL)
    result = simulate(Rules(2), [mute, mute], 100, 1)
    assert result.all_seats.given_up[Silence.SILENT] == 100
    assert result.turns == 0


def test_a_clean_game_continues_where_the_published_program_failed() -> None:
    throws = RuleList(["PlayFinesse"])
    result = simulate(Rules(2), [throws, throws], 100, 1)
    assert result.ends[End.TERMINATED] == 0
    assert result.all_seats.fallbacks == result.turns


def test_more_games_than_the_core_can_number_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert workers_for(1, 0, 1) == 1
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert workers_for(1, 0, None) == 7
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert workers_for(1, 0, None) == 1
    assert workers_for(MOST_GAMES, 0, 256) == 256
    assert workers_for(1, 2**63 - 1, 2) == 2
    for games, first in ((MOST_GAMES + 1, 0), (1, 2**63), (1, -1), (0, 0)):
        with pytest.raises(ValueError, match="games"):
            workers_for(games, first, 1)
    for threads in (0, 257):
        with pytest.raises(ValueError, match="number of threads"):
            workers_for(1, 0, threads)


def test_an_illegal_clue_counts_as_published_though_it_ends_the_game() -> None:
    """It plays whatever it can and clues too rarely ever to be without a token."""
    rare = RuleList(["TellAtLeastNUseless(1)", "PlayProbablySafeCard(0.0)"], Mode.FAITHFUL)
    result = simulate(Rules(2), [rare, rare], 200, 1)
    together = result.all_seats
    illegal = together.given_up[Silence.ILLEGAL]
    assert illegal > 0
    assert together.tallies["clues"] == together.fired[0] + illegal
    assert together.tallies["offered"] == result.turns + illegal


HAT, EXPERT = hat.blueprint(), levels.blueprint("expert")
PERSON = learned.human(Network.empty()).blueprint()
PIERS_TABLE, RANDOM_TABLE = Blueprint.of(PIERS), Blueprint.of(RANDOM)
SEARCH = Search(PIERS_TABLE, Setting(rollouts=12, particles=8, steps=1, explained=0.0, sure=0.0))


def game_by_views(seats: Sequence[Blueprint], own: Rng) -> Game:
    """A game in which every seat decides from its view, made anew at every turn."""
    game = Game(Rules(len(seats)), seed=own)
    chances = [own.derive(1 + seat) for seat in range(len(seats))]
    while (seat := game.to_move) is not None:
        move = seats[seat].decide(game.view(seat), chances[seat]).move
        game.play(move)
    return game


def same_game(seats: Sequence[Blueprint], seed: str, number: int) -> None:
    game = game_by_views(seats, Rng(seed).derive(number))
    result = table.simulate(Rules(len(seats)), seats, 1, seed, first=number, threads=1)
    assert (result.turns, result.stacks[game.score]) == (game.turn, 1)
    assert (result.zero[game.score_zero], result.ends[game.end]) == (1, 1)


@pytest.mark.long
@pytest.mark.parametrize(
    "seats",
    [
        [HAT, EXPERT, HAT, EXPERT],
        [EXPERT, RANDOM_TABLE, HAT],
        [tuned.blueprint(), RANDOM_TABLE, EXPERT],
        [tuned.blueprint(), PIERS_TABLE],
    ],
    ids=["memos of two sizes", "sight and none", "one that looks back", "and a stranger"],
)
def test_each_seat_has_its_own_memo(seats: list[Blueprint]) -> None:
    for number in range(2):
        same_game(seats, "memos", number)


@pytest.mark.long
@pytest.mark.parametrize(
    ("seats", "games"),
    [
        ([PIERS_TABLE, RANDOM_TABLE], 2 * CHUNK + 77),
        ([HAT] * 3, CHUNK + 200),
        ([EXPERT] * 3, CHUNK + 100),
        ([tuned.blueprint(), RANDOM_TABLE], 6),
        ([PERSON, EXPERT, PERSON], 12),
        ([SEARCH, PIERS_TABLE], 9),
    ],
    ids=["lists", "information", "conventions", "wary", "like a person", "search"],
)
def test_the_games_are_the_same_on_any_number_of_threads(
    seats: list[Blueprint], games: int
) -> None:
    rules = Rules.standard(len(seats))
    alone = table.simulate(rules, seats, games, "threads", threads=1)
    assert table.simulate(rules, seats, games, "threads", threads=3) == alone


def test_two_seats_with_the_same_search_share_no_state() -> None:
    same_game([SEARCH, SEARCH], "search", 1)


def test_agreements_with_agents_that_do_not_support_the_rules_are_refused() -> None:
    game = Game(Rules.standard(3, "Rainbow (5 Suits)"), seed=1)
    with pytest.raises(BadRules, match="cannot play by these rules"):
        table.agreements(game, [HAT], 0)


GENES = np.random.default_rng(1).integers(0, len(PUBLISHED), (5, 15)).tolist()


@pytest.mark.parametrize("mode", Mode)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_rows_add_up_to_the_arenas_counts(mode: Mode, players: int) -> None:
    rules, lists = Rules(players), [RuleList(genes, mode) for genes in GENES[:players]]
    counted = simulate(rules, lists, 600, "rows")
    played = rows(rules, [Blueprint.of(one) for one in lists], 600, "rows")
    assert np.bincount(played["score"], minlength=31).tolist() == list(counted.stacks)
    assert played["turns"].sum(dtype=int) == counted.turns
    assert {end: int((played["end"] == end).sum()) for end in End} == counted.ends
    for seat, result in enumerate(counted.seats):
        sums = {name: int(played["seats"][name][:, seat].sum()) for name in TALLIES}
        assert sums == result.tallies


def test_rows_do_not_depend_on_threads_or_on_the_first_game() -> None:
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


def test_invalid_arguments_are_refused_with_a_message() -> None:
    rules, seating = Rules(2), [Blueprint.of(RuleList(GENES[0], Mode.CLEAN))] * 2
    for play in (table.simulate, rows):
        with pytest.raises(ValueError, match="2 seats need 2 agents, not 1"):
            play(rules, seating[:1], 10, "1")
        with pytest.raises(ValueError, match="from 1 to 33,554,432, not 0"):
            play(rules, seating, 0, "1")
        with pytest.raises(ValueError, match="threads must be from 1"):
            play(rules, seating, 10, "1", threads=0)
    hat = registry.find("hat:information").in_core(2)
    with pytest.raises(BadRules, match="cannot play by these rules"):
        rows(Rules.standard(2, "Rainbow (6 Suits)"), [hat, hat], 10, "1")
