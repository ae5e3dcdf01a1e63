"""The form that starts a small run from a page."""

from typing import Any

from django import forms

from agents.archives import BadParameters, BadRun, Recipe, Setting, runs
from agents.archives.setting import ALGORITHMS, ALPHABETS, MODES, SCORINGS
from agents.generator.run import started
from agents.generator.tasks import go_on
from analysis.scorings import SAID
from native.play.measures import MEASURES

MOST_INDIVIDUALS = 200_000
"""The largest number of individuals of a run that is started from a page; larger runs need the
command line."""


def _choices(names: Any) -> list[tuple[str, str]]:
    return [(name, str(name).replace("_", " ")) for name in names]


class NewRunForm(forms.Form):
    """The form with the parameters of a run of the generator; the default algorithm is
    `improved`.
    """

    name = forms.CharField(max_length=40, help_text="Small letters, digits and hyphens.")
    algorithm = forms.ChoiceField(
        choices=_choices(ALGORITHMS),
        initial="improved",
        help_text="Paper: as published. Improved: elites are measured again, with fewer games in "
        "all. Adaptive: like improved, with fewer first games of each candidate.",
    )
    alphabet = forms.ChoiceField(
        choices=[(name, f"{name}: {len(rules)}") for name, rules in ALPHABETS.items()],
        initial="full",
        help_text="The rules that an agent's list of 15 is drawn from.",
    )
    mode = forms.ChoiceField(
        choices=_choices(MODES),
        initial="clean",
        label="When a rule fails",
        help_text="Faithful: the game ends, as published. Clean: the next rule is asked.",
    )
    players = forms.TypedChoiceField(choices=[(n, n) for n in range(2, 6)], coerce=int)
    scoring = forms.ChoiceField(choices=[(name, SAID[name].capitalize()) for name in SCORINGS])
    rows = forms.ChoiceField(choices=_choices(MEASURES), initial="communicativeness")
    columns = forms.ChoiceField(choices=_choices(MEASURES), initial="risk_aversion")
    side = forms.IntegerField(min_value=2, max_value=40, initial=20, label="Grid size")
    individuals = forms.IntegerField(min_value=1, max_value=MOST_INDIVIDUALS, initial=100_000)
    initial_individuals = forms.IntegerField(
        min_value=1, initial=5_000, label="Random initial individuals"
    )
    games = forms.IntegerField(
        min_value=1, max_value=1000, initial=100, label="Games per evaluation"
    )
    seed = forms.CharField(max_length=100, initial="1")

    def clean(self) -> dict[str, Any]:
        """Return the cleaned fields, with the run's Setting (game, rules and map) as `setting` and
        its Recipe (algorithm and budget) as `recipe`.

        Raise ValidationError if either is invalid or the run's name cannot be used.
        """
        data = super().clean() or {}
        if self.errors:
            return data
        try:
            data["setting"] = Setting(
                **{name: data[name] for name in ("players", "alphabet", "mode", "scoring")},
                measures=(data["rows"], data["columns"]),
                grid=(data["side"], data["side"]),
            )
            data["recipe"] = Recipe(
                **{name: data[name] for name in ("seed", "individuals", "algorithm", "games")},
                initial=data["initial_individuals"],
            )
            runs.refuse_unless_free(data["name"])
        except (BadParameters, BadRun) as error:
            raise forms.ValidationError(str(error)) from None
        return data

    def start(self) -> str:
        """Create the run that the valid form describes, queue it for the worker, and return its
        name.
        """
        data = self.cleaned_data
        with started(data["name"], data["setting"], data["recipe"]):
            pass
        go_on.enqueue(data["name"])
        return str(data["name"])
