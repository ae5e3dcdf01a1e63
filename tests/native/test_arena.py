"""The arena plays what its agents would play one by one, and counts it."""

import os

import pytest

from native import End, Game, MoveKind, Rng, Rules
from native.play.arena import CHUNK, MOST_GAMES, simulate, workers_for
from native.rulebase import Mode, RuleList, Silence

pytestmark = pytest.mark.native

PIERS = RuleList([41, 8, 46, 13, 48, 38, 27, 22, 34])
IGGI = RuleList([2, 8, 13, 38, 27, 22])
RANDOM = RuleList(["LegalRandom"])


def seating(players: int) -> list[RuleList]:
    return [PIERS, IGGI, RANDOM, PIERS, IGGI, RANDOM][:players]


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_game_i_of_a_run_is_the_one_dealt_and_decided_in_python(players: int) -> None:
    rules = Rules(players)
    for number in range(5):
        own = Rng("run").derive(number)
        game = Game(rules, seed=own)
        chances = [own.derive(1 + seat) for seat in range(players)]
        while game.to_move is not None:
            seat = game.to_move
            choice = seating(players)[seat].decide(game.view(seat), chances[seat])
            assert choice.move is not None
            game.play(choice.move)
        result = simulate(rules, seating(players), 1, "run", first=number, threads=1)
        assert result.turns == game.turn
        assert result.stacks[game.score] == 1
        assert result.zero[game.score_zero] == 1
        assert game.end is not None
        assert result.ends[game.end] == 1


def test_the_result_is_the_same_on_any_number_of_threads() -> None:
    games = 2 * CHUNK + 77
    alone = simulate(Rules(2), [PIERS, RANDOM], games, 5, threads=1)
    assert simulate(Rules(2), [PIERS, RANDOM], games, 5, threads=3) == alone


def test_two_parts_of_a_run_make_the_whole() -> None:
    whole = simulate(Rules(2), [IGGI, PIERS], 300, 5)
    parts = [
        simulate(Rules(2), [IGGI, PIERS], count, 5, first=first)
        for first, count in ((0, 100), (100, 200))
    ]
    assert whole.turns == sum(part.turns for part in parts)
    assert list(whole.stacks) == [
        sum(n) for n in zip(*(part.stacks for part in parts), strict=True)
    ]


def test_other_seeds_give_other_games() -> None:
    one, other = (simulate(Rules(2), [PIERS, PIERS], 50, seed) for seed in (1, 2))
    assert one != other


def test_every_game_is_counted_once_in_every_table() -> None:
    result = simulate(Rules(3), [RANDOM] * 3, 500, 1)
    assert (
        result.games == sum(result.stacks) == sum(result.zero) == sum(result.ends.values()) == 500
    )
    assert result.zero[0] >= result.ends[End.STRIKEOUT] > 400
    assert sum(sum(seat.fired) + seat.fallbacks for seat in result.seats) == result.turns


def test_a_struck_out_game_counts_under_stacks_and_not_under_zero() -> None:
    result = simulate(Rules(2), [RANDOM, RANDOM], 500, 1)
    assert result.mean_stacks > 1
    assert result.mean_zero < 0.1


def test_measures_are_counted_as_a_witness_counts_them() -> None:
    rules = Rules(2)
    own = Rng(9).derive(0)
    game, chances = Game(rules, seed=own), [own.derive(1), own.derive(2)]
    offered = clues = plays = known = marked = 0
    certainty = 0.0
    while game.to_move is not None:
        seat = game.to_move
        view = game.view(seat)
        choice = PIERS.decide(view, chances[seat])
        assert choice.move is not None
        offered += view.clue_tokens > 0
        clues += choice.move.is_clue
        if choice.move.is_clue:
            trial = game.copy()
            trial.play(choice.move)
            event = trial.history[-1]
            marked += sum(not game.touched(event.target, slot) for slot in event.touched)
        if choice.move.kind is MoveKind.PLAY:
            assert choice.move.slot is not None
            assert choice.chance is not None
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


def test_a_measure_of_nothing_is_none() -> None:
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
    assert result.all_seats.given_up == {
        Silence.SILENT: 0,
        Silence.THROWN: 100,
        Silence.ILLEGAL: 0,
    }


def test_a_faithful_game_ends_when_no_rule_fires() -> None:
    mute = RuleList(["PlaySafeCard"], Mode.FAITHFUL)
    result = simulate(Rules(2), [mute, mute], 100, 1)
    assert result.all_seats.given_up[Silence.SILENT] == 100
    assert result.turns == 0


def test_a_clean_game_goes_on_where_the_published_program_failed() -> None:
    throws = RuleList(["PlayFinesse"])
    result = simulate(Rules(2), [throws, throws], 100, 1)
    assert result.ends[End.TERMINATED] == 0
    assert result.all_seats.fallbacks == result.turns


@pytest.mark.parametrize(
    ("players", "lists", "games", "threads", "words"),
    [
        (2, 1, 10, 1, "2 seats need 2 agents"),
        (3, 2, 10, 1, "3 seats need 3 agents"),
        (2, 2, 0, 1, "from 1 to .*, not 0"),
        (2, 2, -5, 1, "from 1 to .*, not -5"),
        (2, 2, 10, 0, "from 1 to 256, not 0"),
        (2, 2, 10, 100_000, "from 1 to 256, not 100000"),
    ],
)
def test_what_cannot_be_played_is_refused_in_words(
    players: int, lists: int, games: int, threads: int, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        simulate(Rules(players), [PIERS] * lists, games, 0, threads=threads)


def test_as_many_games_are_counted_as_the_core_can_number(monkeypatch: pytest.MonkeyPatch) -> None:
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
