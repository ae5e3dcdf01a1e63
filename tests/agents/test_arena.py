"""Games of agents that decide in Python are dealt from streams of the seed, as matches are."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import pytest

from agents import arena, registry
from agents.contract import AgentError, Decision, GivesUp
from native import End, Game, Move, Rng, Rules, View
from native.play.measures import TALLIES, styles
from native.rulebase import Mode


def test_a_game_lost_by_strikes_counts_0_and_by_its_stacks() -> None:
    entries = [registry.find("cheat:priority"), registry.find("rules:flawed")]
    result = arena.simulate(Rules.standard(2), entries, 60, "struck", threads=1)
    assert result.ends[End.STRIKEOUT]
    assert sum(result.zero) == sum(result.stacks) == 60
    assert result.mean_zero < result.mean_stacks


def test_every_seat_and_game_has_its_own_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    entry, seeds = registry.find("cheat:priority"), []

    def make(seed: str) -> Any:
        seeds.append(seed)
        return entry.agent(seed)

    monkeypatch.setattr(registry, "find", lambda _: replace(entry, make=make))
    arena.simulate(Rules.standard(3), [entry] * 3, 4, "lots", threads=1)
    assert len(set(seeds)) == len(seeds) == 12


def test_the_result_counts_each_game_once_with_its_turns_end_and_seats() -> None:
    """More games than a process takes at once, from the fourth on, counted by hand."""
    rules = Rules.standard(2)
    entries = [registry.find("cheat:priority"), registry.find("rules:mirror_situational")]
    games = [played(rules, entries, "counted", number) for number in range(3, 23)]
    result = arena.simulate(rules, entries, 20, "counted", first=3, threads=1)
    assert (result.games, result.turns) == (20, sum(game.turn for game in games))
    scores = Counter(game.score for game in games)
    assert result.stacks == tuple(scores[score] for score in range(26))
    scores = Counter(0 if game.end is End.STRIKEOUT else game.score for game in games)
    assert result.zero == tuple(scores[score] for score in range(26))
    ends = Counter(game.end for game in games)
    assert len(ends) > 1
    assert result.ends == {end: ends[end] for end in End}
    each = [styles(game) for game in games]
    assert [seat.tallies for seat in result.seats] == [
        {name: sum(style[seat].tallies[name] for style in each) for name in TALLIES}
        for seat in range(2)
    ]
    assert all(not seat.fired and not seat.fallbacks for seat in result.seats)
    assert all(set(seat.given_up.values()) == {0} for seat in result.seats)


def test_games_do_not_depend_on_the_number_of_processes() -> None:
    entries = [registry.find("cheat:priority")] * 2
    one, two = (
        arena.simulate(Rules.standard(2), entries, 20, "shared", threads=threads)
        for threads in (1, 2)
    )
    assert one == two


@pytest.mark.parametrize(
    ("games", "first", "threads"), [(0, 0, 1), (5, -1, 1), (5, 0, 0), (5, 0, 257)]
)
def test_numbers_out_of_range_are_refused(games: int, first: int, threads: int) -> None:
    entries = [registry.find("cheat:priority")] * 2
    with pytest.raises(ValueError, match=f"^{games} games on {threads} threads cannot be played"):
        arena.simulate(Rules.standard(2), entries, games, "none", first=first, threads=threads)


def test_the_mode_of_a_simulation_is_that_of_rule_lists_in_the_core() -> None:
    """An elite of the paper gives games up, which the clean mode doesn't."""
    entries = [registry.find("elite:paper-1/9,16")] * 2
    own, faithful, clean = (
        arena.simulate(Rules.standard(2), entries, 100, "mode", mode=mode, threads=1)
        for mode in (None, Mode.FAITHFUL, Mode.CLEAN)
    )
    assert own == faithful
    assert clean != own


def played(rules: Rules, entries: list[registry.Entry], seed: str, number: int) -> Game:
    game = Game(rules, seed=Rng(seed).derive(number))
    agents = [entry.agent(f"{seed}/{number}/{seat}") for seat, entry in enumerate(entries)]
    while game.to_move is not None:
        agent: Any = agents[game.to_move]
        see = getattr(agent, "decide_seeing", None)
        game.play((see(game) if see else agent.decide(game.view(game.to_move))).move)
    return game


@dataclass(frozen=True)
class Stubborn:
    """It plays its first card and then gives up, or makes a move that it must not."""

    move: Move | None
    address: str = "toy:stubborn"

    def decide(self, view: View) -> Decision:
        if view.turn < 2:
            return Decision(Move.play(0), "It plays its first card.")
        if self.move is None:
            raise GivesUp("It gives up.")
        return Decision(self.move, "It insists.")


def test_a_game_given_up_ends_with_the_cards_played_so_far() -> None:
    game = Game(Rules.standard(2), seed="given up")
    arena.play_out(game, [Stubborn(None)] * 2)
    assert (game.turn, game.end) == (2, End.TERMINATED)


def test_an_illegal_move_is_reported_with_its_agent() -> None:
    game = Game(Rules.standard(2), seed="illegal")
    with pytest.raises(AgentError, match=r"^toy:stubborn made an illegal move: .+"):
        arena.play_out(game, [Stubborn(Move.discard(0))] * 2)
