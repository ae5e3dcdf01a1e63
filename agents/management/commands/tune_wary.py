"""Tunes the wary agent: `manage.py tune_wary --trials 8000 --games 400 --seed 1 --write`."""

import json
from argparse import ArgumentParser
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from agents import registry
from agents.contract import AgentError
from agents.kinds.conv import levels
from agents.kinds.wary import fallback, trust, tuned
from agents.kinds.wary.tuned import LEVEL, Tuned
from agents.management.progress_line import ProgressLine
from native import Rng
from native.play.blueprint import Blueprint
from native.rulebase import FULL, RuleList
from native.strategies.wary.wary import KINDS, NEVER

INTERRUPTED = 130
MOST = 1000
"""Trust stays within plus and minus this: less, and strangers come back by chance."""
AMONG_ITS_OWN = 23.1
"""What the agent has to score with those who keep the conventions, of which it is one."""
PARTNERS = (
    "rules:iggi",
    "rules:internal",
    "rules:outer",
    "rules:legal_random",
    "rules:vdb-paper",
    "rules:flawed",
    "rules:piers",
)
"""Walton-Rivers et al., CEC 2017: the pool that the fallback and the prior are made for."""


class Command(BaseCommand):
    help = (
        "Breed the rule list that the wary agent falls back on, count how the moves of strangers "
        "differ from the conventions, and try how much trust to begin with, at two players. The "
        "breeding is kept in a file and goes on from there."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        add = parser.add_argument
        add("--trials", type=int, default=8000, help="changes of the rule list, in all (8000)")
        add("--begin", default="elite:improved-2/9,19", help="the rule list to begin with")
        add("--games", type=int, default=400, help="to count, and with each partner to try (400)")
        add("--seed", default="1", help="all depends on it alone (1)")
        add("--state", type=Path, help="where the breeding is kept")
        add("--write", action="store_true", help="put what comes out into the agent")

    def handle(self, **options: Any) -> None:
        games, seed = options["games"], options["seed"]
        if games < 2:
            raise CommandError("Counting takes at least 2 games.")
        self.line = ProgressLine(self.stderr)
        try:
            genes = self._bred(options)
            found = Tuned(genes, 0, MOST, self._evidence(genes, games, seed))
            found = self._with_prior(found, games, seed)
        except AgentError as error:
            raise CommandError(str(error), returncode=2) from None
        except KeyboardInterrupt:
            raise CommandError("Stopped; the breeding goes on.", returncode=INTERRUPTED) from None
        if options["write"]:
            tuned.write(found)
        self.stdout.write(json.dumps(asdict(found)))

    def _bred(self, options: dict[str, Any]) -> fallback.Genes:
        """The genes after the trials, from the stored climb or a new one."""
        path = options["state"] or Path(f"tune-wary-{options['seed']}.json")
        partners = [_list(address) for address in PARTNERS]
        if path.exists():
            stored = json.loads(path.read_text())
            climb = fallback.Climb(**{**stored, "genes": tuple(stored["genes"])})
        else:
            genes = tuple(FULL.index(rule) for rule in _list(options["begin"]).rules)
            climb = fallback.Climb(2, options["seed"], genes)
        while climb.trials < options["trials"]:
            climb = fallback.step(climb, partners)
            path.write_text(json.dumps(asdict(climb)))
            self.line.show(f"trial {climb.trials} of {options['trials']}, {climb.accepted} kept")
        return climb.genes

    def _evidence(self, genes: fallback.Genes, games: int, seed: str) -> trust.Evidence:
        conv = levels.blueprint(LEVEL)
        own = Blueprint.of(RuleList(genes))
        nobody = tuple((0,) * (NEVER + 1) for _ in KINDS)
        wary = Tuned(genes, 0, MOST, nobody).wary().blueprint()
        streams = Rng(f"wary/count/{seed}")
        keepers, strangers = np.zeros((2, len(KINDS), NEVER + 1), np.int64)
        for place, other in enumerate((conv, own)):
            keepers += trust.count(wary, conv, other, games, streams.derive(place))
        for place, (entry, rules) in enumerate(registry.rule_lists(2), start=2):
            self.line.show(f"counting {entry.address}")
            for turn, other in enumerate((conv, own)):
                stream = streams.derive(2 * place + turn)
                each = max(2, games // 10)
                strangers += trust.count(wary, Blueprint.of(rules), other, each, stream)
        return trust.evidence(keepers, strangers)

    def _with_prior(self, found: Tuned, games: int, seed: str) -> Tuned:
        """The prior that is best with the pool and good enough among its own."""
        conv = levels.blueprint(LEVEL)
        partners = {address: Blueprint.of(_list(address)) for address in PARTNERS}
        tried = []
        for prior in trust.PRIORS:
            one = replace(found, prior=prior)
            pool, own = trust.worth(one, conv, partners, games, Rng(f"wary/prior/{seed}"))
            self.stderr.write(f"prior {prior}: {pool:.2f} with the pool, {own:.2f} among its own")
            tried.append((min(own, AMONG_ITS_OWN), pool, -prior, one))
        return max(tried)[-1]


def _list(address: str) -> RuleList:
    """Raises AgentError for an agent that is no rule list."""
    rules = registry.find(address).rule_list(2)
    if rules is None:
        raise AgentError(f"{address} is no rule list.")
    return rules
