"""What deals are worth, what strategies decide in small seeded games, and how they refuse."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import numpy as np

from agents.kinds.conv import levels
from native import Game, Move, Rng, Rules
from native.play import hosts
from native.solver import reduced_games, whole_deals
from native.solver.reduced_games import Deviation, ReducedGame, missed_points
from native.strategies.conv import conv
from native.strategies.hat import hat
from native.strategies.human import human
from native.strategies.mwum import learning, memory, policy
from native.strategies.mwum import words as codes
from native.strategies.perfect import strategies as perfect
from tests.kept import as_text, digest, said, same_as_kept
from tests.native.small_games import PIERS, played


def test_what_deals_are_worth() -> None:
    game = played(30, Rules.standard(2))
    lost = whole_deals.prospects_of_deals(
        Rules.standard(5), "deals", 0, 12, least=25, budget=20_000
    )
    over = whole_deals.prospect(played(200))
    few = ReducedGame(suits=2)
    told: dict[str, Any] = {
        "proofs": {proof.slug: proof.words for proof in whole_deals.Proof},
        "prospect": [
            asdict(whole_deals.prospect(game, budget=20_000))
            | {"exact": whole_deals.prospect(game, budget=20_000).exact}
        ],
        "over": asdict(over),
        "hindsight": [
            (one.low, one.high, one.proof.slug, one.suits)
            for one in whole_deals.hindsight(played(200))
        ],
        "deals": [(one.low, one.high, one.proof.slug, one.suits, one.exact) for one in lost],
        "refused": [
            said(lambda: whole_deals.prospect(game, budget=0)),
            said(lambda: whole_deals.prospect(game, budget=10**12 + 1)),
            said(lambda: whole_deals.prospect(Game(Rules.standard(2, "Null (5 Suits)"), seed=1))),
        ],
        "budgets": [whole_deals.PATIENCE, whole_deals.GLANCE],
        "reduced": [
            missed_points(few, 40, 1),
            missed_points(few, 40, 1, perfect_only=True, threads=2),
            missed_points(ReducedGame(suits=2, reading=perfect.Reading.SEED), 40, 1),
            missed_points(replace(few, deviations=Deviation.MUST_PLAY), 40, 1),
        ],
        "small": [vars(few), few.cards, few.max_score, str(few.departures)],
        "slugs": [one.slug for one in Deviation],
        "readings": {one.name: int(reduced_games.DEVIATIONS[one]) for one in perfect.Reading},
    }
    heard: list[int] = []
    missed_points(ReducedGame(suits=3, hand_size=2), 5, 1, say=heard.append)
    missed_points(ReducedGame(suits=5), 3, 1, say=heard.append)
    told["heard"] = heard
    for options in (
        {"players": 1}, {"players": 7}, {"suits": 0}, {"suits": 7}, {"copies": ()},
        {"copies": (1,) * 6}, {"copies": (0,)}, {"copies": (11,)}, {"hand_size": 0},
        {"hand_size": 9}, {"hints": -1}, {"hints": 9}, {"hand_size": 8, "suits": 3},
        {"hints": 100, "deviations": Deviation.HINTS_UNCAPPED}, {"copies": (10, 10), "suits": 6},
        {"hints": 101, "deviations": Deviation.HINTS_UNCAPPED}, {"players": 6, "suits": 4},
    ):  # fmt: skip
        told[str(options)] = said(lambda: ReducedGame(**options).cards)  # noqa: B023  # type: ignore[arg-type]
    told["games"] = [
        said(lambda: missed_points(few, 0, 1)),
        said(lambda: missed_points(few, 1, 1, threads=0)),
    ]
    assert same_as_kept("native/deals", as_text(told))


def test_strategies() -> None:
    two = Rules.standard(2)
    view, other = played(12, two).view(0), played(12, two).view(1)
    black = Game(Rules.standard(2, "Rainbow (5 Suits)"), seed=1)
    expert, level = levels.blueprint("expert"), levels.read("expert")
    clue = next(one for one in view.legal_moves() if one.is_clue)
    played_well = perfect.simulate(perfect.Strategy.PRIORITY, two, 30, 1, threads=2, first=3)
    one_game = perfect.simulate(perfect.Strategy.CLUE_COST, two, 1, 1, cost=0.5)
    network = human.Network.empty()
    lists = [PIERS] * human.LISTS
    look = human.look(human.Human(level, level, lists, network).blueprint(), view)
    host = hosts.HostedGame(two, expert, [1], Rng("host"))
    going = host.go_on()
    told: dict[str, Any] = {
        "conv": [conv.VERSION, conv.PLAYERS, conv.WEIGHTS, [one.name for one in conv.Reason]],
        "said": conv.said(expert, view),
        "explained": [conv.explain(expert, view, clue), conv.explain(expert, view, Move.play(0))],
        "hat": hat.decide(Game(Rules.standard(5), seed=3).view(0)),
        "hat knows": [hat.knows(two), hat.knows(black.rules), hat.blueprint().reasons],
        "reasons": [one.name for one in hat.Reason],
        "human": [human.VERSION, human.HIDDEN, human.LISTS, human.FEATURES],
        "look": [
            look.moves.tolist(),
            digest(np.round(look.features, 4).tolist()),
            np.round(look.chances, 5).tolist(),
        ],
        "strategies": {slug: one.ours for slug, one in perfect.STRATEGIES.items()},
        "perfect": vars(played_well) | {"mean": played_well.mean, "sem": played_well.sem},
        "turns": [played_well.turns_mean, played_well.perfect, one_game.sem, one_game.mean],
        "chosen": [perfect.choose(played(12, two), one, 0.5).text(two) for one in perfect.Strategy],
        "host": [going, host.game.turn, host.game.to_move],
        "no host": hosts.HostedGame(two, None, [], Rng("host")).go_on(),
        "refused": [
            said(lambda: perfect.choose(played(200), perfect.Strategy.PRIORITY)),
            said(lambda: perfect.simulate(perfect.Strategy.PRIORITY, two, 0, 1)),
            said(lambda: perfect.simulate(perfect.Strategy.PRIORITY, two, 1, 1, first=-1)),
            said(lambda: perfect.simulate(perfect.Strategy.PRIORITY, two, 1, 1, cost=2.1)),
            said(lambda: perfect.simulate(perfect.Strategy.PRIORITY, two, 1, 1, cost=-0.1)),
            said(lambda: perfect.simulate(perfect.Strategy.PRIORITY, two, 1, 1, threads=0)),
            said(
                lambda: perfect.simulate(
                    perfect.Strategy.CAREFUL, two, 1, 1, reading=perfect.Reading.SEED
                )
            ),
            said(lambda: conv.said(expert, black.view(0))),
            said(lambda: conv.explain(expert, other, clue)),
            said(lambda: conv.Level(finesses=True, weights={2: (1,)}).blueprint()),
            said(lambda: hat.decide(other)),
            said(lambda: hat.decide(black.view(0))),
            said(lambda: human.Human(level, level, lists[:1], network).blueprint()),
            said(lambda: human.look(human.Human(level, level, lists, network).blueprint(), other)),
            said(
                lambda: human.look(
                    human.Human(level, level, lists, network).blueprint(), black.view(0)
                )
            ),
        ],
    }
    assert same_as_kept("native/strategies", as_text(told))


def test_learning_by_weights() -> None:
    method = learning.Method(
        learning.Kind.KNOWING, 0.5, learning.Option.SHAPED, 4, 1.0, 0.2, 0.9, 0.1
    )
    rules = Rules.standard(2)
    kept = memory.Memory()
    learnt = learning.learn(rules, method, "kept", 30, kept)
    best = policy.policy(kept, 2)
    decided = policy.decide(played(12, rules).view(0), memory.Memory.of(best))
    some = best["key"] & np.uint64(policy.ITSELF)
    told: dict[str, Any] = {
        "learnt": learnt + learnt,
        "memory": [len(kept.entries), kept.used, kept.games, digest(kept.scores)],
        "entries": digest(kept.learnt.tolist()),
        "played": learning.play(rules, method, "other", 5, kept),
        "played best": learning.play(rules, method, "other", 5, kept, best=True),
        "policy": [len(best), digest(best.tolist()), len(policy.policy(kept))],
        "decided": decided,
        "words": sorted({codes.action(int(code)) for code in some.tolist()})[:40],
        "told": sorted({codes.told(int(code)) for code in some.tolist()})[:30],
        "public": digest(sorted({codes.public(int(code)) for code in some.tolist()})),
        "usual": vars(learning.Method(learning.Kind.PAPER, 1.0)),
        "longest": [learning.LONGEST, memory.PAST, memory.SMALLEST, memory.LARGEST],
        "refused": [
            said(lambda: learning.Method(learning.Kind.PAPER, 101).check(rules)),
            said(lambda: learning.Method(learning.Kind.PAPER, 1, episode=-1).check(rules)),
            said(
                lambda: learning.Method(learning.Kind.PAPER, 1, episode=learning.LONGEST + 1).check(
                    rules
                )
            ),
            said(lambda: learning.Method(learning.Kind.PAPER, 1, epsilon=2).check(rules)),
            said(lambda: policy.decide(played(13, rules).view(0), kept)),
            said(lambda: memory.Memory.of(np.concatenate([best, best]))),
            said(lambda: memory.Memory.of(np.zeros(1, memory.ENTRY))),
            said(lambda: memory.Memory.of(np.array([(5, np.nan, 0)], memory.ENTRY))),
        ],
    }
    assert same_as_kept("native/weights", as_text(told))
