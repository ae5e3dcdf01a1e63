"""Search: a function of seed and view, blind to its own cards; its belief holds the truth."""

from dataclasses import dataclass, replace
from random import Random

import numpy as np
import pytest

from agents import registry
from agents.rulelists import NAMED
from native import Game, Move, Rng, Rules, View
from native._core import ffi, lib
from native.empathy.exact import odds
from native.play import table
from native.play.blueprint import Blueprint
from native.rulebase import RuleList
from native.search.search import Among, Scoring, Search, Setting
from tests.native.test_arena import same_game
from tests.native.twins import twin

pytestmark = [pytest.mark.native, pytest.mark.long]

SMALL = Setting(rollouts=60, particles=40, steps=1)
SHARP = Setting(rollouts=100, particles=200, steps=1, slip=1e-6)
BASES = ("rules:focus", "conv:expert", "hat:information")


def base_of(address: str, players: int) -> Blueprint:
    return registry.find(address).in_core(players)


def play(game: Game, seats: list[Blueprint], seed: Rng) -> list[Game]:
    """The game at every turn, each seat by its view alone, as a table in the core would have it."""
    reached, chances = [], [seed.derive(1 + seat) for seat in range(len(seats))]
    while game.to_move is not None:
        reached.append(game.copy())
        move = seats[game.to_move].decide(game.view(game.to_move), chances[game.to_move]).move
        game.play(move)
    return reached


@pytest.mark.parametrize("address", BASES)
def test_an_updated_belief_decides_as_one_rebuilt_from_the_view(address: str) -> None:
    players = 3 if address == "conv:expert" else 2
    base = base_of(address, players)
    same_game([Search(base, SMALL), *[base] * (players - 1)], "kept", 0)


@pytest.mark.parametrize("address", BASES)
def test_the_agent_never_sees_its_own_cards(address: str) -> None:
    base, random = base_of(address, 3), Random(1)
    search = Search(base, SMALL)
    reached = play(Game(Rules.standard(3), seed=3), [base] * 3, Rng("secret"))
    for game in reached[::9]:
        seat = game.to_move or 0
        other = twin(game, seat, random)
        chances = Rng("twin")
        assert search.think(game.view(seat), chances) == search.think(other.view(seat), chances)


@pytest.mark.parametrize("players", [2, 5])
def test_the_belief_has_only_hands_that_the_clues_allow(players: int) -> None:
    base = base_of("rules:focus", players)
    search = Search(base, SMALL)
    reached = play(Game(Rules.standard(players), seed=4), [base] * players, Rng("allowed"))
    for game in reached[players::7]:
        view = game.view(game.to_move or 0)
        worlds = worlds_of(search, view)
        assert sum(world.weight for world in worlds) == pytest.approx(1)
        for world in worlds:
            for slot in view.own_slots:
                card = world.hand[slot]
                assert view.possible(slot) >> card & 1


@pytest.mark.slow
@pytest.mark.parametrize("steps", [0, 3])
def test_uninformative_moves_leave_the_belief_at_the_exact_odds(steps: int) -> None:
    """Of the cards that a partner holds: every move is as likely in any world, so only the cards
    that were shown and drawn tell how many copies are mine."""
    base = base_of("rules:focus", 2)
    search = Search(base, Setting(100, particles=2048, steps=steps, slip=1 - 1e-9))
    believed = exact = 0.0
    for number in range(8):
        seed = Rng("silent").derive(number)
        for game in play(Game(Rules.standard(2), seed=seed), [base] * 2, seed)[8:48:5]:
            view = game.view(game.to_move or 0)
            worlds, cards = worlds_of(search, view), [card for card in odds(view) if card]
            held = [game.order(1 - view.seat, slot) or 0 for slot in range(5)]
            drawn = {game.rules.identity(game.deck[order]) for order in held if order > 9}
            for identity in drawn:
                believed += sum(world.weight * world.hand.count(identity) for world in worlds)
                exact += sum(card.chance(identity) for card in cards)
    assert believed == pytest.approx(exact, rel=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("address", BASES)
def test_a_belief_in_all_hands_holds_the_truth_when_partners_follow_the_blueprint(
    address: str, players: int
) -> None:
    base = base_of(address, players)
    search, exact = Search(base, SHARP), 0
    for number in range(3):
        seed = Rng("truth").derive(number)
        start = Game(Rules.standard(players), seed=seed)
        for game in play(start, [base] * players, seed)[-10::3]:
            view = game.view(game.to_move or 0)
            worlds = worlds_of(search, view)
            if len(worlds) == SHARP.particles:
                continue
            exact += 1
            rules = game.rules
            truth = tuple(
                None if card is None else rules.identity(card) for card in game.hands[view.seat]
            )
            weights = {world.hand: world.weight for world in worlds}
            assert weights[truth] * len(worlds) > 1e-3
    assert exact > 2


def test_if_no_world_explains_the_record_the_bases_move_is_made() -> None:
    base, random = base_of("rules:focus", 2), base_of("rules:legal_random", 2)
    departed = [
        table.simulate(Rules(2), [Search(base, setting), random], 5, "unlike", threads=1)
        for setting in (SMALL, replace(SMALL, explained=0.0))
    ]
    with_doubt, without = (sum(result.seats[0].fired[1:]) for result in departed)
    assert with_doubt < without / 4


def test_a_partner_who_follows_the_blueprint_is_explained() -> None:
    base = base_of("rules:focus", 2)
    seed = Rng("explained").derive(0)
    search = Search(base, Setting(rollouts=100, particles=100))
    shares = [
        search.think(game.view(game.to_move or 0), Rng(1)).explained
        for game in play(Game(Rules.standard(2), seed=seed), [base] * 2, seed)[::5]
    ]
    assert min(shares) > 0.5


def test_invalid_settings_of_a_search_are_refused() -> None:
    base = base_of("rules:focus", 2)
    with pytest.raises(ValueError, match="cannot be simulated"):
        Search(Search(base, SMALL), SMALL)
    with pytest.raises(ValueError, match="cannot be simulated"):
        Search(base, Setting(rollouts=100, particles=1))
    with pytest.raises(ValueError, match="not to move"):
        Search(base, SMALL).think(Game(Rules(2), seed=1).view(1), Rng(1))


def test_an_updated_belief_equals_a_rebuilt_one() -> None:
    base = base_of("conv:expert", 2)
    kept = Search(base, SMALL)
    tables = [Game(Rules.standard(2), seed=Rng("kept on").derive(i)) for i in range(2)]
    for _ in range(12):
        for game in tables:
            view = game.view(game.to_move or 0)
            assert kept.known(view) == max(0, game.turn - 2)
            thought = kept.think(view, Rng(3))
            assert thought == Search(base, SMALL).think(view, Rng(3))
            assert kept.known(view) == game.turn
            game.play(thought.move)


def test_a_belief_of_another_deal_or_seat_is_not_continued() -> None:
    search = Search(base_of("conv:expert", 2), SMALL)
    game = Game(Rules.standard(2), seed=Rng("others").derive(0))
    clue = next(move for move in game.legal_moves() if move.is_clue)
    deck = game.deck
    unlike = next(place for place in range(10, 50) if deck[place] != deck[0])
    deck[0], deck[unlike] = deck[unlike], deck[0]
    other = Game(game.rules, deck=deck)
    game.play(clue)
    other.play(clue)
    search.think(game.view(1), Rng(3))
    seen = [search.known(one) for one in (game.view(1), game.view(0), other.view(1))]
    assert seen == [1, 0, 0]


def test_moves_that_can_no_longer_win_are_tried_no_further() -> None:
    base = base_of("conv:expert", 2)
    search = Search(base, replace(SMALL, rollouts=1000, sure=3.0, least=0.1))
    game, played = Game(Rules.standard(2), seed=Rng("saved").derive(0)), []
    while game.turn < 4:
        thought = search.think(game.view(game.to_move or 0), Rng(3))
        played.append(thought.rollouts)
        game.play(thought.move)
    assert max(played) <= 1000
    assert sum(played) < 950 * len(played)


def test_moves_are_compared_with_the_one_that_was_made() -> None:
    game = Game(Rules.standard(2), seed="compared")
    view, made = game.view(0), Move.parse("p0", game.rules)
    search = Search(base_of("rules:focus", 2), Setting(200, explained=0))

    against = {one.move: one for one in search.compare(view, Rng(1), made).values}
    assert set(against) == set(game.legal_moves())
    assert against[made].gain == 0
    assert against[made].worlds == max(one.worlds for one in against.values())
    best, worst = (one(against.values(), key=lambda one: one.gain).move for one in (max, min))
    three = search.compare(view, Rng(1), made, best, worst).values
    assert [one.move for one in three] == [made, best, worst]
    assert three[1].gain == pytest.approx(three[1].value - three[0].value)
    assert {one.worlds for one in three} == {200 // 3}, "a listed move is not tried in every world"

    for wrong in ((Move.parse("d0", game.rules),), (made, made)):
        with pytest.raises(ValueError, match="A move to compare is not legal"):
            search.compare(view, Rng(1), *wrong)


NAMES = ("iggi", "piers", "outer", "legal_random")
SMALL_AMONG = Setting(80, particles=30, steps=2, scoring=Scoring.HALF, slip=0.1, sure=0.5, least=0)
POOL = [Blueprint.of(RuleList(NAMED[name].rules_for(2))) for name in NAMES]


def among(setting: Setting = SMALL_AMONG) -> Among:
    return Among(POOL, [0, 1, 0, 1], setting)


def test_a_pool_search_needs_a_rollout_policy_for_each_policy() -> None:
    for goes_on in ([], [0, 1], [0] * 9):
        with pytest.raises(ValueError, match="goes_on needs 4 entries"):
            Among(POOL, goes_on, SMALL_AMONG)


def weights(players: int = 2, *likely: float) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.tile(likely or (1.0,) * len(NAMES), (players, 1))


def reached(players: int = 2, turns: int = 9) -> Game:
    game = Game(Rules(players), seed=Rng("among"))
    while game.turn < turns and game.to_move is not None:
        move = POOL[1].decide(game.view(game.to_move), Rng(1)).move
        game.play(move)
    return game


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_same_seed_gives_the_same_search_result(players: int) -> None:
    view = reached(players, 4 * players).view(0)
    first, second = (among().think(view, weights(players), 0, Rng(3)) for _ in range(2))
    assert first == second
    assert first != among().think(view, weights(players), 0, Rng(4))
    assert first.move in view.legal_moves()
    assert 0 < first.rollouts <= max(80, 4 * len(view.legal_moves()))


def test_among_suspects_it_never_sees_its_own_cards() -> None:
    for turn in range(2, 40, 6):
        game = reached(2, turn)
        views = [one.view(turn % 2) for one in (game, twin(game, turn % 2, Random(turn)))]
        one, other = (among().think(view, weights(), 1, Rng(turn)) for view in views)
        assert one == other


def test_a_policy_of_weight_0_does_not_matter() -> None:
    view = reached().view(1)
    sure = among().think(view, weights(2, 1, 0, 0, 0), 0, Rng(3))
    alone = Among(POOL[:1], [0], SMALL_AMONG).think(view, weights(2, 1), 0, Rng(3))
    assert sure == alone


def test_a_lost_game_counts_nothing_half_or_whole() -> None:
    values = {}
    for scoring in Scoring:
        setting = Setting(400, particles=30, steps=1, scoring=scoring)
        found = among(setting).think(reached(2, 20).view(0), weights(2, 0, 0, 0, 1), 3, Rng(1))
        values[scoring] = max(value.value for value in found.values)
    assert values[Scoring.ZERO] < values[Scoring.HALF] < values[Scoring.STACKS]


def test_invalid_settings_of_a_pool_search_are_refused() -> None:
    view = reached().view(1)
    with pytest.raises(ValueError, match="not for this table and pool"):
        among().think(view, np.ones((2, 3)), 0, Rng(1))
    one_without = weights()
    one_without[1] = 0
    with pytest.raises(ValueError, match="weight 0 for every policy"):
        among().think(view, one_without, 0, Rng(1))
    with pytest.raises(ValueError, match="Seat 0 is not to move"):
        among().think(reached().view(0), weights(), 0, Rng(1))


@dataclass(frozen=True)
class World:
    """A game that a seat may be in, as its belief has it."""

    hand: tuple[int | None, ...]
    """Its identities by slot."""
    weight: float
    """All weights add up to 1."""


def worlds_of(search: Search, view: View) -> tuple[World, ...]:
    """The worlds that explain the view's history; none before the first turn."""
    memo, most = search.room(), search.setting.particles
    worlds, weights = ffi.new("hl_world[]", most), ffi.new("double[]", most)
    lib.hl_recall(search.struct, view.struct, memo)
    count = lib.hl_search_worlds(search.struct.config, memo, worlds, weights)
    rules = view.rules
    return tuple(
        World(
            hand=tuple(
                None if card == lib.HL_NONE else int(rules.struct.id_of[card])
                for card in world.hand[0 : rules.hand_size]
            ),
            weight=float(weight),
        )
        for world, weight in zip(worlds[0:count], weights[0:count], strict=True)
    )
