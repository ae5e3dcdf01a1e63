"""Train an agent by the multiplicative weights update method, or resume its training."""

from argparse import BooleanOptionalAction
from typing import Any

from django.core.management.base import CommandParser

from agents.management.run_command import RunCommand, given
from agents.mwum import run
from agents.mwum.run import KINDS, MAX_GAMES, POINTS, RUNS, MwumRecipe, MwumRun
from agents.mwum.training import MwumTraining
from native.strategies.mwum.policy import TableFull

GAMES = 100_000
ETA = 0.1
DEFAULTS: dict[str, dict[str, Any]] = {
    "paper": {"eta": ETA},
    "knowing": {"eta": 1.0, "visits": True, "episode": 2, "penalty": 2.0},
}


class Command(RunCommand[MwumRun]):
    help = (
        "Train an agent by multiplicative weights. The defaults of the agent `paper` are the "
        "paper's; the agent `knowing` learns from mini-episodes."
    )
    refusals = (TableFull,)
    verb, kind, work, recipe = "mwum", RUNS, MwumTraining, MwumRecipe
    report, sentences = staticmethod(run.report), staticmethod(run.sentences)

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("name", help="name of the run")
        add("--agent", help=f"{' or '.join(KINDS)} (paper)")
        add("--games", type=int, help=f"games to train on ({GAMES})")
        add("--seed", help="the run depends on this and the parameters alone (1)")
        add("--eta", type=float, help=f"how far a reward moves a weight ({ETA}; knowing 1)")
        add("--players", type=int, help="seats at the table, 2 to 5 (2)")
        add("--block", type=int, help=f"games per point of the curve (games / {POINTS})")
        for name, words in (
            ("bucketed", "reduce the paper's state to a few rough numbers"),
            ("shaped", "reward scores below five with less than zero"),
            ("visits", "divide steps by the root of the number of visits"),
        ):
            add(f"--{name}", action=BooleanOptionalAction, default=None, help=words)
        add("--episode", type=int, help="moves of a mini-episode, 0 for none (0; knowing 2)")
        add("--penalty", type=float, help="points that the last strike costs (0; knowing 2)")
        add("--epsilon", type=float, help="probability of a random action in the first game (0)")
        add("--decay", type=float, help="factor applied to epsilon after each game (1)")
        add("--least", type=float, help="lower bound of epsilon (0)")
        add("--plateau", type=int, help="stop when N games score no better than the N before")
        super().add_arguments(parser)

    def new(self, options: dict[str, Any]) -> MwumRun:
        games = GAMES if options["games"] is None else options["games"]
        agent = options["agent"] or "paper"
        defaults: dict[str, Any] = {
            "agent": agent,
            "seed": "1",
            "block": max(1, min(games, MAX_GAMES) // POINTS),
            **DEFAULTS.get(agent, DEFAULTS["paper"]),
        }
        recipe = MwumRecipe(**defaults | given(options, MwumRecipe))
        return MwumRun(options["name"], recipe, games)
