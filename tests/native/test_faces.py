"""No argument of a wrong length, kind or size reaches memory that is not the call's own.

Every public call is made with arguments that work, then with each of them, and with pairs of them,
replaced by wrong ones. It answers or raises; under the sanitizers (`run_sanitized.sh`) a read or
write out of bounds ends the run.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

import native
from agents.kinds.conv import levels
from agents.rulelists import NAMED
from native import Game, Move, Rng, Rules
from native.empathy import exact
from native.engine.view import earlier
from native.environment import environment, observation
from native.inference import suspects
from native.play import blueprint, matches, measures, rows, table
from native.play.blueprint import Blueprint
from native.rulebase import Mode, RuleList, rulelist
from native.rulebase.table import FULL
from native.search import search
from native.search.search import Search, Setting
from native.solver import reduced_games, whole_deals
from native.strategies import conv, hat, human, perfect, wary
from native.strategies.mwum import learning, policy

pytestmark = pytest.mark.native


class Few(int):
    """An amount of work: larger numbers that are allowed only take longer."""


class Call(NamedTuple):
    of: str
    """The module whose face it is."""
    make: Callable[..., Any]
    right: tuple[Any, ...]


def call(of: Any, make: Callable[..., Any], *right: Any) -> Call:
    return Call(of.__name__, make, right)


RULES = Rules(2)
LIST = RuleList(NAMED["piers"].rules_for(2))
LISTED = Blueprint.of(LIST)
SETTING = Setting(40, particles=20, steps=1)
EXPERT = levels.blueprint("expert")
SEARCH = Search(LISTED, SETTING)
METHOD = learning.Method(learning.Kind.KNOWING, 0.1)


def later(players: int = 2, turns: int = 12) -> Game:
    game = Game(Rules(players), seed="later")
    while game.turn < turns and game.end is None:
        game.play(game.legal_moves()[game.turn * 7 % len(game.legal_moves())])
    return game


GAME = later()
VIEW = GAME.view(GAME.to_move or 0)


def match(**fields: int) -> matches.Matches:
    made = np.zeros(1, matches.MATCH)
    made["games"] = 2
    for name, value in fields.items():
        made[name] = value
    return made


def lane() -> environment.Environment:
    return environment.Environment(RULES, 2, "lanes")


def learnt() -> policy.Memory:
    made = policy.Memory()
    learning.learn(RULES, METHOD, "learnt", 2, made)
    return made


def wary_agent(prior: int, most: int, evidence: Any, fallback: RuleList) -> Blueprint:
    return wary.Wary(levels.read("expert"), fallback, prior, most, evidence).blueprint()


def human_agent(network: human.Network, lists: Any) -> Blueprint:
    expert = levels.read("expert")
    return human.Human(expert, expert, lists, network).blueprint()


def network(*shapes: tuple[int, ...]) -> human.Network:
    return human.Network(*(np.zeros(shape, np.float32) for shape in shapes))


def hosted(guests: Any, host: Any) -> bool:
    return table.HostedGame(RULES, host, guests, Rng(1)).go_on()


def weighed(lists: Any, others: Any, hands: int, weights: Any) -> Any:
    return suspects.Suspects(lists, others, hands).weigh(VIEW, Rng(1), weights)


def searched(base: Any, setting: Any, policies: Any, view: Any) -> Any:
    return Search(base, setting, policies).think(view, Rng(1))


def searched_among(policies: Any, goes_on: Any, weights: Any, base: int) -> Any:
    return search.Among(policies, goes_on, SETTING).think(VIEW, weights, base, Rng(1))


def resumed(numbers: Any, turns: Any, moves: Any) -> None:
    lane().restore({"numbers": numbers, "turns": turns, "moves": moves})


def remembered(entries: Any, used: int) -> Any:
    return policy.decide(VIEW, policy.Memory(entries, used))


@cache
def calls() -> tuple[Call, ...]:
    one, state = match(), lane().state()
    lists, pool = matches.packed([LIST, LIST]), [LISTED, EXPERT]
    hidden, width = human.HIDDEN, len(human.FEATURES)
    net, fallbacks = network((width, hidden), (hidden,), (hidden,)), [LIST] * human.LISTS
    trained = learnt()
    weights = {2: (0,) * len(conv.WEIGHTS)}
    evidence = [[0] * (wary.NEVER + 1)] * 3
    game, rng = Game(RULES, seed=1), Rng(1)
    return (
        call(native.engine.rules, Rules, 2, "rygbp", 5, (3, 2, 2, 2, 1), 5, 8, 3),
        call(native.engine.rng, lambda seed, n: Rng(seed).derive(n), "x", 1),
        call(native.engine.rng, Rng(1).below, 7),
        call(native.engine.game, lambda deck: Game(RULES, deck=deck), game.deck),
        call(native.engine.game, lambda move: later().play(move), Move.play(0)),
        call(native.engine.view, GAME.view, 1),
        call(native.engine.view, VIEW.possible, 1),
        call(native.engine.view, GAME.order, 0, 1),
        call(native.engine.view, GAME.clued, 0, 1),
        call(exact, exact.empathy, VIEW, (0, 1)),
        call(
            exact, lambda *parts: exact.empathy(exact.Position(*parts), (0,)), [2, 1], [[0]], [[3]]
        ),
        call(exact, exact.elimination_steps, VIEW, (0, 1)),
        call(exact, exact.odds, VIEW),
        call(rulelist, RuleList, [1, 2, 3], Mode.CLEAN),
        call(rulelist, LIST.decide, VIEW, rng),
        call(rulelist, rulelist.answers, VIEW, FULL[3]),
        call(rulelist, rulelist.chance, VIEW, LIST, 1),
        call(
            rulelist, lambda *some: rulelist.ManyLists(some[0]).chances(*some[1:]), [LIST], VIEW, 1
        ),
        call(table, table.simulate, RULES, pool, Few(2), "x"),
        call(table, table.agreements, GAME, pool, "x"),
        call(rows, rows.rows, RULES, pool, Few(2), "x"),
        call(rows, rows.rows_of, [GAME]),
        call(native.engine.view, earlier, VIEW, 3),
        call(blueprint, LISTED.decide, VIEW, rng),
        call(blueprint, EXPERT.knows, RULES),
        call(matches, matches.rule_lists, np.zeros((2, 3), np.uint8), FULL, Mode.CLEAN),
        call(matches, matches.play, RULES, lists, one, rng),
        call(matches, matches.play_blueprints, RULES, pool, one, rng),
        call(matches, matches.rows_of_blueprints, RULES, pool, one, rng),
        call(matches, matches.draws, rng, np.zeros(2, np.uint64), Few(3)),
        call(matches, matches.action_agreement, RULES, lists, lists, one, rng),
        call(table, hosted, (0,), LISTED),
        call(measures, measures.styles, GAME),
        call(environment, environment.Environment, RULES, Few(2), "x"),
        call(environment, lambda actions: lane().step(actions), lane().random_actions(rng)),
        call(environment, lambda row: lane().view(row), 1),
        call(environment, lambda wanted: lane().symbols(wanted), np.array([0, 1])),
        call(environment, lambda wanted: lane().odds(wanted), np.array([0, 1])),
        call(environment, lambda stream: lane().random_actions(stream), rng),
        call(environment, resumed, state["numbers"], state["turns"], state["moves"]),
        call(observation, lambda seat: observation.SeenGame(later()).observation(seat), 1),
        call(observation, lambda action: observation.SeenGame(later()).play(action), 1),
        call(
            observation, lambda seat, slot: observation.SeenGame(later()).passes(seat, slot), 1, 1
        ),
        call(observation, observation.observe, VIEW),
        call(observation, observation.move_of, VIEW, 1),
        call(observation, observation.symbols_of, VIEW),
        call(suspects, weighed, [LIST], [EXPERT], 3, np.ones((2, 2))),
        call(search, searched, LISTED, SETTING, pool, VIEW),
        call(search, search.Setting, 40, 20, 1),
        call(search, searched_among, pool, (0, 1), np.ones((2, 2)), 0),
        call(
            whole_deals, lambda least, n: whole_deals.prospect(GAME, least=least, budget=n), 0, 99
        ),
        call(
            whole_deals,
            lambda first, n: whole_deals.prospects_of_deals(
                RULES, "x", first, n, least=25, budget=9
            ),
            0,
            Few(2),
        ),
        call(reduced_games, reduced_games.ReducedGame, 2, 2, (2, 1), 2, 3),
        call(
            reduced_games,
            lambda n, budget: reduced_games.missed_points(
                reduced_games.ReducedGame(2, 2, (2, 1), 2), n, "x", budget=budget
            ),
            Few(2),
            999,
        ),
        call(conv, lambda given: conv.Level(True, given).blueprint(), weights),
        call(conv, conv.reading, EXPERT, VIEW),
        call(conv, conv.explain, EXPERT, VIEW, VIEW.legal_moves()[0]),
        call(hat, hat.decide, VIEW),
        call(hat, hat.knows, RULES),
        call(human, human_agent, net, fallbacks),
        call(human, human.look, human_agent(net, fallbacks), VIEW),
        call(policy, remembered, trained.entries, trained.used),
        call(policy, policy.Memory.of, trained.learnt),
        call(learning, learning.learn, RULES, METHOD, "x", Few(1), policy.Memory()),
        call(learning, learning.play, RULES, METHOD, "x", Few(1), trained),
        call(policy, policy.decide, VIEW, trained),
        call(perfect, perfect.simulate, perfect.Strategy.CAREFUL, RULES, Few(2), "x"),
        call(perfect, perfect.choose, GAME, perfect.Strategy.CLUE_COST, 1.0),
        call(wary, wary_agent, 0, 500, evidence, LIST),
        call(wary, wary.trust, wary_agent(0, 500, evidence, LIST), VIEW),
        call(wary, wary.efforts, wary_agent(0, 500, evidence, LIST), VIEW),
    )


@cache
def strangers() -> tuple[Any, ...]:
    """Objects that fit somewhere, but not here."""
    over = Game(RULES, seed="over")
    over.terminate()
    long = RuleList([39] * 160)
    rainbow = Rules.standard(2, "Rainbow (5 Suits)")
    toy = Rules(2, suits="r", ranks=1, copies=(3,), hand_size=1)
    five = later(5)
    return (
        *(None, 5, 1.5, "x", b"x", [], object(), np.zeros(3)),
        *(over, over.view(0), GAME.view(1 - VIEW.seat), five, five.view(five.to_move or 0)),
        *(
            Game(toy, seed=1),
            Game(toy, seed=1).view(0),
            rainbow,
            toy,
            Rules(6),
            Rules(2, strikes=99),
        ),
        *(long, LIST, LISTED, EXPERT, SEARCH, hat.blueprint(), Rng(2), Move.rank(5, 9), SETTING),
        *(policy.Memory(), human.Network.empty(), FULL[0], METHOD),
    )


def wrongs(right: Any) -> Iterator[Any]:
    """What could stand in place of an argument by mistake."""
    if isinstance(right, np.ndarray):
        yield from (right[:0], right[:-1], right[::2], np.concatenate([right, right]), right[None])
        yield from (right.view(np.uint8), np.zeros(right.shape, np.float64), right.tolist())
        if right.dtype.kind in "iu":
            yield from (right.astype(np.int64) - 1, right.astype(np.int64) + 300)
            yield np.full(right.shape, 2**63, np.uint64)
        elif right.dtype == matches.MATCH:
            yield from (match(games=2**63), match(lists=7), np.repeat(match(games=2**63), 2))
        elif right.dtype.kind == "f":
            yield from (right * np.nan, right * 0, -right)
    elif isinstance(right, Few):
        yield from (-1, 0, 2**64, 2**70)
    elif isinstance(right, int | float):
        yield from (-1, 0, 7, 64, 255, 256, 2**31, 2**32 + 1, 2**64, -(2**70), float("nan"))
    elif isinstance(right, str):
        yield from ("", "rr", "x" * 40)
    elif isinstance(right, dict):
        yield from ({}, {2: ()}, {2: (2**40,) * len(right[2])}, {9: right[2]})
    elif isinstance(right, list | tuple):
        yield from ([], right[:-1], [*right, *right], [*right[:-1], None], [right], [*right] * 200)
        yield from ([-1] * len(right), [2**40] * len(right), [SEARCH] * len(right))
    elif isinstance(right, human.Network):
        yield from (network((3, 3), (3,), (3,)), network(right.inwards.shape, (0,), (999,)))
    elif isinstance(right, Setting):
        yield from (
            Setting(-1),
            Setting(2**40),
            Setting(0, particles=0),
            Setting(9, particles=9999),
        )
        yield from (Setting(9, steps=-1), Setting(9, slip=float("nan")), Setting(9, least=-9.0))
    yield from strangers()


def tried(one: Call, *arguments: Any) -> None:
    """It answers or raises, whatever it is given."""
    with suppress(Exception), np.errstate(all="ignore"):
        one.make(*arguments)


def test_calls_with_valid_arguments_succeed() -> None:
    for one in calls():
        one.make(*one.right)


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_calls_with_invalid_arguments_succeed_or_raise() -> None:
    random = Random(1)
    for one in calls():
        options = [list(wrongs(right)) for right in one.right]
        for place, wrong in enumerate(options):
            for value in wrong:
                tried(one, *one.right[:place], value, *one.right[place + 1 :])
        for _ in range(20 if len(options) > 1 else 0):
            mixed = list(one.right)
            for place in random.sample(range(len(mixed)), 2):
                mixed[place] = random.choice(options[place])
            tried(one, *mixed)


def test_every_python_module_that_calls_the_core_is_tested_here() -> None:
    root = Path(native.__file__).parent
    faces = {
        ".".join(("native", *path.relative_to(root).with_suffix("").parts))
        for path in root.rglob("*.py")
        if re.search(r"\blib\.hl_", path.read_text()) and "bench" not in path.parts
    }
    assert faces - {one.of for one in calls()} == set()
