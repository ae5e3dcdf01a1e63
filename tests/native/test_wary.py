"""The wary agent: trust is public, is kept with those who keep conventions, and decides."""

import pytest

from agents.kinds.conv import levels
from native import BadRules, Game, Rng, Rules
from native.play import table
from native.play.blueprint import Blueprint
from native.rulebase import RuleList
from native.strategies.wary import KINDS, LONGEST, NEVER, Wary, efforts, trust

pytestmark = pytest.mark.native

EXPERT = levels.blueprint("expert")
FALLBACK = RuleList([7, 67, 33, 53, 19, 62])
STRANGER = Blueprint.of(RuleList([67, 33, 53, 19, 62]))
EVIDENCE = [[100, 100, 100, 50, 50, 0, 0, 0, -300]] * len(KINDS)


def wary(prior: int = 100, evidence: list[list[int]] = EVIDENCE) -> Blueprint:
    return Wary(levels.read("expert"), FALLBACK, prior, 600, evidence).blueprint()


def game_of(seats: list[Blueprint], seed: str, turns: int = 200) -> Game:
    game = Game(Rules.standard(len(seats)), seed=seed)
    while (seat := game.to_move) is not None and game.turn < turns:
        move = seats[seat].decide(game.view(seat), Rng(seed).derive(game.turn)).move
        game.play(move)
    return game


@pytest.mark.parametrize("players", [2, 4])
def test_everybody_at_the_table_has_the_same_trust_in_a_seat(players: int) -> None:
    game = game_of([EXPERT] * (players - 1) + [STRANGER], "public", 30)
    views = [trust(wary(), game.view(seat))[-1] for seat in range(players)]
    assert len(views[0]) == players
    assert all(view == views[0] for view in views)


def test_a_convention_player_earns_trust_and_a_stranger_loses_it() -> None:
    games = [game_of([EXPERT, STRANGER], f"two/{number}", 16) for number in range(6)]
    earned = [trust(wary(), game.view(0))[-1] for game in games]
    assert all(keeper > stranger for keeper, stranger in earned)
    assert sum(stranger < 0 for _, stranger in earned) >= 5


def test_whoever_makes_six_expected_moves_running_is_trusted_again() -> None:
    evidence = [20, 20, 20, 10, 10, 0, 0, 0, -300]
    slow = Wary(levels.read("expert"), FALLBACK, 100, 600, [evidence] * len(KINDS))
    forgiving, plain = slow.blueprint([-600, None], 6), slow.blueprint([-600])
    for number in range(4):
        game = game_of([EXPERT, STRANGER], f"again/{number}", 40)
        view = game.view(0)
        needed = efforts(forgiving, view)
        assert trust(forgiving, view)[0] == (-600, 100)
        running = [0, 0]
        for turn, (event, effort) in enumerate(zip(view.history, needed, strict=True)):
            if effort is not None:
                expected = evidence[effort] > 0
                running[event.seat] = running[event.seat] + 1 if expected else 0
            if running[event.seat] >= 6:
                assert trust(forgiving, view)[turn + 1][event.seat] >= 0
        assert trust(plain, view)[12][0] < 0


def test_a_convention_players_moves_are_found_with_little_effort() -> None:
    game = game_of([EXPERT, EXPERT], "soon")
    needed = efforts(wary(), game.view(0))
    assert len(needed) == game.turn
    known = [one for one in needed if one is not None]
    assert sum(one < 4 for one in known) > 0.7 * len(known)
    assert all(one <= NEVER for one in known)


def test_with_trust_it_is_the_convention_player_and_without_it_the_rule_list() -> None:
    nothing = [[0] * (NEVER + 1)] * len(KINDS)
    rules = Rules.standard(2)
    for prior, same in ((0, EXPERT), (-1, Blueprint.of(FALLBACK))):
        own = table.simulate(rules, [wary(prior, nothing), EXPERT], 20, "same", threads=1)
        assert own.stacks == table.simulate(rules, [same, EXPERT], 20, "same", threads=1).stacks


def test_the_wary_agent_refuses_unsupported_rules_and_malformed_evidence() -> None:
    with pytest.raises(BadRules):
        trust(wary(), Game(Rules.standard(2, empty_clues=True), seed="1").view(0))
    with pytest.raises(ValueError, match=r"^Evidence is 3 rows of 9 numbers\.$"):
        wary(evidence=[[1]])


def test_every_rule_of_the_longest_fallback_is_counted_and_a_longer_one_is_refused() -> None:
    nothing = [[0] * (NEVER + 1)] * len(KINDS)
    silent = ["TellAtLeastNUseless(5)"] * (LONGEST - 1)
    never = Wary(levels.read("expert"), RuleList([*silent, 39]), -1, 9, nothing).blueprint()
    played = table.simulate(Rules.standard(2), [never, EXPERT], 3, "long", threads=1)
    assert played.seats[0].fired[-1] > 0
    with pytest.raises(ValueError, match="at most 146 rules, not 147"):
        Wary(levels.read("expert"), RuleList([39] * (LONGEST + 1)), -1, 9, nothing).blueprint()
