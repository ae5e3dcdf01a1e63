"""What learners see, and what can be known of cards, refusals in their words."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from native import Game, Move, Rng, Rules
from native.empathy.elimination import elimination_steps
from native.empathy.exact import common, empathy, tight
from native.empathy.lines import answer_all
from native.empathy.odds import odds
from native.empathy.position import REFUSALS as POSITIONS
from native.empathy.position import Position
from native.environment import observation, symbols
from native.environment.environment import DEED, Environment
from native.environment.seen import SeenGame
from tests.kept import as_text, digest, said, same_as_kept
from tests.native.small_games import SMALL, played


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
    lines = [
        b"",
        *(json.dumps({"id": "one"} | SMALL | change).encode() for change in LINES),
        b"{",
        b"[]",
        b"7",
    ]
    told = {str(number): one for number, one in enumerate(answer_all(lines), start=1)}
    assert same_as_kept("native/lines", as_text(told))
