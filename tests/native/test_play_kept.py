"""What many small seeded games come to, and which games are refused in which words."""

from __future__ import annotations

from dataclasses import asdict, replace
from functools import partial
from typing import Any

import numpy as np

from agents.kinds.conv import levels
from native import Game, Rng, Rules
from native._core import lib
from native.partners.suspects import DEVIATION, HANDS, Suspects
from native.play import arena, matches, rows, table
from native.play.action_agreement import Moment, action_agreement
from native.play.blueprint import Blueprint
from native.play.measures import MEASURES, TALLIES, measures, pooled
from native.play.random_play import play_random
from native.play.results import Result, SeatResult
from native.play.style import styles
from native.play.sums import ratios, sample_variance
from native.rulebase import FULL, Mode, RuleList
from native.rulebase.rulelist import Silence
from native.search.among import Among
from native.search.search import MEMOS, Reason, Scoring, Search, Setting
from tests.kept import as_text, digest, said, same_as_kept
from tests.native.small_games import IGGI, PIERS, RANDOM, TOY, played


def result_of(result: Result) -> dict[str, Any]:
    names = ("games", "turns", "stacks", "zero", "ends", "mean_stacks", "sem_stacks")
    names += ("mean_zero", "sem_zero")
    seats = [*result.seats, result.all_seats]
    return {name: getattr(result, name) for name in names} | {
        "seats": [
            [seat.tallies, seat.measures, seat.fired, seat.fallbacks, seat.given_up]
            for seat in seats
        ]
    }


def test_results_of_many_games() -> None:
    rules, seats = Rules.standard(3), [PIERS, IGGI, RANDOM]
    minds = [Blueprint.of(one) for one in seats]
    made = rows.rows(rules, minds, 20, "kept", first=5, threads=2)
    again = rows.rows_of([rows.game_of(rules, row) for row in made])
    chromosomes = np.array([[8, 13, 34], [39, 39, 39]], np.uint8)
    lists = matches.rule_lists(chromosomes, FULL, Mode.CLEAN)
    some = np.zeros(2, matches.MATCH)
    some["games"], some["lists"][1, 0] = 4, 1
    told: dict[str, Any] = {
        "arena": result_of(arena.simulate(rules, seats, 40, "kept", threads=2)),
        "one": result_of(arena.simulate(rules, seats, 1, "kept", first=7, threads=1)),
        "faithful": result_of(
            arena.simulate(Rules.standard(2), [RuleList([77], Mode.FAITHFUL)] * 2, 20, 1, threads=1)
        ),
        "table": result_of(table.simulate(rules, minds, 40, "kept", threads=1)),
        "rows": [made[name].tolist() for name in ("score", "strikes", "turns", "end")],
        "rows again": [bool((made[name] == again[name]).all()) for name in made.dtype.names or ()],
        "first row": [digest(made[0][name].tolist()) for name in ("deck", "moves", "seats")],
        "random": play_random(rules, "kept", 50, first=3)._asdict(),
        "random means": [play_random(TOY, 1, 50).mean_stacks, play_random(TOY, 1, 50).mean_zero],
        "styles": [asdict(one) | {"misplays": one.misplays} for one in styles(played(200))],
        "agreements": table.agreements(played(30), [Blueprint.of(PIERS), Blueprint.of(IGGI)], 3),
        "matches": matches.play(Rules.standard(2), lists, some, Rng("kept")).tolist(),
        "agree": [
            [part.tolist() if hasattr(part, "tolist") else part for part in found]
            for moment in Moment
            for found in [
                action_agreement(Rules.standard(2), lists, lists, some, Rng("kept"), moment)
            ]
        ],
        "measures": {name: vars(one) for name, one in MEASURES.items()},
        "tallies": TALLIES,
        "bounds": [arena.CHUNK, arena.MOST_THREADS, table.THINKERS, rows.CHUNK],
    }
    assert same_as_kept("native/results", as_text(told))


def test_what_is_measured_of_nothing_or_of_unlike_parts() -> None:
    nothing = dict.fromkeys(TALLIES, 0)
    few = {name: 100 - 9 * number for number, name in enumerate(TALLIES)}
    few |= {"clues": 20, "offered": 50, "plays": 30, "certainty": 25 << 32, "known": 40}
    few |= {"marked": 33}
    partial = {name: few[name] for name in TALLIES[:3]}
    arrays = {name: np.array([0, few[name], 7.0]) for name in TALLIES}
    seat = SeatResult(few, (1, 2), 3, dict.fromkeys(Silence, 4))
    told = {
        "nothing": measures(nothing),
        "few": measures(few),
        "partial": measures(partial),
        "pooled": [pooled([few, few]), pooled([few, partial]), pooled([])],
        "seats": SeatResult.pooled([seat, replace(seat, fired=(5, 6, 7))]),
        "each": {name: one.of_each(arrays).tolist() for name, one in MEASURES.items()},  # type: ignore[arg-type]
        "errors": {name: one.standard_error(few).tolist() for name, one in MEASURES.items()},
        "ratios": ratios([1, 2, 3], [0, 4, -1]).tolist(),
        "variances": sample_variance([0, 1, 2, 3], [0, 5, 6, 9], [0, 25, 20, 26.9]).tolist(),
    }
    assert same_as_kept("native/measures", as_text(told))


def test_what_players_of_many_games_refuse() -> None:
    two, minds = Rules.standard(2), [Blueprint.of(PIERS)] * 2
    other = played(12).view(1)
    black = Rules.standard(2, "Rainbow (5 Suits)")
    expert = levels.blueprint("expert")
    found: list[Any] = [
        np.array([[200]], np.uint8),
        np.zeros((1, int(lib.HL_MAX_RULES) + 1), np.uint8),
    ]
    wrong = np.zeros(1, matches.MATCH)
    wrong["games"], wrong["lists"] = 1, 9
    lists = matches.packed([PIERS])
    told: dict[str, Any] = {}
    for name, simulate in (
        ("arena", arena.simulate),
        ("table", table.simulate),
        ("rows", rows.rows),
    ):
        who: Any = [PIERS] * 2 if name == "arena" else minds
        for options in (
            {"games": 0},
            {"first": -1},
            {"threads": 0},
            {"threads": 257},
            {"first": 2**63},
        ):
            given: dict[str, Any] = {"games": 1, "first": 0, "threads": 1} | options
            games = given.pop("games")
            told[f"{name} {options}"] = said(lambda: simulate(two, who, games, 1, **given))  # noqa: B023
        told[f"{name} seats"] = said(lambda: simulate(two, who[:1], 1, 1))  # noqa: B023
    told |= {
        "cannot": said(lambda: table.simulate(black, [expert] * 2, 1, 1)),
        "knows": [expert.knows(two), expert.knows(black), expert.thinks, expert.reasons],
        "decide": said(lambda: minds[0].decide(other, Rng(1))),
        "decide rules": said(lambda: expert.decide(Game(black, seed=1).view(0), Rng(1))),
        "choice": expert.decide(played(12, two).view(0), Rng(1)),
        "random": [said(lambda: play_random(two, 1, 0)), said(lambda: play_random(two, 1, 1, -1))],
        "genes": [said(partial(matches.rule_lists, one, FULL, Mode.CLEAN)) for one in found],
        "matches": said(lambda: matches.play(two, lists, wrong, Rng(1))),
        "agreement": said(lambda: action_agreement(two, lists, lists, wrong, Rng(1))),
        "suspects": [
            said(lambda: Suspects([PIERS], hands=0)),
            said(lambda: Suspects([PIERS], hands=65)),
            said(lambda: Suspects([PIERS], deviation=1.5)),
            said(lambda: Suspects([PIERS], deviation=-0.1)),
            said(lambda: Suspects([PIERS]).weigh(other, Rng(1), np.ones((2, 2)))),
            said(lambda: Suspects([], [expert]).likeness(Game(black, seed=1).view(0))),
        ],
        "usual": [HANDS, DEVIATION, MEMOS, vars(Setting(10))],
        "search": [
            said(lambda: Search(minds[0], Setting(0))),
            said(lambda: Search(minds[0], Setting(10, particles=0))),
            said(lambda: Search(minds[0], Setting(10, slip=2.0))),
            said(lambda: Search(minds[0], Setting(10)).think(other, Rng(1))),
            said(lambda: Among(minds, [0, 5], Setting(10))),
            said(
                lambda: Among(minds, [0, 1], Setting(10)).think(other, np.ones((3, 2)), 0, Rng(1))
            ),
            said(
                lambda: Among(minds, [0, 1], Setting(10)).think(other, np.ones((3, 3)), 0, Rng(1))
            ),
        ],
        "scorings": {one.name: int(one) for one in Scoring}
        | {one.name: int(one) for one in Reason},
    }
    assert same_as_kept("native/players-refused", as_text(told))


def test_thoughts_and_suspicions() -> None:
    view = played(15, Rules.standard(2)).view(1)
    base, other = Blueprint.of(PIERS), Blueprint.of(IGGI)
    setting = Setting(60, particles=20)
    search = Search(base, setting)
    mixed = Search(base, setting, [base, other], [other, base], [0.25, 0.75])
    pool = Suspects([PIERS, IGGI], [levels.blueprint("expert")])
    weights = pool.weigh(view, Rng(2), pool.even(2))
    among = Among([base, other], [1, 0], setting)
    told = {
        "thought": asdict(search.think(view, Rng(1))),
        "known": [search.known(view), Search(base, setting).known(view)],
        "mixed": asdict(mixed.think(view, Rng(1))),
        "among": asdict(among.think(view, np.array([[0.5, 0.5], [1.0, 0.2]]), 1, Rng(3))),
        "none": said(lambda: among.think(view, np.array([[0.0, 0.0], [1.0, 0.2]]), 1, Rng(3))),
        "pool": [len(pool), pool.even(2).tolist()],
        "weights": weights.tolist(),
        "likeness": pool.likeness(view).tolist(),
        "reasons": [search.reasons, search.thinks, search.setting.rollouts],
    }
    assert same_as_kept("native/thoughts", as_text(told))
