"""Multiplicative weights: the published agent, move by move as its listings say."""

from collections import defaultdict
from math import exp, log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from native import End, Game, Rng, Rules
from native.play.blueprint import Blueprint
from native.play.table import simulate
from native.rulebase import RuleList
from native.strategies.mwum.learning import Kind, Method, Option, learn, play
from native.strategies.mwum.policy import ENTRY, Memory, TableFull

pytestmark = pytest.mark.native

RULES = Rules.standard(2)
PAPER = Method(Kind.PAPER, 0.5)
ROUGH = Option.BUCKETED


def rough(game: Game) -> tuple[object, ...]:
    """Listing 4, with hands and stacks as the game has them."""
    mine = [card for card in game.hands[game.to_move] if card]
    other = [card for card in game.hands[1 - game.to_move] if card]
    stacks = dict(enumerate(game.stacks))
    discards: dict[tuple[int, int], int] = defaultdict(int)
    for card in game.discards:
        discards[card] += 1
    return (
        tuple(sorted(card.rank for card in mine)),
        min(sum(card.rank > stacks[card.suit] for card in other), 3),
        sum(5 - base for base in stacks.values()),
        min(sum(count >= 2 and rank != 5 for (_, rank), count in discards.items()), 3),
        min(2, game.strikes),
        min(game.clue_tokens, 4),
    )


def shaped(score: int, before: list[int]) -> float:
    """Listing 5."""
    recent = before[-100:]
    better = bool(recent) and score > sum(recent) / len(recent)
    if score < 5:
        return -1.0
    if score < 10:
        return score / 25 * 0.5
    return score / 25 * 1.5 + 0.1 * better if score < 15 else score / 25 * 3 + 0.2 * better


def multiplier(method: Method, reward: float, visits: int) -> float:
    """Listing 3, or listing 6."""
    if not method.options & Option.VISITS:
        return exp(method.eta * reward)
    rate = method.eta / sqrt(max(1, visits))
    return 1 + rate * reward if reward >= 0 else 1 / (1 - rate * reward)


class Mean:
    """A mean that goes on following."""

    value = 0.0

    def follow(self, value: float, visits: int) -> None:
        self.value += max(1 / visits, 0.001) * (value - self.value)


def position(game: Game) -> tuple[int, ...]:
    """How far a game is: points in reach, deck, last turns, tokens, strikes."""
    reach = 0
    for suit in range(5):
        gone = [card.rank for card in game.discards if card.suit == suit]
        rank = 1
        while rank <= 5 and gone.count(rank) < (0, 3, 2, 2, 2, 1)[rank]:
            rank += 1
        reach += max(rank - 1, game.stacks[suit]) - game.stacks[suit]
    return (reach, game.deck_left, game.turns_left or 0, min(game.clue_tokens, 6), game.strikes)


def witness(method: Method, games: int) -> tuple[list[int], int, int]:
    """The listings in Python: scores, states, and moves in states met before."""
    weights: dict[object, dict[object, float]] = {}
    usual: dict[object, Mean] = defaultdict(Mean)
    means: dict[object, Mean] = defaultdict(Mean)
    taken: dict[object, int] = defaultdict(int)
    visits: dict[object, int] = defaultdict(int)
    scores: list[int] = []
    met = 0
    for number in range(games):
        own = Rng("w").derive(number)
        game, lots = Game(RULES, seed=own), own.derive(1)
        diary = []
        while game.to_move is not None:
            state = rough(game)
            legal = game.legal_moves()
            table = weights.setdefault(state, {})
            known = [table.get(move, 1.0) for move in legal]
            chance = max(method.least, method.epsilon * method.decay**number)
            if chance and (lots.next() >> 11) * 2.0**-53 < chance:
                move = legal[lots.below(len(legal))]
            else:
                left = (lots.next() >> 11) * 2.0**-53 * sum(known)
                at = next((n for n in range(len(legal)) if left < sum(known[: n + 1])), -1)
                move = legal[at]
            met += visits[state] > 0
            visits[state] += 1
            diary.append((state, move, position(game), game.score))
            game.play(move)
        if method.episode:
            expected = [score + means[place].value for _, _, place, score in diary]
            expected.append(game.score - method.penalty * (game.end is End.STRIKEOUT))
            for turn, (state, move, _, _) in enumerate(diary):
                reward = expected[min(turn + method.episode, len(diary))] - expected[turn]
                unusual = reward - usual[state].value
                usual[state].follow(reward, visits[state])
                taken[state, move] += 1
                factor = multiplier(method, unusual, taken[state, move])
                weights[state][move] = weights[state].get(move, 1.0) * factor
            for _, _, place, score in diary:
                taken[place] += 1
                means[place].follow(game.score - score, taken[place])
            scores.append(game.score)
            continue
        reward = shaped(game.score, scores) if method.options & Option.SHAPED else game.score
        for state, move, _, _ in diary:
            factor = multiplier(method, reward, visits[state])
            weights[state][move] = weights[state].get(move, 1.0) * factor
        scores.append(game.score)
    return scores, len(visits), met


@pytest.mark.long
@pytest.mark.parametrize(
    "options",
    [
        Option.BUCKETED,
        Option.BUCKETED | Option.SHAPED,
        Option.BUCKETED | Option.VISITS,
        Option.BUCKETED | Option.SHAPED | Option.VISITS,
    ],
)
def test_multiplicative_weights_play_and_learn_as_in_the_papers_listings(options: Option) -> None:
    same_as_the_witness(Method(Kind.PAPER, 0.1, options))


@pytest.mark.long
@pytest.mark.parametrize("episode", [1, 2, 5])
def test_mini_episodes_learn_as_a_slow_reference_does(episode: int) -> None:
    same_as_the_witness(Method(Kind.PAPER, 1.0, ROUGH | Option.VISITS, episode, 2.0))
    same_as_the_witness(Method(Kind.PAPER, 0.1, ROUGH, episode, 0.0))


@pytest.mark.parametrize(("epsilon", "decay", "least"), [(1.0, 0.9, 0.1), (0.3, 1.0, 0.0)])
def test_any_action_is_tried_with_a_chance_that_decays(
    epsilon: float, decay: float, least: float
) -> None:
    options = Option.BUCKETED | Option.SHAPED | Option.VISITS
    same_as_the_witness(Method(Kind.PAPER, 5.0, options, 0, 0.0, epsilon, decay, least))


def test_with_epsilon_1_weights_change_no_move() -> None:
    one, other = (
        learn(RULES, Method(Kind.PAPER, eta, ROUGH, epsilon=1.0), "1", 100, Memory())
        for eta in (0.1, 50.0)
    )
    assert one == other


@pytest.mark.parametrize(
    "numbers", [{"epsilon": 1.1}, {"epsilon": 0.1, "least": 0.2}, {"decay": -0.1}]
)
def test_epsilon_and_decay_outside_0_to_1_are_refused(numbers: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="epsilon and decay go from 0 to 1"):
        learn(RULES, Method(Kind.PAPER, 0.1, ROUGH, **numbers), "1", 1, Memory())


def same_as_the_witness(method: Method) -> None:
    memory = Memory()
    tally = learn(RULES, method, "w", 60, memory)
    scores, states, met = witness(method, 60)
    assert tally.games == 60
    assert list(tally.stacks) == [scores.count(score) for score in range(26)]
    assert tally.met == met
    visited = memory.learnt["visits"].astype(int).sum()
    assert visited == (3 if method.episode else 2) * tally.moves
    assert len(memory.learnt) > states


def test_the_first_game_is_uniform_legal_play() -> None:
    games = [learn(RULES, PAPER, str(seed), 1, Memory()) for seed in range(400)]
    mean = sum(score * count for game in games for score, count in enumerate(game.stacks)) / 400
    at_random = simulate(RULES, [Blueprint.of(RuleList(["LegalRandom"]))] * 2, 20_000, 1)
    assert abs(mean - at_random.mean_stacks) < 0.2


def test_almost_no_full_state_occurs_twice() -> None:
    tally = learn(RULES, PAPER, "1", 2_000, Memory())
    assert tally.met / tally.moves < 0.001
    rough = learn(RULES, Method(Kind.PAPER, 0.5, Option.BUCKETED), "1", 2_000, Memory())
    assert rough.met / rough.moves > 0.5


@pytest.mark.parametrize(
    "method",
    [
        Method(Kind.PAPER, 0.1, Option.BUCKETED | Option.SHAPED),
        Method(Kind.KNOWING, 1.0, Option.VISITS, 2, 2.0),
    ],
)
def test_learning_in_parts_gives_the_same_weights(method: Method) -> None:
    whole, parts = Memory(), Memory()
    tally = learn(RULES, method, "1", 300, whole)
    first = learn(RULES, method, "1", 117, parts)
    parts = Memory.of(parts.learnt, parts.scores, parts.games)
    second = learn(RULES, method, "1", 183, parts)
    assert (first.moves + second.moves, first.met + second.met) == (tally.moves, tally.met)
    assert tuple(map(sum, zip(first.stacks, second.stacks, strict=True))) == tally.stacks
    assert parts.learnt.tobytes() == whole.learnt.tobytes()
    assert parts.scores == whole.scores


def test_playing_without_learning_changes_no_weight() -> None:
    memory = Memory()
    learn(RULES, PAPER, "1", 50, memory)
    before = memory.entries.tobytes()
    assert play(RULES, PAPER, "2", 50, memory).games == 50
    assert memory.entries.tobytes() == before


def test_the_heaviest_action_is_always_the_same() -> None:
    memory, method = Memory(), Method(Kind.PAPER, 0.1, Option.BUCKETED)
    learn(RULES, method, "1", 500, memory)
    once = play(RULES, method, "2", 100, memory, best=True)
    assert once == play(RULES, method, "2", 100, memory, best=True)
    assert once != play(RULES, method, "2", 100, memory)


@settings(max_examples=30)
@given(st.sets(st.integers(1, 2**64 - 1), max_size=3_000))
def test_a_memory_keeps_every_entry_when_it_grows(keys: set[int]) -> None:
    entries = np.zeros(len(keys), ENTRY)
    entries["key"] = sorted(keys)
    entries["visits"] = np.arange(len(keys))
    memory = Memory.of(entries[::-1])
    assert memory.used == len(keys)
    assert memory.learnt.tobytes() == entries.tobytes()
    memory.grow()
    assert memory.learnt.tobytes() == entries.tobytes()


@pytest.mark.parametrize(("keys", "value"), [([1, 1], 0.0), ([0], 0.0), ([3], float("nan"))])
def test_a_damaged_memory_is_refused(keys: list[int], value: float) -> None:
    entries = np.zeros(len(keys), ENTRY)
    entries["key"], entries["value"] = keys, value
    with pytest.raises(ValueError, match=r"duplicated|not a number|finite|NaN"):
        Memory.of(entries)


def test_learning_stops_when_the_table_of_states_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("native.strategies.mwum.policy.LARGEST", 1 << 12)
    with pytest.raises(TableFull, match="table of states is full"):
        learn(RULES, PAPER, "1", 10_000, Memory())


@pytest.mark.parametrize("eta", [-0.1, 101.0, float("nan")])
def test_a_learning_rate_out_of_range_is_refused(eta: float) -> None:
    with pytest.raises(ValueError, match="0 to 100"):
        learn(RULES, Method(Kind.PAPER, eta), "1", 1, Memory())


def test_heavy_weights_stay_numbers() -> None:
    memory, method = Memory(), Method(Kind.PAPER, 100.0, Option.BUCKETED)
    learn(RULES, method, "1", 2_000, memory)
    assert np.isfinite(memory.learnt["value"]).all()
    assert log(2) < memory.learnt["value"].max()


def test_learning_games_end_mostly_by_strikes_and_all_count() -> None:
    tally = learn(RULES, PAPER, "1", 200, Memory())
    assert sum(tally.stacks) == 200
    assert sum(tally.struck) > 195


METHOD = Method(Kind.PAPER, 1.0, Option.SHAPED)
RULES_SHAPED = Rules(2, suits="rygbpt", ranks=3, copies=(4, 3, 3) * 6, strikes=100)
"""Short stacks, many copies, and no misplay ends a game: random games score up to 17."""


@pytest.mark.parametrize("average", [0, 25])
def test_each_score_has_the_shaped_reward_of_its_class(average: int) -> None:
    met = set()
    for seed in range(400):
        memory = Memory(scores=bytes([average] * 100), games=100)
        tally = learn(RULES_SHAPED, METHOD, str(seed), 1, memory)
        score = tally.stacks.index(1)
        once = memory.learnt[memory.learnt["visits"] == 1]
        rewards = {round(float(value), 5) for value in once["value"] if value}
        assert rewards == {round(shaped(score, [average] * 100), 5)}, score
        met.add(score)
    assert {9, 10, 14, 15} <= met, sorted(met)
