"""Setting up an experiment."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.utils.text import slugify

from agents import registry
from agents.contract import AgentError
from analysis.evaluate.pools import PREFIX, pool
from analysis.models import Study
from game.models import Player, Table
from native import Rules

MOST = 400
"""Agents in a pool: as many as an archive has cells."""

CONSENT = (
    "You play Hanabi with an artificial partner that is drawn for you, and answer up to four "
    "questions after each game. We keep your moves, how long you thought, and your answers. They "
    "are analysed, and published only under a pseudonym. You may stop at any time, and delete "
    "everything on your own page."
)


class StudyForm(forms.Form):
    """A title, a pool, what people agree to."""

    title = forms.CharField(max_length=100)
    pool = forms.CharField(
        widget=forms.Textarea({"rows": 5}),
        label="Agents",
        help_text="One address a line, such as rules:piers or elite:improved-1/9,15. A pool stands "
        "for all its members: pool:literature7, or pool: and the name of an archive.",
        initial="rules:piers\nrules:iggi",
    )
    consent = forms.CharField(
        widget=forms.Textarea({"rows": 6}),
        max_length=4000,
        initial=CONSENT,
        label="What people agree to before the first game",
    )
    help = forms.ChoiceField(
        choices=Table.Help.choices, initial=Table.Help.FULL, label="What each card shows"
    )
    blind = forms.BooleanField(
        required=False, initial=True, label="Tell who the partner was only after the questions"
    )

    def clean_pool(self) -> list[str]:
        """Agents that there are, each once, that can sit at a table of two with a person."""
        try:
            named = [_members(word) for word in self.cleaned_data["pool"].split()]
            addresses = list(dict.fromkeys(address for part in named for address in part))
            for address in addresses:
                entry = registry.find(address)
                entry.refuse_unless_seatable(Rules.standard(2), with_people=True)
        except AgentError as error:
            raise forms.ValidationError(str(error)) from error
        if not 1 <= len(addresses) <= MOST:
            raise forms.ValidationError(f"Name 1 to {MOST} agents, not {len(addresses)}.")
        return addresses

    def save(self, owner: Player) -> Study:
        """A new experiment with an unguessable seed."""
        data: dict[str, Any] = self.cleaned_data
        slug = f"{slugify(data['title'])[:30] or 'study'}-{secrets.token_hex(3)}"
        return Study.objects.create(slug=slug, owner=owner, seed=secrets.token_hex(8), **data)


def _members(word: str) -> list[str]:
    """The addresses of a pool, or the one address. Raises AgentError, in words."""
    if not word.startswith(PREFIX):
        return [word]
    return [member.address for member in pool(word, Rules.standard(2)).members]
