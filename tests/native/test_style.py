"""What a recorded game says of its players is what the arena and the odds say of them."""

from dataclasses import replace

import pytest

from agents import registry
from native import Game, Move, MoveKind, Rng, Rules
from native.empathy.exact import odds
from native.play.blueprint import Blueprint
from native.play.measures import CERTAIN, TALLIES, Style, pooled, styles
from native.play.table import simulate
from native.rulebase import Mode, RuleList
from tests.native.random_games import random_game
from tests.native.test_arena import game_by_views

pytestmark = pytest.mark.native

SEATING = ("rules:piers", "rules:flawed", "rules:elite_045_080")
GAMES = 20
COUNTED = ("offered", "clues", "plays", "certainty", "known", "marked")
"""The tallies that `play_in_python` counts too."""


def rule_list(address: str) -> RuleList:
    return registry.find(address).rule_list(3, Mode.CLEAN)


def test_the_tallies_of_recorded_games_are_those_of_the_arena() -> None:
    lists = [rule_list(address) for address in SEATING]
    tables = [Blueprint.of(one) for one in lists]
    arena = simulate(Rules(3), tables, GAMES, 7, threads=1)
    found = [styles(game_by_views(tables, Rng(7).derive(number))) for number in range(GAMES)]
    for seat, conduct in enumerate(arena.seats):
        mine = [game[seat] for game in found]
        assert pooled(style.tallies for style in mine) == conduct.tallies


@pytest.mark.parametrize("seed", range(20))
def test_risks_tokens_and_clues_are_as_counted_turn_by_turn(seed: int) -> None:
    played = random_game(Rules(2, discard_at_max=True, empty_clues=True, strikes=5), seed)
    for seat, style in enumerate(styles(played)):
        counted = {name: style.tallies[name] for name in COUNTED}
        assert replace(style, tallies=counted) == play_in_python(played, seat)


def play_in_python(played: Game, seat: int) -> Style:
    """A seat's style by the Python face."""
    game = Game(played.rules, deck=played.deck)
    counts = dict.fromkeys(("turns", "told", "idle_clues", "lost_tokens"), 0)
    tallies = dict.fromkeys(COUNTED, 0)
    risks = []
    tellings = [0] * (played.rules.hand_size + 1)
    for event in played.history:
        if event.seat != seat:
            game.play(event.move)
            continue
        view, tokens = game.view(seat), game.clue_tokens
        counts["turns"] += 1
        tallies["offered"] += tokens > 0
        if event.move.is_clue:
            tallies["clues"] += 1
            before = clued(game, event.target)
            marks = [game.touched(event.target, slot) for slot in event.touched]
            tallies["marked"] += marks.count(False)
            game.play(event.move)
            narrowed = [a != b for a, b in zip(before, clued(game, event.target), strict=True)]
            told = sum(narrowed[slot] for slot in event.touched)
            counts["told"] += told
            tellings[told] += 1
            counts["idle_clues"] += not any(narrowed)
            continue
        if event.success or not event.strike:
            earned = event.card is not None and (not event.success or event.card.rank == 5)
            counts["lost_tokens"] += tokens == 8 and earned
        if event.success or event.strike:
            tallies["plays"] += 1
            tallies["known"] += known(game, seat, event.slot)
            tallies["certainty"] += chance(game, seat, event.slot)
            if event.strike:
                card = odds(view)[event.slot]
                risks.append(card.playable)
        game.play(event.move)
    return Style(**counts, tallies=tallies, tellings=tuple(tellings), risks=tuple(risks))


def clued(game: Game, seat: int | None) -> list[int]:
    return [game.clued(seat, slot) for slot in range(game.rules.hand_size)]


def known(game: Game, seat: int, slot: int) -> int:
    cards = game.rules.cards_in(game.clued(seat, slot))
    return (len({card.suit for card in cards}) == 1) + (len({card.rank for card in cards}) == 1)


def chance(game: Game, seat: int, slot: int) -> int:
    """In the core's fixed point, so that sums are equal to the last bit."""
    view = game.view(seat)
    can_be = view.possible(slot)
    copies = {i: n for i, n in enumerate(view.unseen) if can_be >> i & 1}
    hits = sum(n for i, n in copies.items() if game.playable >> i & 1)
    return hits * CERTAIN // sum(copies.values())


def test_a_game_without_a_move_says_nothing() -> None:
    game = Game(Rules(2), seed=1)
    assert styles(game)[0] == Style(0, dict.fromkeys(TALLIES, 0), 0, 0, (0,) * 6, 0, ())


def test_computing_a_style_leaves_the_game_unchanged() -> None:
    game = Game(Rules(2), seed=1)
    game.play(Move.play(0))
    styles(game)
    assert (game.turn, game.to_move) == (1, 1)


def test_only_the_first_of_very_many_misplays_have_odds() -> None:
    """One seat fails on every turn that it can; the other clues or discards."""
    game = Game(Rules(2, strikes=40), seed=2)
    while game.end is None:
        seat, legal = game.to_move, game.legal_moves()
        fails = [move for move in legal if move.kind is MoveKind.PLAY and not scores(game, move)]
        game.play(fails[0] if seat == 0 and fails else legal[-1] if game.clue_tokens else legal[0])
    failed = sum(
        event.seat == 0 and event.move.kind is MoveKind.PLAY and not event.success
        for event in game.history
    )
    mine, other = styles(game)
    assert failed > len(mine.risks)
    assert len(other.risks) < len(mine.risks)


def scores(game: Game, move: Move) -> bool:
    card = game.hands[game.to_move or 0][move.slot or 0]
    return game.stacks[card.suit] == card.rank - 1
