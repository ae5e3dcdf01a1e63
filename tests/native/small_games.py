"""Small seeded games, and a position, for what the Python of the core is kept to."""

from __future__ import annotations

from typing import Any

from agents.rulelists import NAMED
from native import Game, Rng, Rules
from native.rulebase import RuleList

PIERS = RuleList(NAMED["piers"].rules_for(2))


IGGI = RuleList(NAMED["iggi"].rules_for(2))


RANDOM = RuleList([39])


TOY = Rules(2, suits="rg", ranks=2, copies=(2, 1), hand_size=2, clue_tokens=3, strikes=2)


SMALL: dict[str, Any] = {
    "suits": "rg",
    "copies": {"r": [2, 1], "g": [2, 1]},
    "players": 2,
    "observers": [0],
    "hands": [["r1", "g2"], ["r2"]],
    "start": [[["r1", "r2"], ["g2", "r2"]], [["r2", "g1"]]],
}


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
