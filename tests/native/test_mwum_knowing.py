"""The knowing agent: it learns, its states are true, and a policy plays what it was taught."""

from collections import Counter
from functools import lru_cache

import numpy as np
import pytest

from native import Game, Move, MoveKind, Rng, Rules
from native._core import lib
from native.play.blueprint import Blueprint
from native.play.table import simulate
from native.rulebase import RuleList
from native.strategies.mwum import words
from native.strategies.mwum.learning import Kind, Method, Option, learn, play
from native.strategies.mwum.policy import ENTRY, ITSELF, Memory, decide, policy
from native.strategies.mwum.words import CALLS, action, state
from tests.native import mwum_witness as witness
from tests.native.answers import game as dealt

pytestmark = [pytest.mark.native, pytest.mark.long]

METHOD = Method(Kind.KNOWING, 1.0, Option.VISITS, 2, 2.0)
GAMES = 3_000


@lru_cache
def taught(players: int) -> Memory:
    memory = Memory()
    learn(Rules.standard(players), METHOD, "taught", GAMES, memory)
    return memory


def games_of(players: int, count: int) -> list[Game]:
    return [
        Game(Rules.standard(players), seed=Rng("knowing").derive(number)) for number in range(count)
    ]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_knowing_agent_learns_to_play_better_than_at_random(players: int) -> None:
    rules = Rules.standard(players)
    tally = play(rules, METHOD, "test", 300, taught(players), best=True)
    mean = sum(score * games for score, games in enumerate(tally.stacks)) / tally.games
    at_random = simulate(rules, [Blueprint.of(RuleList(["LegalRandom"]))] * players, 10_000, 1)
    assert mean > 2 * at_random.mean_stacks


@pytest.mark.parametrize("players", [2, 4])
def test_a_policy_decides_from_views_as_it_does_in_the_core(players: int) -> None:
    kept = Memory.of(policy(taught(players), visits=3))
    scores = [0] * 26
    for game in games_of(players, 30):
        while game.to_move is not None:
            game.play(decide(game.view(game.to_move), kept).move)
        scores[game.score] += 1
    tally = play(Rules.standard(players), METHOD, "knowing", 30, kept, best=True)
    assert list(tally.stacks) == scores


def test_states_say_what_the_seat_knows() -> None:
    kept = Memory.of(policy(taught(2), visits=3))
    sure = 0
    for game in games_of(2, 20):
        while game.to_move is not None:
            view = game.view(game.to_move)
            choice = decide(view, kept)
            told = state(choice.state)
            knows = [view.possible(slot) for slot in view.own_slots]
            certain = any(cards & ~view.playable == 0 for cards in knows)
            assert (told["own hand"] == CALLS[5]) == certain
            waste = any(cards & ~view.useless == 0 for cards in knows)
            assert told["knows a useless card"] == ("yes" if waste else "no")
            assert told["strikes left"] == str(3 - view.strikes)
            sure += certain
            game.play(choice.move)
    assert sure > 50


@pytest.mark.parametrize("players", [2, 4])
def test_clues_are_read_as_a_slow_reference_reads_them(players: int) -> None:
    kept, seen = Memory.of(policy(taught(players), visits=3)), set()
    for game in games_of(players, 12):
        while game.to_move is not None:
            view = game.view(game.to_move)
            choice = decide(view, kept)
            told, (loaded, misled) = state(choice.state), witness.others(view)
            assert told["own hand"] == CALLS[witness.calling(view)]
            assert (
                told["cards that others will play"]
                == ("none", "one", "two or more")[min(loaded, 2)]
            )
            assert told["a clue just misled somebody"] == ("yes" if misled else "no")
            seen.add((witness.calling(view), min(loaded, 2), misled > 0))
            game.play(choice.move)
    assert len(seen) > 15


def test_an_action_does_what_its_description_says() -> None:
    kept = Memory.of(policy(taught(2), visits=3))
    for game in games_of(2, 20):
        while game.to_move is not None:
            move, words = (choice := decide(game.view(game.to_move), kept)).move, ""
            words = action(choice.code)
            kinds = ("discard", "play", "colour clue", "rank clue")
            assert words.startswith(kinds[choice.code >> 14])
            if move.kind is MoveKind.PLAY and "certainly playable" in words:
                strikes = game.strikes
                game.play(move)
                assert game.strikes == strikes
            else:
                game.play(move)


def test_a_policy_keeps_often_visited_actions_in_order_of_weight() -> None:
    memory = taught(2)
    learnt, kept = memory.learnt, policy(memory, visits=50)
    of_states = kept[kept["key"] >> 40 == 1]
    itself = learnt["key"] & ITSELF == ITSELF
    wanted = learnt[(learnt["key"] >> 40 == 1) & ~itself & (learnt["visits"] >= 50)]
    assert len(wanted) > 100
    assert of_states["key"].tolist() == wanted["key"].tolist()
    for one in np.unique(wanted["key"] >> 16):
        mine = wanted["key"] >> 16 == one
        order = np.argsort(-wanted["value"][mine], kind="stable")
        assert (-of_states["value"][mine][order]).tolist() == list(range(mine.sum()))


def test_a_new_state_is_played_by_the_action_best_over_all_states() -> None:
    everywhere = policy(taught(2), visits=3)
    game = games_of(2, 1)[0]
    lost = Memory.of(everywhere[everywhere["key"] >> 40 == 3])
    choice = decide(game.view(0), lost)
    assert not choice.known
    assert choice.move in game.legal_moves()
    assert decide(game.view(0), Memory.of(everywhere)).known


def test_without_any_weight_it_makes_a_legal_move() -> None:
    game = games_of(3, 1)[0]
    assert decide(game.view(0), Memory()).move in game.legal_moves()


def test_deciding_on_another_seats_turn_is_refused() -> None:
    with pytest.raises(ValueError, match="Seat 1 is not to move"):
        decide(games_of(2, 1)[0].view(1), Memory())


def test_every_code_of_a_state_and_an_action_has_a_description() -> None:
    keys = policy(taught(2), visits=3)["key"]
    codes = np.unique(keys & ITSELF).tolist()
    assert len(codes) > 100
    assert all(action(code) for code in codes)
    assert all(state(number) for number in np.unique(keys[keys >> 40 == 1] >> 16).tolist())


@pytest.mark.parametrize(
    ("field", "about", "names"),
    [
        ("PHASE", "game", words.PHASES),
        ("TOKENS", "clue tokens", words.TOKENS),
        ("LOADED", "cards that others will play", words.LOADED),
        ("CALL", "own hand", words.CALLS),
        ("OFFER", "best clue for a playable card", words.OFFERS),
        ("STAKE", "the next seat would discard", words.STAKES),
        ("LIVES", "strikes left", ("0", "1", "2", "3")),
        ("MISLED", "a clue just misled somebody", ("no", "yes")),
        ("KNOWS_WASTE", "knows a useless card", ("no", "yes")),
    ],
)
def test_each_number_of_a_state_has_its_words(
    field: str, about: str, names: tuple[str, ...]
) -> None:
    place = int(getattr(lib, f"HL_MWUM_{field}"))
    numbers = range(1 << (place >> 8))
    said = [state(number << (place & 0xFF))[about] for number in numbers]
    assert said == [names[min(number, len(names) - 1)] for number in numbers]


def code(kind: int, **fields: int) -> int:
    """The number of an action with these fields."""
    places = {name: int(getattr(lib, f"HL_MWUM_{name.upper()}")) for name in fields}
    return kind | sum(value << (places[name] & 0xFF) for name, value in fields.items())


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (code(words.PLAY, chance=5, fresh=1), "play a card that is certainly playable"),
        (
            code(words.PLAY, chance=3, mark=3, fresh=1),
            "play a card that a rank clue was about just now: often playable",
        ),
        (code(words.PLAY, chance=0), "play a card that no clue touched: never playable"),
        (code(words.DISCARD, useless=2, critical=1), "discard a card that is certainly useless"),
        (
            code(words.DISCARD, useless=1, is_chop=1, touched=2, critical=3),
            "discard the oldest untouched card: often useless, perhaps critical",
        ),
        (
            code(words.DISCARD, touched=2, critical=1),
            "discard a card that a clue was about: seldom useless, rarely critical",
        ),
        (
            code(words.COLOUR, told=2, worth=4, waste=1),
            "colour clue about a playable card (it is then known to be playable, useless cards are "
            "touched too)",
        ),
        (
            code(words.RANK, told=0, worth=0, on_chop=1, repeated=1, learns=1, warns=1),
            "rank clue about a useless card (it was the next discard, it is then known not to be "
            "playable, a clue was about it before, another card is then known to be playable, it "
            "takes back an earlier clue)",
        ),
        (code(words.RANK, told=1, worth=2), "rank clue about a critical card"),
    ],
)
def test_each_number_of_an_action_has_its_words(number: int, said: str) -> None:
    assert action(number) == said


@pytest.mark.parametrize("episode", [-1, 51, 300])
def test_an_invalid_length_of_mini_episodes_is_refused(episode: int) -> None:
    with pytest.raises(ValueError, match="mini-episode"):
        learn(Rules.standard(2), Method(Kind.KNOWING, 1.0, episode=episode), "1", 1, Memory())


def test_after_a_clue_the_receivers_state_has_a_call_to_play() -> None:
    game = games_of(2, 1)[0]
    clue = next(move for move in game.legal_moves() if move.is_clue)
    assert state(decide(game.view(0), Memory()).state)["own hand"] == CALLS[0]
    game.play(clue)
    assert state(decide(game.view(1), Memory()).state)["own hand"] != CALLS[0]


def test_a_memory_from_a_full_or_malformed_table_is_refused() -> None:
    for entries, used in (
        (np.zeros(8, np.uint64), 0),
        (np.zeros(12, ENTRY), 0),
        (np.ones(16, ENTRY), 0),
        (np.ones(16, ENTRY), 16),
    ):
        with pytest.raises(ValueError, match="entries"):
            Memory(entries, used)


def read(number: int, name: str) -> int:
    """A field, as the core's header describes it; those of a state stand in the decision alone."""
    field = getattr(lib, f"HL_MWUM_{name}")
    return number >> (field & 0xFF) & ((1 << (field >> 8)) - 1)


def any_order(seed: int) -> Memory:
    """A policy that has met no state, and likes all actions in an order of no sense."""
    entries = np.zeros(1 << 16, ENTRY)
    entries["key"] = np.arange(1 << 16, dtype=np.uint64) | np.uint64(lib.HL_MWUM_ANYWHERE)
    entries["value"] = np.random.default_rng(seed).random(1 << 16)
    return Memory.of(entries)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_code_of_a_move_is_as_a_slow_reference_computes_it(players: int) -> None:
    seen: Counter[tuple[str, int]] = Counter()
    for number in range(20):
        policy = any_order(number)
        played = Game(Rules.standard(players), seed=Rng("effects").derive(number))
        while played.to_move is not None:
            view = played.view(played.to_move)
            choice = decide(view, policy)
            effect = witness.clue if choice.move.is_clue else witness.use
            fields = effect(view, choice.move)
            assert {name: read(choice.code, name) for name in fields} == fields, choice.move
            kinds = lib.HL_MWUM_DISCARD, lib.HL_MWUM_PLAY, lib.HL_MWUM_COLOUR, lib.HL_MWUM_RANK
            assert choice.code & lib.HL_MWUM_KINDS == kinds[choice.move.kind]
            seen.update(fields.items())
            played.play(choice.move)
    assert len(seen) > 40, sorted(seen)


def test_any_move_may_be_the_best_on_average_over_all_states() -> None:
    start = Game(Rules.standard(2), seed=Rng("effects"))
    made = {decide(start.view(0), any_order(number)).move for number in range(40)}
    codes = {decide(start.view(0), any_order(number)).code for number in range(40)}
    assert start.legal_moves()[0] in made
    assert len(made) == len(codes) > 5


@pytest.mark.parametrize("players", [2, 4])
def test_the_state_of_a_table_is_as_a_slow_reference_computes_it(players: int) -> None:
    seen: Counter[tuple[str, int]] = Counter()
    for number in range(12 // players):
        policy = any_order(number)
        played = Game(Rules.standard(players), seed=Rng("states").derive(number))
        while played.to_move is not None:
            view = played.view(played.to_move)
            choice = decide(view, policy)
            fields = witness.state(view)
            assert {name: read(choice.state, name) for name in fields} == fields, played.turn
            seen.update(fields.items())
            played.play(choice.move)
    assert len(seen) > 12, sorted(seen)


def test_useless_cards_that_a_clue_touches_are_counted_to_two() -> None:
    rules = Rules(2)
    played = dealt(rules, "y1 y4 y4 g3 g3 b1 y1 y1 r4 r3", "p0", "c14")
    view, clue = played.view(0), Move.parse("c11", rules)
    choices = (decide(view, any_order(seed)) for seed in range(400))
    choice = next(choice for choice in choices if choice.move == clue)
    fields = witness.clue(view, clue)
    assert fields["WASTE"] == 2
    assert {name: read(choice.code, name) for name in fields} == fields
