"""Print the table of every rule that an agent can be made of."""

from typing import Any

from django.core.management.base import BaseCommand

from native.rulebase import RULES, Rule, Source

WHENCE = {
    Source.PUBLISHED: "published",
    Source.OURS: "ours",
    Source.NAMED: "published, in named agents only",
}


class Command(BaseCommand):
    help = "Print every rule as a Markdown table (agents/RULES.md)."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write("# The rules that agents are made of\n\n")
        self.stdout.write(
            "A chromosome is a list of genes; the first rule that answers decides. The rule set\n"
            "`published` has genes 0-104, the rule set `full` has all. Meanings tell what a rule\n"
            "really does, published errors included. `manage.py rules` prints this table.\n\n"
        )
        self.stdout.write("| gene | rule | family | meaning | source |\n|---|---|---|---|---|")
        for rule in RULES:
            self.stdout.write(_row(rule))


def _row(rule: Rule) -> str:
    gene = "–" if rule.gene is None else rule.gene
    source = WHENCE[rule.source]
    return f"| {gene} | {rule.name} | {rule.family} | {rule.meaning} | {source} |"
