"""One deal, told with a line of play that anybody can play."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from analysis.papers.deals.deal_report import _verdict
from native import Game, Move, Rng, Rules
from native.solver.whole_deals import PATIENCE, Proof, Prospect, prospects_of_deals


def told(**options: object) -> str:
    out = StringIO()
    call_command("deals", stdout=out, **options)  # type: ignore[arg-type]
    return out.getvalue()


@pytest.mark.parametrize("players", [2, 5])
def test_a_deal_that_can_be_won_comes_with_moves_that_win_it(players: int) -> None:
    facts = json.loads(told(players=players, deal=3, json=True))

    game = Game(Rules(players), seed=Rng("1").derive(3))
    assert facts["deck"] == "".join(card.text(game.rules.suits) for card in game.deck)
    for move in facts["moves"]:
        game.play(Move.parse(move, game.rules))
    assert game.score == facts["low"] == facts["most"] == 25
    assert facts["proof"] is None


def test_a_deal_that_cannot_be_won_says_why_and_how_far_it_goes() -> None:
    found = prospects_of_deals(Rules(2), "1", 0, 200, least=25, budget=PATIENCE)
    lost = next(deal for deal, this in enumerate(found) if this.high < 25)

    lines = told(deal=lost).splitlines()

    assert lines[0].startswith(f"deal {lost}: not winnable, since {found[lost].proof.words}; 24 of")
    assert sum(" plays " in line for line in lines) == 24


@pytest.mark.parametrize("deal", [-1, 10**9])
def test_a_deal_that_there_is_not_is_refused(deal: int) -> None:
    with pytest.raises(CommandError, match="there is no deal"):
        told(deal=deal)


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (25, 25, "winnable, by this line:"),
        (23, 25, "undecided; 23 of 25 points can be had by this line:"),
        (
            23,
            24,
            f"not winnable, since {Proof.EXHAUSTED.words}; 23 to 24 of 25 points, by this line:",
        ),
        (23, 23, f"not winnable, since {Proof.EXHAUSTED.words}; 23 of 25 points, by this line:"),
    ],
)
def test_a_verdict_says_what_is_known_and_no_more(low: int, high: int, said: str) -> None:
    answer = Prospect(low, high, Proof.EXHAUSTED, (), (), 1)
    assert _verdict(Game(Rules(2), seed=1), answer) == said
