"""What games, their text, variants and rules of the rule base tell callers, and how they refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from native import BadMove, Card, Colour, Game, IllegalMove, Move, MoveKind, Rng, Rules
from native._core import lib
from native.engine.errors import REFUSALS, BadDeck
from native.engine.notation import read_game, read_rules, write_game, write_rules
from native.engine.rules import HAND_SIZES, NAMES
from native.engine.suits import FAMILIES, MIXES, SUITS
from native.engine.variants import LOOKS, OTHER_RULES, TWISTS, suits_of, variant_of
from native.rulebase import FULL, RULES, Mode, RuleList
from native.rulebase.chances import ManyLists, chance
from native.rulebase.rulelist import Silence, answers
from native.rulebase.table import find
from tests.kept import as_text, digest, said, same_as_kept
from tests.native.small_games import IGGI, PIERS, RANDOM, played, public


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
