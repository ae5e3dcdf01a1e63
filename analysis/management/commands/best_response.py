"""Find the strongest agent for each partner: `manage.py best_response pool:literature7`."""

from typing import Any

import msgspec
from django.core.management.base import CommandError, CommandParser

from agents.challengers import challenger
from agents.entry import Entry
from agents.kinds import search
from agents.management.long_command import LongCommand, ProgressPrinter
from agents.runs.errors import check_range
from agents.runs.life import SHOW_SECONDS
from analysis.evaluate.pools import PREFIX, named, pool
from analysis.protocols import best_responses
from analysis.protocols.best_responses import Aim, BestResponse, Contest
from analysis.protocols.protocol import FIELD
from native import Rules


class Command(LongCommand):
    help = (
        "Find the strongest agent for each partner among searches that simulate it, adaptive "
        "agents that expect it and the quick members of a pool, by a sequential test on the same "
        "deals; then measure the winner on fresh deals (a lost game scores 0). Run again to resume."
    )
    refusals = (ValueError,)
    stopped = "Stopped. The same command continues where it stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("partners", nargs="+", metavar="PARTNER", help="rules:piers, pool:literature7 ...")
        add("--players", type=int, default=2, choices=(2, 3, 4, 5), help="seats (2)")
        add("--games", type=int, help="games that measure each winner; left out: see --until")
        add(
            "--until",
            type=float,
            help="play until the 95%% interval reaches at most this far from the mean (0.4 points)",
        )
        add(
            "--choosing",
            type=int,
            default=best_responses.CHOOSING,
            help="most deals on which candidates are compared (%(default)s)",
        )
        add(
            "--budgets",
            default=",".join(map(str, best_responses.BUDGETS)),
            help="rollouts a move of searches and adaptive agents (%(default)s)",
        )
        add("--pool", default=FIELD, help="pool whose quick members are candidates (%(default)s)")
        add("--seed", default="best-response", help="of all deals (%(default)s)")
        add("--store", action="store_true", help="store the results, for the standings")
        add("--json", action="store_true", help="print one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        rules, aim = Rules.standard(options["players"]), _aim(options)
        partners = [one for name in options["partners"] for one in _partners(name, rules)]
        budgets = _budgets(options["budgets"])
        found = []
        for partner in partners:
            entrants = best_responses.candidates(partner, rules, options["pool"], budgets)
            contest = Contest(partner, rules, entrants, options["seed"], aim)
            result = self._play(contest)
            found.append(msgspec.structs.replace(result, command=_command(partner, options)))
            if not options["json"]:
                self.stdout.write(_line(found[-1]))
            if options["store"]:
                best_responses.store(found[-1:])
        if options["json"]:
            report = {"scoring": "zero", "partners": msgspec.to_builtins(found)}
            self.answer(report, "", as_json=True)

    def _play(self, contest: Contest) -> BestResponse:
        partner = contest.partner.address
        tell = ProgressPrinter(self.stderr, contest.done, "games", partner, SHOW_SECONDS)
        return contest.play(lambda now: tell(now.done, now.of, now.note))


def _budgets(text: str) -> list[int]:
    try:
        budgets = [int(budget) for budget in text.split(",")]
    except ValueError:
        words = f"Write --budgets as 1000,4000, not {text[:40]}."
        raise CommandError(words, returncode=2) from None
    for budget in budgets:
        check_range("budgets", budget, search.FEWEST, search.MOST)
    return budgets


def _aim(options: dict[str, Any]) -> Aim:
    """Return the aim that the options name. Raise BadParameters or CommandError if one is out of
    range.
    """
    games, until = options["games"], options["until"]
    if games is not None and until is not None:
        raise CommandError("Give --games or --until, not both.", returncode=2)
    choosing = options["choosing"]
    check_range("choosing", choosing, best_responses.BLOCK, 100_000)
    if games is not None:
        check_range("games", games, best_responses.FEWEST, best_responses.MOST_GAMES)
        return Aim(choosing, games)
    if until is not None and not 0.01 <= until <= 5:
        raise CommandError(f"until must be from 0.01 to 5 points, not {until:g}.", returncode=2)
    return Aim(choosing, until=until or 0.4)


def _command(partner: Entry, options: dict[str, Any]) -> str:
    """Return the command line that measures one partner with these options."""
    names = ("players", "games", "until", "choosing", "budgets", "pool", "seed")
    words = [f"--{name} {options[name]}" for name in names if options[name] is not None]
    return " ".join(["manage.py best_response", partner.address, *words])


def _partners(name: str, rules: Rules) -> list[Entry]:
    """Return the partners that one word of the command names."""
    is_pool = named(name).startswith(PREFIX)
    return [*pool(name, rules).members] if is_pool else [challenger(name)]


def _line(found: BestResponse) -> str:
    return (
        f"{found.partner:24} {found.mean:6.2f} ± {found.margin:.2f} (95%)  with {found.best}, "
        f"{found.games:,} games; the best of {found.tried} on {found.deals} deals"
    )
