"""The smallest kind of agent: `toy:first` makes the first legal move."""

from dataclasses import dataclass

from agents.contract import AgentError, Decision
from agents.entry import Entry, Link, without_seed
from native import Rules, View

NAMED = ("toy:first",)
EXAMPLE = "toy:first"


@dataclass(frozen=True)
class First:
    address: str

    def decide(self, view: View) -> Decision:
        return Decision(view.legal_moves()[0], "It takes the first move of the list.")


def entry(address: str) -> Entry:
    if address != EXAMPLE:
        raise AgentError(f"There is no toy “{address}”.")
    return Entry(
        address=address,
        title="Toy",
        summary="Takes the first move of the list.",
        version="7",
        players=(2, 3),
        make=without_seed(First(address)),
        refusal=_refusal,
        about=("It reads the list of moves from the top.",),
        links=(Link("All the rules", "rules"),),
        self_play_games=3,
    )


def _refusal(rules: Rules) -> str:
    return "" if len(rules.suits) == 5 else "The toy knows five suits."
