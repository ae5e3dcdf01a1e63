"""The best score still possible: lines that the engine plays, and proofs that hold."""

import itertools
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from native import BadRules, Card, Game, Move, Rng, Rules
from native._build import HERE, sources
from native.records.loading import load
from native.records.replay import replay
from native.solver.whole_deals import Proof, Prospect, hindsight, prospect, prospects_of_deals
from tests.native.solver_oracle import best_by_trying
from tests.recorded import HANAB_LIVE

pytestmark = pytest.mark.native


def test_a_game_that_is_over_is_worth_what_it_scored() -> None:
    rules = Rules(2, suits="r", ranks=1, copies=(3,), hand_size=1)
    perfect, stopped = Game(rules, seed=1), Game(Rules(2), seed=1)
    perfect.play(Move.play(0))
    stopped.terminate()
    assert prospect(perfect) == Prospect(1, 1, Proof.ALL_STACKED, (), (), 0)
    assert prospect(stopped) == Prospect(0, 0, Proof.NONE, (), (), 0)


def tiny(players: int, kind: tuple[str, tuple[int, ...]], **others: Any) -> Rules:
    """Rules for few cards: the letters of the suits, and the copies of each rank."""
    suits, copies = kind
    return Rules(players, suits=suits, ranks=len(copies), copies=copies * len(suits), **others)


@st.composite
def small_games(draw: st.DrawFn) -> Game:
    """A few cards, some moves into the game."""
    kinds = st.sampled_from([("ry", (2, 2, 1)), ("ry", (2, 1)), ("ryg", (2, 1))])
    rules = tiny(
        draw(st.integers(2, 3)),
        draw(kinds),
        hand_size=2,
        clue_tokens=draw(st.integers(0, 3)),
        strikes=draw(st.integers(1, 3)),
        discard_at_max=draw(st.booleans()),
    )
    game = Game(rules, seed=draw(st.integers(0, 2**32)))
    for choice in draw(st.lists(st.integers(0, 75), max_size=6)):
        moves = game.legal_moves()
        if game.end is None and moves:
            game.play(moves[choice % len(moves)])
    return game


@pytest.mark.long
@settings(max_examples=40, deadline=None)
@given(small_games())
def test_small_games_are_worth_what_trying_every_move_finds(game: Game) -> None:
    found = prospect(game)

    best = best_by_trying(game)
    assert found.low <= best <= found.high
    if game.rules.hand_size > 1 and game.rules.clue_tokens:
        assert found.exact
    assert _played(game, found) == found.low


@pytest.mark.long
@given(st.integers(0, 2**32), st.integers(2, 5), st.integers(0, 50), st.integers(2, 5))
def test_a_best_line_from_any_position_reaches_its_stated_score(
    seed: int, players: int, turns: int, hand: int
) -> None:
    game, rng = (
        Game(Rules(players, hand_size=hand, strikes=20, clue_tokens=3), seed=seed),
        Rng(seed),
    )
    for _ in range(turns):
        moves = game.legal_moves()
        if moves:
            game.play(moves[rng.below(len(moves))])
    found = prospect(game, budget=20_000)

    assert _played(game, found) == found.low


def test_a_position_that_failed_with_few_tokens_is_tried_again_with_more() -> None:
    """With hands of one card the same position is met with more and with fewer tokens."""
    rules = Rules(3, suits="ryg", ranks=4, copies=(2, 2, 2, 1) * 3, hand_size=1, clue_tokens=3)
    found = prospects_of_deals(rules, "tokens", 0, 200, least=0, budget=50_000)

    for number, known in enumerate(found):
        game = Game(rules, seed=Rng("tokens").derive(number))
        assert _played(game, known) == known.low


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_deals_are_won_by_lines_that_the_engine_plays(players: int) -> None:
    rules = Rules(players)
    won = 0
    for number, found in enumerate(
        prospects_of_deals(rules, "lines", 0, 60, least=25, budget=100_000)
    ):
        game = Game(rules, seed=Rng("lines").derive(number))
        if found.low == 25:
            assert _played(game, found) == 25
            won += 1
    assert won >= 55


def test_a_suit_that_begins_with_the_last_card_is_lost_for_want_of_time() -> None:
    """All red 1s come last, so five red cards would have to be played in the last three uses."""
    deck = sorted(Game(Rules(2), seed="late").deck, key=lambda card: card == Card(0, 1))

    found = prospect(Game(Rules(2), deck=deck), least=25)

    assert found.high < 25
    assert found.proof is Proof.NO_TIME


def test_the_proof_of_a_lost_deal_may_be_an_irretrievable_card() -> None:
    five = Card(0, 5)
    rest = sorted(Game(Rules(2), seed="five").deck, key=lambda card: card != five)
    game = Game(Rules(2, discard_at_max=True), deck=rest)
    game.play(Move.discard(0))

    found = prospect(game, least=25)

    assert found.high == 24
    assert found.proof is Proof.LAST_COPY_GONE


HARD = [
    *((2, deal, 25) for deal in (8336, 8728, 18429, 20462, 29940, 14268, 7342)),
    *((2, deal, 24) for deal in (749, 1451, 28)),
    (3, 106, 24),
    (3, 11730, 25),
    *((4, deal, 25) for deal in (12863, 24905, 28171)),
    *((5, deal, 25) for deal in (2589, 3544, 5246)),
]
"""Deals of the run “deals” that the first beams and proofs leave open: best scores as known, by a
line that the engine plays or by a SAT solver."""


@pytest.mark.slow
@pytest.mark.parametrize(("players", "deal", "best"), HARD)
def test_hard_deals_are_decided(players: int, deal: int, best: int) -> None:
    game = Game(Rules(players), seed=Rng("deals").derive(deal))

    found = prospect(game, least=25)

    assert (found.low == 25) == (best == 25)
    assert (found.high == 25) == (best == 25)
    assert best == 24 or _played(game, found) == 25


def test_the_answer_depends_on_the_deal_alone() -> None:
    rules = Rules(2)
    args = {"least": 0, "budget": 50_000}
    whole = prospects_of_deals(rules, "same", 0, 40, **args)
    with ThreadPoolExecutor(2) as pool:
        parts = pool.map(
            lambda first: prospects_of_deals(rules, "same", first, 10, **args), (30, 0, 20, 10)
        )
        found = list(parts)
    assert [*found[1], *found[3], *found[2], *found[0]] == whole


@pytest.mark.parametrize(
    ("name", "drops"), [("p2v0s1", {7: 24, 27: 22, 31: 20}), ("p3v0s1", {}), ("p5v0s1", {21: 22})]
)
def test_the_hindsight_of_a_recorded_game_falls_where_the_reference_says(
    name: str, drops: dict[int, int]
) -> None:
    game = _recorded(name)

    values = [found.low for found in hindsight(game)]

    assert values[0] == 25
    assert len(values) == game.turn + 1
    assert {
        turn: value
        for turn, (before, value) in enumerate(itertools.pairwise(values), start=1)
        if value < before
    } == drops


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 2**32), st.integers(2, 5))
def test_the_best_possible_score_never_rises_and_ends_at_the_score(seed: int, players: int) -> None:
    game = Game(Rules(players), seed=seed)
    rng = Rng(seed)
    while game.end is None:
        moves = game.legal_moves()
        game.play(moves[rng.below(len(moves))])

    found = hindsight(game, budget=5_000)

    assert found[-1].low == found[-1].high == game.score
    for before, now in itertools.pairwise(found):
        assert before.low >= now.low
        assert before.high >= now.high
        assert now.low <= now.high
    begin = Game(game.rules, deck=game.deck)
    assert _played(begin, found[0]) == found[0].low


def test_a_card_that_no_clue_touches_is_refused() -> None:
    with pytest.raises(BadRules, match="no clue touches"):
        prospect(Game(Rules.standard(2, "Null (5 Suits)"), seed=1))


@pytest.mark.parametrize("budget", [0, -1, 10**13])
def test_a_bad_budget_is_refused(budget: int) -> None:
    with pytest.raises(ValueError, match="positions"):
        prospect(Game(Rules(2), seed=1), budget=budget)


def _played(game: Game, found: Prospect) -> int:
    """The score after the line."""
    played = game.copy()
    for move in found.line:
        played.play(move)
    return played.score


def _recorded(name: str) -> Game:
    record = next(one for one in load(str(HANAB_LIVE)) if Path(one.source).stem == name)
    return replay(record).game


FLAGS = "-std=c11 -O2 -Wall -Wextra -Werror"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    compiler = shutil.which("gcc")
    if not compiler:
        pytest.skip("There is no gcc to build the program with.")
    program = tmp_path_factory.mktemp("proofs") / "proofs"
    rooms = [name for name in sources() if name.startswith(("native/engine/", "native/solver/"))]
    files = [str(HERE.parent / name) for name in rooms if not name.endswith("whole_deals.c")]
    source = str(Path(__file__).with_name("proofs.c"))
    command = [compiler, *FLAGS.split(), f"-I{HERE}", source, *files, "-lm", "-o", str(program)]
    subprocess.run(command, check=True)
    return program


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
def test_no_proof_refutes_a_score_that_the_engine_reaches(program: Path, seed: int) -> None:
    run = subprocess.run(
        [str(program), str(seed), "500"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 18_000


POSITIONS = 30
"""Of each setting."""
KINDS = [
    *product(
        (2, 3), (("ryg", (2, 2, 1)), ("ry", (3, 2, 2, 1))), (1, 2, 3), (1, 3), (1, 3), (False,)
    ),
    *product((2, 3), (("ryg", (2, 2, 1)), ("ry", (3, 2, 2, 1))), (1, 2), (2,), (2,), (False, True)),
    (2, ("ryg", (2, 2, 1)), 3, 2, 2, False),
]

BEST = [
    108, 209, 140, 232, 121, 236, 167, 253, 141, 235, 110, 245, 92, 175, 112, 196,
    119, 215, 138, 231, 113, 197, 106, 218, 155, 231, 214, 243, 156, 252, 213, 255,
    160, 218, 196, 239, 94, 188, 171, 215, 153, 228, 196, 234, 138, 214, 166, 228,
    215, 193, 222, 216, 178, 168, 217, 196, 226, 225, 236, 223, 195, 187, 218, 223,
    215,
]  # fmt: skip
"""What the positions of each setting are worth together."""
LOOKED_AT = 343_527
"""Positions that the search needs for all of them. If it needs fewer, write that down."""


@cache
def positions(setting: int) -> tuple[Game, ...]:
    """Deals after up to six random moves."""
    players, kind, hand, tokens, strikes, full = KINDS[setting]
    told = {"hand_size": hand, "clue_tokens": tokens, "strikes": strikes, "discard_at_max": full}
    rules = tiny(players, kind, **told)
    reached = []
    for number in range(POSITIONS):
        own = Rng("small").derive(number)
        game, lots = Game(rules, seed=own), own.derive(1)
        for _ in range(lots.below(7)):
            if game.end is None and (legal := game.legal_moves()):
                game.play(legal[lots.below(len(legal))])
        reached.append(game)
    return tuple(reached)


@cache
def found(setting: int) -> tuple[Prospect, ...]:
    return tuple(prospect(game, budget=20_000) for game in positions(setting))


@pytest.mark.parametrize("setting", range(len(KINDS)))
def test_every_position_is_solved_exactly_with_known_sums(setting: int) -> None:
    assert all(known.exact for known in found(setting))
    assert sum(known.low for known in found(setting)) == BEST[setting]


@pytest.mark.parametrize("setting", range(len(KINDS)))
def test_every_line_is_played_by_the_engine(setting: int) -> None:
    for game, known in zip(positions(setting), found(setting), strict=True):
        assert _played(game, known) == known.low


@pytest.mark.long
@pytest.mark.parametrize("budget", [1, 10, 60])
def test_a_search_that_runs_out_of_budget_gives_valid_bounds(budget: int) -> None:
    for setting in range(0, len(KINDS), 4):
        for game, known in zip(positions(setting), found(setting), strict=True):
            hasty = prospect(game, budget=budget)
            assert hasty.low <= known.low <= hasty.high


def test_the_number_of_searched_positions_is_unchanged() -> None:
    looked = sum(known.positions for setting in range(len(KINDS)) for known in found(setting))
    assert looked == LOOKED_AT
