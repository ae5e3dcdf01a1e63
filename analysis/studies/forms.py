"""Setting up an experiment."""

from __future__ import annotations

import secrets
from typing import Any

from django import forms
from django.utils.text import slugify

from agents import registry
from agents.contract import AgentError
from analysis.models import Study
from game.models import Player, Table
from native import Rules

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
        label="Agents, one address a line",
        initial="rules:piers\nrules:iggi",
    )
    consent = forms.CharField(widget=forms.Textarea({"rows": 6}), max_length=4000, initial=CONSENT)
    help = forms.ChoiceField(choices=Table.Help.choices, initial=Table.Help.FULL)
    blind = forms.BooleanField(
        required=False, initial=True, label="Tell who the partner was only after the questions"
    )

    def clean_pool(self) -> list[str]:
        """Agents that there are, each once, that can sit at a table of two with a person."""
        addresses = list(dict.fromkeys(self.cleaned_data["pool"].split()))
        try:
            for address in addresses:
                entry = registry.find(address)
                entry.refuse_unless_seatable(Rules.standard(2), with_people=True)
        except AgentError as error:
            raise forms.ValidationError(str(error)) from error
        if not 1 <= len(addresses) <= 400:
            raise forms.ValidationError("Name 1 to 400 agents.")
        return addresses

    def save(self, owner: Player) -> Study:
        """A new experiment with an unguessable seed."""
        data: dict[str, Any] = self.cleaned_data
        slug = f"{slugify(data['title'])[:30] or 'study'}-{secrets.token_hex(3)}"
        return Study.objects.create(slug=slug, owner=owner, seed=secrets.token_hex(8), **data)
