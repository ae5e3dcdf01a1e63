"""What the Python of the core tells callers: every refusal in its words, and every number of small
seeded games."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from agents.kinds.conv import levels
from agents.rulelists import NAMED
from native import BadMove, Card, Colour, Game, IllegalMove, Move, MoveKind, Rng, Rules
from native._core import lib
from native.empathy.elimination import elimination_steps
from native.empathy.exact import common, empathy, tight
from native.empathy.lines import answer_all
from native.empathy.odds import odds
from native.empathy.position import REFUSALS as POSITIONS
from native.empathy.position import Position
from native.engine.errors import REFUSALS, BadDeck
from native.engine.notation import read_game, read_rules, write_game, write_rules
from native.engine.rules import HAND_SIZES, NAMES
from native.engine.suits import FAMILIES, MIXES, SUITS
from native.engine.variants import LOOKS, OTHER_RULES, TWISTS, suits_of, variant_of
from native.environment import observation, symbols
from native.environment.environment import DEED, Environment
from native.environment.seen import SeenGame
from native.partners.suspects import DEVIATION, HANDS, Suspects
from native.play import arena, hosts, matches, rows, table
from native.play.action_agreement import Moment, action_agreement
from native.play.blueprint import Blueprint
from native.play.measures import MEASURES, TALLIES, measures, pooled
from native.play.random_play import play_random
from native.play.results import Result, SeatResult
from native.play.style import styles
from native.play.sums import ratios, sample_variance
from native.records import (
    READINGS,
    Action,
    ActionKind,
    Record,
    Refused,
    ah2ac2,
    files,
    hanab_live_json,
    hanab_live_writer,
    hanabidata,
    record_of,
    replay,
    split,
)
from native.records.load import load, load_bytes
from native.records.readings import READINGS_HELP
from native.rulebase import FULL, RULES, Mode, RuleList
from native.rulebase.chances import ManyLists, chance
from native.rulebase.rulelist import Silence, answers
from native.rulebase.table import find
from native.search.among import Among
from native.search.search import MEMOS, Reason, Scoring, Search, Setting
from native.solver import reduced_games, whole_deals
from native.solver.reduced_games import Deviation, ReducedGame, missed_points
from native.strategies.conv import conv
from native.strategies.hat import hat
from native.strategies.human import human
from native.strategies.mwum import learning, memory, policy
from native.strategies.mwum import words as codes
from native.strategies.perfect import strategies as perfect
from tests.kept import as_text, same_as_kept
from tests.native.hanabidata_logs import write_log

PIERS = RuleList(NAMED["piers"].rules_for(2))
IGGI = RuleList(NAMED["iggi"].rules_for(2))
RANDOM = RuleList([39])
TOY = Rules(2, suits="rg", ranks=2, copies=(2, 1), hand_size=2, clue_tokens=3, strikes=2)


def digest(value: object) -> str:
    return blake2b(repr(value).encode(), digest_size=6).hexdigest()


def said(do: Callable[[], object]) -> str:
    """What it answers, or how it refuses."""
    try:
        return repr(do()).split(" object at ")[0][:200]
    except (ValueError, IndexError, OverflowError) as refusal:
        return f"{type(refusal).__name__}: {refusal}"


def played(turns: int, rules: Rules | None = None, lists: tuple[RuleList, ...] = ()) -> Game:
    """A game of rule lists, after so many turns or to its end."""
    rules = rules or Rules.standard(3)
    game, rng = Game(rules, seed=Rng("words")), Rng("words")
    seats = [*lists, PIERS, IGGI, PIERS, IGGI, PIERS]
    while (seat := game.to_move) is not None and game.turn < turns:
        move = seats[seat].decide(game.view(seat), rng.derive(game.turn)).move
        assert move is not None
        game.play(move)
    return game


def public(game: Any) -> dict[str, Any]:
    names = ("stacks", "clue_tokens", "strikes", "turn", "to_move", "deck_left", "turns_left")
    names += ("score", "score_zero", "end", "discards", "playable", "useless", "critical")
    seats = [
        (seat, slot) for seat in range(game.rules.players) for slot in range(game.rules.hand_size)
    ]
    facts = {name: getattr(game, name) for name in names} | {"outcome": game.outcome()}
    for name in ("order", "position", "touched", "clued"):
        facts[name] = str([getattr(game, name)(*place) for place in seats])
    return facts


def test_a_game_and_its_views() -> None:
    told: dict[str, Any] = {}
    for turns in (0, 11, 30, 200):
        game = played(turns)
        view = game.view(1)
        told[f"turn {turns}"] = public(game) | {
            "hands": str(game.hands),
            "deck": digest(game.deck),
            "legal": " ".join(move.text(game.rules) for move in game.legal_moves()),
            "last": str(game.history[-1:]),
            "history": digest(game.history),
            "view": digest(public(view)),
            "seen": str(view.hands),
            "own": [view.own_slots, list(view.unseen), [view.possible(s) for s in view.own_slots]],
            "view's legal": len(view.legal_moves()),
            "text": write_game(game),
        }
    given_up = played(5)
    given_up.terminate()
    told["given up"] = [given_up.end, given_up.outcome(), write_game(given_up)[-9:]]
    seed = Rng("words")
    told["chances"] = [seed.next(), seed.below(1000), seed.derive(7).next(), Rng(7).next()]
    assert same_as_kept("native/games", as_text(told))


def test_what_a_game_refuses() -> None:
    game, over = played(4), played(200)
    rules = game.rules
    deck = Game(rules, seed=1).deck
    asked: dict[str, Callable[[], object]] = {
        "deck and seed": lambda: Game(rules, deck=deck, seed=1),
        "neither": lambda: Game(rules),
        "short deck": lambda: Game(rules, deck=deck[:-1]),
        "other copies": lambda: Game(rules, deck=[*deck[:-1], deck[0], deck[0]][:50]),
        "no card": lambda: Game(rules, deck=[*deck[:-1], Card(5, 1)]),
        "no seat": lambda: game.view(3),
        "no slot": lambda: game.order(0, 5),
        "no slot of a seat": lambda: game.touched(3, 0),
        "end twice": over.terminate,
        "after the end": lambda: over.play(Move.discard(0)),
        "card": lambda: Card.parse("r6", "rg"),
        "card of few ranks": lambda: Card.parse("r4", "rg", 3),
        "identity": lambda: rules.identity(Card(0, 6)),
        "stream": lambda: Rng(1).derive(-1),
        "last stream": lambda: Rng(1).derive(2**64),
        "below": lambda: Rng(1).below(0),
        "below too much": lambda: Rng(1).below(2**32),
    }
    told = {name: said(do) for name, do in asked.items()}
    told |= {f"core {code}": said(lambda: None) + str(words) for code, words in REFUSALS.items()}
    for text in "p5 p d0 d9 c0r c3r c11 c16 c1x c r p01 c1r1 P0 p² xx".split():  # noqa: SIM905
        told[f"move {text}"] = said(lambda: game.play(Move.parse(text, rules)))  # noqa: B023
    for number in (-1, 0, 9, 10, 14, 19, 20, 24, 29, 30):
        told[f"move {number}"] = said(lambda: Move.from_id(rules, number).text(rules))  # noqa: B023
    for move in (
        Move(MoveKind.PLAY),
        Move(MoveKind.PLAY, slot=5),
        Move(MoveKind.COLOUR, target=0, value=0),
        Move(MoveKind.COLOUR, target=1, value=5),
        Move(MoveKind.RANK, target=3, value=1),
        Move(MoveKind.RANK, target=1, value=0),
        Move(MoveKind.RANK, target=2, value=5),
        Move(MoveKind.COLOUR, target=2),
    ):
        told[str(move)] = said(lambda: move.id(rules))  # noqa: B023
    assert same_as_kept("native/refused", as_text(told))


RULE_TEXTS = (
    "2 players",
    "6 players",
    "7 players",
    "2 players, variant Black (6 Suits), hand size 3",
    "3 players, suits rg, ranks 3, copies 3 2 1, clue tokens 2, strikes 1",
    "3 players, suits rg, ranks 2, copies 3 2 1 1, hand size 1",
    "2 players, empty clues, discard at max, stop when nothing left",
    "2 players, ranks 3",
    "2 players, suits rg, variant No Variant",
    "2 players, hand size 4, hand size 4",
    "2 players, hand size",
    "2 players, hand size 1 2",
    "2 players, hand size 04",
    "2 players, empty clues now",
    "2 players, colours rg",
    "2 players, variant Nothing (5 Suits)",
    "2 players, variant Reversed (5 Suits)",
    "2 players, copies",
    "2 players, suits",
    "",
)
GAME_TEXTS = (
    "2 players",
    "2 players | r1 | p0 | p0",
    "2 players | r1r1",
    "2 players, suits rg, ranks 2, hand size 2, copies 2 1 | r1r1 r2g1 g1g2 | p0 p0 d0",
    "2 players, suits rg, ranks 2, hand size 2, copies 2 1 | r1r1 r2g1 g1g2 | p0 c11 end",
    "2 players, suits rg, ranks 2, hand size 2, copies 2 1 | r1r1 r2g1 g1g2 | p0 c19",
    "2 players, suits rg, ranks 2, hand size 2, copies 2 1 | r1r1 r2g1 g1g2 | end p0",
    "2 players, suits rg, ranks 2, hand size 2, copies 2 1 | r1r1 r2x1 g1g2",
    "2 players, suits rg, ranks 2, hand size 2, copies 2 1 | r1r1 r2g1 g1g3",
    "x" * 4097,
)


def test_rules_and_games_as_text() -> None:
    told = {f"rules {text}": said(lambda: write_rules(read_rules(text))) for text in RULE_TEXTS}  # noqa: B023
    told |= {text[:80]: said(lambda: write_game(read_game(text))) for text in GAME_TEXTS}  # noqa: B023
    own = Rules(2, colour_clues=(Colour("r", "Red", 1),))
    told["clues of its own"] = said(lambda: write_rules(own))
    told["long"] = said(lambda: read_game(write_game(played(200)).ljust(4096)).turn)
    assert same_as_kept("native/notation", as_text(told))


def test_every_variant() -> None:
    """Suits, letters, copies and what each clue touches, by a digest of each."""
    specials = [
        suit
        for suit in SUITS
        if suit not in {s.name for f in FAMILIES.values() for t in f.values() for s in t}
    ]
    several = [*MIXES, "No Variant", *(f"{count} Suits" for count in (3, 4, 5, 6))]
    several += [f"{twist} ({count} Suits)" for twist in TWISTS if twist for count in (4, 5)]
    several += [
        f"{family} ({count} Suits)" for family in FAMILIES if family for count in range(2, 7)
    ]
    several += [f"{suit} ({count} Suits)" for suit in specials for count in (3, 5, 6)]
    several += ["Black & Rainbow (6 Suits)", "Funnels & Black (5 Suits)", "Null & Null (5 Suits)"]
    several += ["Black & Rainbow & Pink (6 Suits)", "Omni-Ones & Prism (5 Suits)"]
    several += [f"{name} (5 Suits)" for name in OTHER_RULES] + ["Rainbow", "2 Suits", "7 Suits", ""]
    told: dict[str, Any] = {}
    for name in several:
        try:
            found, rules = variant_of(name), Rules.standard(2, name)
        except ValueError as refusal:
            told[name] = str(refusal)
            continue
        told[name] = [
            found.letters,
            "".join(found.colour_letters),
            digest([suits_of(name), rules.copies, rules.colours, rules.rank_masks]),
        ]
    told["looks"] = LOOKS
    told["hands"] = [HAND_SIZES, NAMES]
    assert same_as_kept("native/variants", as_text(told))


def test_rules_that_are_refused() -> None:
    told = {}
    for options in (
        {"players": 1},
        {"players": 7},
        {"players": 2, "ranks": 0},
        {"players": 2, "ranks": 6},
        {"players": 2, "suits": ""},
        {"players": 2, "suits": "rr"},
        {"players": 2, "suits": "r1"},
        {"players": 2, "hand_size": 9},
        {"players": 2, "hand_size": 8},
        {"players": 2, "clue_tokens": -1},
        {"players": 2, "clue_tokens": 16},
        {"players": 2, "clue_tokens": 17},
        {"players": 2, "strikes": 0},
        {"players": 2, "strikes": 254},
        {"players": 2, "strikes": 255},
        {"players": 2, "copies": (1, 2)},
        {"players": 2, "copies": (3, 2, 2, 2, 0)},
        {"players": 2, "copies": (9, 9, 9, 9, 9)},
        {"players": 2, "suits": "r", "ranks": 2, "copies": (5, 4)},
        {"players": 2, "suits": "r", "ranks": 2, "copies": (5, 5)},
        {"players": 2, "rank_clues": (1,) * 7},
        {"players": 2, "rank_clues": (1,) * 8},
        {"players": 2, "rank_clues": (1 << 25,)},
        {"players": 2, "rank_clues": (0,), "empty_clues": True},
        {"players": 2, "rank_clues": (0,)},
    ):
        told[str(options)] = said(lambda: Rules(**options).move_count)  # noqa: B023  # type: ignore[arg-type]
    for players in HAND_SIZES:
        rules = Rules.standard(players)
        told[f"{players}"] = [rules.max_score, rules.deck_size, rules.move_count, len(rules.moves)]
    assert same_as_kept("native/rules-refused", as_text(told))


def test_every_rule_of_the_rule_base() -> None:
    told = {
        rule.name: [rule.gene, rule.family.value, rule.source.value, rule.row] for rule in RULES
    }
    view, other = played(12).view(0), played(12).view(1)
    told["answers"] = [
        str(sorted(found) if isinstance(found := answers(view, rule), frozenset) else found.name)
        for rule in RULES
    ]
    told["refused"] = [
        said(lambda: find("Nothing")),
        said(lambda: find(-1)),
        said(lambda: find(len(FULL))),
        said(lambda: RuleList(["Nothing"])),
        said(lambda: RuleList([0] * (int(lib.HL_MAX_RULES) + 1))),
        said(lambda: PIERS.decide(other, Rng(1))),
        said(lambda: answers(other, FULL[0])),
        said(lambda: chance(other, PIERS, 0)),
        said(lambda: ManyLists([PIERS]).chances(other, 0)),
    ]
    told["decided"] = [
        [one.decide(view, Rng(1)), [round(chance(view, one, move), 6) for move in range(30)]]
        for one in (PIERS, IGGI, RANDOM, RuleList([77], Mode.FAITHFUL), RuleList([0]))
    ]
    many = ManyLists([PIERS, IGGI, RANDOM])
    told["many"] = [len(many), many.different, many.chances(view, 12).tolist()]
    told["silence"] = {why.name: int(why) for why in Silence}
    assert same_as_kept("native/rules", as_text(told))


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


def test_what_learners_see() -> None:
    rules = Rules.standard(2)
    made = Environment(rules, 3, "kept", first=2)
    rng, deeds = Rng("kept"), []
    for _ in range(60):
        made.step(made.random_actions(rng))
        deeds.append(made.deeds.tolist())
    view = made.view(1)
    words, legal = observation.observe(view)
    seen = SeenGame(played(14, rules))
    move = Move.play(view.own_slots[2])
    other = Environment(rules, 3, "kept", first=2)
    other.restore(made.state())
    clue = next(one for one in view.legal_moves() if one.is_clue)
    told = {
        "deeds": digest(deeds),
        "kinds": {name: str(DEED[name]) for name in DEED.names or ()},
        "arrays": [
            digest(getattr(made, name).tolist())
            for name in ("observations", "legal", "seats", "hands")
        ],
        "restored": bool((other.observations == made.observations).all()),
        "state": {name: digest(array.tolist()) for name, array in made.state().items()},
        "odds": np.round(made.odds(), 4).sum(axis=2).tolist(),
        "symbols": made.symbols(np.array([2, 0])).tolist(),
        "own symbols": symbols.symbols_of(view).tolist(),
        "counts": [symbols.count(rules), symbols.kinds(rules), symbols.MOVES],
        "bits": [observation.bits(Rules.standard(players)) for players in range(2, 6)],
        "word count": observation.word_count(rules),
        "words": [digest(words.tolist()), legal],
        "unpacked": observation.unpacked(words, 20).tolist(),
        "actions": [
            observation.action_of(view, move),
            observation.action_of(view, clue),
            observation.move_of(view, 7).text(rules),
            observation.move_of(view, 12).text(rules),
        ],
        "seen": [
            seen.legal,
            digest(seen.observation(0).tolist()),
            digest(seen.observation(1).tolist()),
            seen.slots(0),
            seen.passes(1, 2),
            [seen.told(1, slot) for slot in range(5)],
            str(seen.copy().play(seen.legal[0])),
            SeenGame(played(200)).legal,
        ],
        "refused": [
            said(lambda: Environment(rules, 0, 1)),
            said(lambda: Environment(rules, 65537, 1)),
            said(lambda: Environment(rules, 1, 1, first=-1)),
            said(lambda: Environment(Rules.standard(2, "Rainbow (5 Suits)"), 1, 1)),
            said(lambda: made.step([0, 0])),
            said(lambda: made.step([99, 0, 0])),
            said(lambda: made.view(3)),
            said(lambda: made.symbols(np.array([3]))),
            said(lambda: made.symbols(np.array([], np.int64)).shape),
            said(lambda: made.restore({name: array[:2] for name, array in made.state().items()})),
            said(lambda: made.restore(made.state() | {"moves": made.state()["moves"] * 0 + 99})),
            said(lambda: observation.observe(played(200, rules).view(0))),
            said(lambda: observation.observe(played(14, rules).view(1))),
            said(lambda: seen.move(99)),
            said(lambda: seen.move(-1)),
            said(lambda: SeenGame(Game(Rules.standard(2, "Null (5 Suits)"), seed=1))),
        ],
    }
    assert same_as_kept("native/learners", as_text(told))


def test_what_is_known_of_cards() -> None:
    game = played(20)
    view = game.view(2)
    told = {
        "exact": empathy(game, [0, 1]),
        "view": empathy(view, [2]),
        "common": common(view),
        "tight": tight(game, [0, 1, 2]),
        "steps": elimination_steps(game, [1])._asdict(),
        "odds": [one and one._asdict() for one in odds(view)],
        "chance": [one and round(one.chance(3), 6) for one in odds(view)],
        "words": {int(code): text for code, text in POSITIONS.items()},
        "refused": [
            said(lambda: empathy(game, [3])),
            said(lambda: empathy(game, [-1])),
            said(lambda: empathy(view, [0])),
            said(lambda: empathy(Position([1], [[0]] * 7, [[1]] * 7), [0])),
            said(lambda: empathy(Position([1] * 31, [[0]], [[1]]), [0])),
            said(lambda: empathy(Position([256], [[0]], [[1]]), [0])),
            said(lambda: empathy(Position([1], [[0]], [[1, 1]]), [0])),
            said(lambda: empathy(Position([1], [[1]], [[1]]), [0])),
            said(lambda: empathy(Position([1], [[0]], [[2]]), [0])),
            said(lambda: empathy(Position([1], [[0]], [[1]], [1, 1]), [0])),
            said(lambda: empathy(Position([1], [[0]], [[1]], [256]), [0])),
            said(lambda: empathy(Position([1, 1], [[0]], [[2]]), [0])),
            said(lambda: empathy(Position([1], [[0, 0]], [[1, 1]]), [0])),
            said(lambda: empathy(Position([2], [[None], [None]], [[1], [1]]), [0])),
            said(lambda: empathy(Position([1, 0], [[None]], [[2]]), [0])),
            said(lambda: empathy(Position([1], [[0] * 9], [[1] * 9]), [0])),
        ],
    }
    assert same_as_kept("native/knowledge", as_text(told))


LINE: dict[str, Any] = {
    "id": "one",
    "suits": "rg",
    "copies": {"r": [2, 1], "g": [2, 1]},
    "players": 2,
    "observers": [0],
    "hands": [["r1", "g2"], ["r2"]],
    "start": [[["r1", "r2"], ["g2", "r2"]], [["r2", "g1"]]],
}
LINES: list[dict[str, Any]] = [
    {},
    {"expect": [[["r1"], ["g2"]], [["r2"]]]},
    {"expect": [[["r1", "r2"], ["g2"]], [["r2"]]]},
    {"deck": 3},
    {"deck": 4},
    {"gone": {"g1": 1}},
    {"gone": {"g1": -1}},
    {"gone": {"g2": 1}},
    {"gone": {"x1": 1}},
    {"suits": ""},
    {"suits": "rr"},
    {"suits": "rgbyptk"},
    {"copies": {"r": [2, 1]}},
    {"copies": {"r": [2, 1], "g": [2]}},
    {"copies": {"r": [], "g": []}},
    {"copies": {"r": [1] * 6, "g": [1] * 6}},
    {"players": 3},
    {"players": 0, "hands": [], "start": []},
    {"start": [[["r1"]], [["r2"]]]},
    {"start": [[["r2"], ["g2"]], [["r2"]]]},
    {"hands": [["r1", "y2"], ["r2"]]},
    {"observers": [2]},
    {"players": "two"},
    {"id": 7, "hands": None},
]


def test_positions_as_lines() -> None:
    lines = [b"", *(json.dumps(LINE | change).encode() for change in LINES), b"{", b"[]", b"7"]
    told = {str(number): one for number, one in enumerate(answer_all(lines), start=1)}
    assert same_as_kept("native/lines", as_text(told))


def told_of(found: Iterator[Record | Refused], reading: str | None = None) -> list[str]:
    """Each game's facts, and what its replay says."""
    said_of = []
    for one in found:
        if isinstance(one, Refused):
            said_of.append(f"{one.source}: {one.reason}")
            continue
        facts = replay(one, READINGS[reading] if reading else None).facts()
        more = [one.format, one.players, one.score, dict(one.options), one.id, one.notes]
        said_of.append(f"{facts} {more} {digest((one.deck, one.actions, one.rules))}")
    return said_of


def test_records_are_read_and_written() -> None:
    own = Path(__file__).parent / "games"
    game = played(200, Rules.standard(2))
    given_up = played(9)
    given_up.terminate()
    tricky = {
        "options": {"startingPlayer": 1, "deckPlays": True, "emptyClues": True},
        "score": 3,
    }
    export: dict[str, Any] = hanab_live_writer.write(record_of(game, ["A", "B"]))
    texts: dict[str, bytes] = {
        "export": msgspec.json.encode(export),
        "given up": msgspec.json.encode(hanab_live_writer.write(record_of(given_up))),
        "options": msgspec.json.encode(export | tricky),
        "variant": msgspec.json.encode(export | {"variant": "Rainbow (5 Suits)"}),
        "two variants": msgspec.json.encode(
            export | {"variant": "6 Suits", "options": {"variant": "Rainbow (5 Suits)"}}
        ),
        "no players": msgspec.json.encode(export | {"players": None}),
        "count": msgspec.json.encode(export | {"players": None, "playerCount": 2}),
        "one player": msgspec.json.encode(export | {"players": ["A"]}),
        "first": msgspec.json.encode(export | {"options": {"startingPlayer": 2}}),
        "cycle": msgspec.json.encode(export | {"options": {"cardCycle": True}}),
        "cards": msgspec.json.encode(export | {"options": {"oneExtraCard": True}}),
        "fewer": msgspec.json.encode(export | {"options": {"oneLessCard": True}}),
        "more": msgspec.json.encode(export | {"options": {"surprise": True}}),
        "vote": msgspec.json.encode(
            export | {"actions": [*export["actions"][:3], {"type": 5, "target": 1}]}
        ),
        "self": msgspec.json.encode(export | {"actions": [{"type": 2, "target": 0, "value": 0}]}),
        "held": msgspec.json.encode(export | {"actions": [{"type": 0, "target": 40}]}),
        "from the deck": msgspec.json.encode(
            export | {"options": {"deckPlays": True}, "actions": [{"type": 0, "target": 10}]}
        ),
        "trailing": msgspec.json.encode(export | {"actions": export["actions"] * 2}),
        "trace": msgspec.json.encode(export | {"lab": {"zero": game.score_zero}}),
        "bad trace": msgspec.json.encode(export | {"lab": {"zero": -1}}),
        "list": b"[" + msgspec.json.encode(export) + b", {}]",
        "lines": msgspec.json.encode(export) + b"\n# no\n\n{}\n",
        "notation": write_game(game).encode(),
        "not ascii": "2 players | é".encode(),
        "bad notation": b"2 players | r1",
        "nothing": b"",
        "words": b"what is this",
        "cut": b"{",
        "no json": b"{\xff}",
        "no list": b"[1, ",
        "deep": b"[" * 100_000,
        "bytes": b"........{" + b"\0" * 20,
        "log": write_log(played(200, hanabidata.RULES), 6).encode(),
    }
    log = write_log(Game(hanabidata.RULES, deck=hanabidata.deck_of_seed(6)), 6)
    texts |= {
        "new log": log.encode(),
        "log without score": log.replace("Score", "Points").encode(),
        "log of another seed": log.replace(", 6)", ", 7)").encode(),
        "log with a bad line": log.replace("Score", "MOVE: 0 9\nScore").encode(),
        "log out of turn": log.replace("Score", "MOVE: 1 1 None 0 None 1\nScore").encode(),
        "log of no card": log.replace("Score", "MOVE: 0 2 7 None None None\nScore").encode(),
        "log of an own clue": log.replace("Score", "MOVE: 0 1 None 0 None 1\nScore").encode(),
        "log in another script": log.replace("outer", "öuter").encode(),
        "log without cards": log.replace("[(", "(").encode(),
    }
    told: dict[str, Any] = {name: told_of(load_bytes(text, name)) for name, text in texts.items()}
    told["other readings"] = {
        name: told_of(load_bytes(texts["export"], name), name) for name in READINGS
    }
    told["files"] = [line.replace(str(own), "") for line in told_of(load(str(own)))]
    told["readings"] = READINGS_HELP
    told["export keys"] = sorted(export)
    told["bounds"] = [split.MAX_GAME, split.MAX_LIST, files.MAX_UNPACKED, ah2ac2.MAX_BYTES]
    told["suffixes"] = [files.GAME_SUFFIXES, files.ARCHIVE_SUFFIXES, files.PACKED_SUFFIXES]
    assert same_as_kept("native/records", as_text(told))


def test_what_an_export_says() -> None:
    told: dict[str, Any] = {}
    for name, options in {
        "usual": {},
        "variant": {"variant": "Rainbow (5 Suits)"},
        "one more": {"hand_size": 6},
        "one less": {"hand_size": 4},
        "empty": {"empty_clues": True},
        "two more": {"hand_size": 7},
        "at most": {"discard_at_max": True},
        "strikes": {"strikes": 2},
        "nothing left": {"stop_when_nothing_left": True},
    }.items():
        given: dict[str, Any] = {"variant": "No Variant"} | options
        game = Game(Rules.standard(2, given.pop("variant"), **given), seed=1)
        try:
            written = hanab_live_writer.write(record_of(game))
            told[name] = {key: value for key, value in written.items() if key != "deck"}
        except ValueError as refusal:
            told[name] = str(refusal)
    every = {
        "timed": True, "timeBase": 60, "timePerTurn": 20, "speedrun": True, "cardCycle": True,
        "deckPlays": True, "emptyClues": True, "oneExtraCard": True, "oneLessCard": True,
        "allOrNothing": True, "detrimentalCharacters": True, "startingPlayer": 1,
    }  # fmt: skip
    for said_of in (every, {}, {name: one for name, one in every.items() if one is not True}):
        read = msgspec.convert(said_of, hanab_live_json.JsonOptions)
        assert msgspec.to_builtins(read) == said_of
    both = hanab_live_json.JsonOptions(one_extra_card=True, one_less_card=True)
    told["both"] = hanab_live_json.rules_of(2, both).hand_size
    told["no variant"] = said(
        lambda: hanab_live_json.rules_of(2, hanab_live_json.JsonOptions(variant="Duck"))
    )
    told["kinds"] = {kind.name: int(kind) for kind in ActionKind}
    wrong = record_of(Game(TOY, seed=1))
    told["shape"] = said(lambda: replay(replace(wrong, deck=wrong.deck[:3])).reason)
    told["nobody"] = replay(replace(wrong, actions=(Action(ActionKind.RANK, 7, 1),))).reason
    told["points"] = replay(replace(wrong, score=9)).reason
    assert same_as_kept("native/exports", as_text(told))


def test_games_as_arrays() -> None:
    pytest.importorskip("safetensors")
    whole = [
        rows.game_of(Rules.standard(2), row)
        for row in rows.rows(Rules.standard(2), [Blueprint.of(PIERS)] * 2, 3, 1, threads=1)
    ]
    data = ah2ac2.write(whole, [7, 8, 9])
    told: dict[str, Any] = {
        "read": told_of(iter(list(load_bytes(data, "2_player_games_train.safetensors")))),
        "part": [
            next(iter(load_bytes(data, name))).format  # type: ignore[union-attr]
            for name in ("a_val.safetensors", "folder_val/a_train.x", "plain")
        ],
        "refused": [
            said(lambda: ah2ac2.write([])),
            said(lambda: ah2ac2.write([whole[0], played(200)])),
            said(lambda: ah2ac2.write([played(3)])),
            ah2ac2.refusal(Game(Rules.standard(6), seed=1)),
            ah2ac2.refusal(played(200, Rules.standard(2, "6 Suits"))),
            ah2ac2.refusal(played(200, Rules.standard(2, hand_size=4))),
            ah2ac2.refusal(played(200, Rules.standard(2, clue_tokens=1))),
            ah2ac2.refusal(whole[0]),
        ],
    }
    from safetensors.numpy import load as read
    from safetensors.numpy import save

    arrays = read(data)
    told["arrays"] = {
        name: [str(one.dtype), one.shape, digest(one.tolist())]
        for name, one in sorted(arrays.items())
    }
    acted = arrays["actions"]
    beside, nobody, none = acted.copy(), acted.copy(), acted.copy()
    beside[0, 0, 1], nobody[0, 0, 0], none[0, 0, 0] = 0, acted.max(), 99
    odd = acted.copy()
    odd[0, 0] = 0, 99
    for name, change in {
        "beside": {"actions": beside},
        "nobody": {"actions": nobody},
        "no action": {"actions": none},
        "no action beside the first": {"actions": odd},
        "cards": {"decks": arrays["decks"] * 3},
        "many": {"num_actions": arrays["num_actions"] * 9},
        "shape": {"scores": arrays["scores"][:2]},
        "players": {"num_players": np.array(6, np.int32)},
        "floats": {"scores": arrays["scores"].astype(np.float32)},
        "scores": {"scores": arrays["scores"] + 1},
        "cut short": {"num_actions": arrays["num_actions"] - 2},
    }.items():
        told[name] = told_of(load_bytes(save(dict(arrays) | change), name))
    told["missing"] = told_of(load_bytes(save({"scores": arrays["scores"]}), "x"))
    told["damaged"] = [line[:60] for line in told_of(load_bytes(data[:500], "x"))]
    assert same_as_kept("native/arrays", as_text(told))


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


def test_moves_that_may_not_be_made_have_names() -> None:
    game = Game(Rules.standard(2), seed=1)
    with pytest.raises(IllegalMove) as refusal:
        game.play(Move.discard(0))
    assert refusal.value.reason == "tokens_full"
    assert {reason for reason, _ in REFUSALS.values()} == {
        "game_over",
        "no_such_move",
        "empty_slot",
        "no_clue_tokens",
        "tokens_full",
        "empty_clue",
        "not_your_turn",
    }
    assert issubclass(BadMove, ValueError)
    assert issubclass(BadDeck, ValueError)
