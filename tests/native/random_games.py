"""Random rules and random games, for laws that hold in every game."""

import random

from hypothesis import assume
from hypothesis import strategies as st

from native import BadRules, Game, Rules
from native.engine.rules import HAND_SIZES

VARIANTS = (
    "No Variant",
    "3 Suits",
    "6 Suits",
    "Rainbow (5 Suits)",
    "Black & Rainbow (6 Suits)",
    "White & Null (4 Suits)",
    "Dark Prism & Light Pink (6 Suits)",
    "Muddy Rainbow & Omni (5 Suits)",
)

FLAGS = st.fixed_dictionaries(
    {},
    optional={
        "empty_clues": st.booleans(),
        "discard_at_max": st.booleans(),
        "stop_when_nothing_left": st.booleans(),
        "clue_tokens": st.integers(0, 16),
        "strikes": st.integers(1, 5),
        "hand_size": st.integers(1, 8),
    },
)


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """Any variant or reduced deck, with any options."""
    players = draw(st.integers(2, 6))
    options = draw(FLAGS)
    try:
        if draw(st.booleans()):
            return Rules.standard(players, draw(st.sampled_from(VARIANTS)), **options)
        suits = draw(st.sampled_from(("rgb", "gywbr", "rygbp", "x")))
        ranks = draw(st.integers(1, 5))
        size = draw(st.sampled_from((0, ranks, ranks * len(suits))))
        copies = tuple(draw(st.lists(st.integers(1, 3), min_size=size, max_size=size)))
        return Rules(players, suits=suits, ranks=ranks, copies=copies, **options)
    except BadRules:
        assume(False)
        raise


@st.composite
def hanab_live_rules(draw: st.DrawFn) -> Rules:
    """Rules that a game on hanab.live can have."""
    players = draw(st.integers(2, 6))
    return Rules.standard(
        players,
        draw(st.sampled_from(VARIANTS[2:])),
        hand_size=HAND_SIZES[players] + draw(st.integers(-1, 1)),
        empty_clues=draw(st.booleans()),
        stop_when_nothing_left=True,
    )


def random_game(rules: Rules, seed: int, turns: int = 200, gives_up: bool = False) -> Game:
    """A game of random legal moves, stopped after some turns if it lasts that long."""
    game, rng = Game(rules, seed=seed), random.Random(seed)
    while not game.end and game.turn < turns and (moves := game.legal_moves()):
        game.play(rng.choice(moves))
    if gives_up and not game.end:
        game.terminate()
    return game
