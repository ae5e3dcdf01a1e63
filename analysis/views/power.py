"""The power calculator: how many people an experiment needs."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from analysis import scorings
from analysis.studies.power_figures import needed, variance_of, varies
from analysis.views.pages import PageFilters, show

POWERS = (80, 90, 95)


class PowerForm(forms.Form):
    """The difference that the experiment should detect, and with what probability."""

    difference = forms.FloatField(
        required=False, min_value=0.1, max_value=25, label="Difference, points", initial=2
    )
    games = forms.IntegerField(
        required=False, min_value=1, max_value=100, label="Games with each partner", initial=1
    )
    power = forms.TypedChoiceField(
        required=False,
        coerce=int,
        choices=[(str(share), f"{share}% of the time") for share in POWERS],
        label="Found",
        initial="80",
    )
    scoring = forms.ChoiceField(required=False, choices=scorings.CHOICES)


@require_GET
def power(request: HttpRequest) -> HttpResponse:
    """Show the required number of people.

    Parameters: `?difference=2&games=1&power=80&scoring=zero`, and the filters of games.
    """
    fields = PowerForm.base_fields
    asked = {name: request.GET.get(name) or field.initial for name, field in fields.items()}
    form, filters = PowerForm(asked), PageFilters(request.GET)
    if not (form.is_valid() and filters.is_valid()):
        return show(request, "analysis/power.html", form=form, filters=filters, status=400)
    data = form.cleaned_data
    found = variance_of(filters.seats(), filters.score)
    figures = []
    answer = None
    if found is not None:
        people = needed(found, data["games"], data["power"] / 100, data["difference"])
        answer = next(row for row in people.rows if row[0] == data["difference"])
        figures = [people, varies(found)]
    context = {"form": form, "filters": filters, "answer": answer, "found": found}
    return show(request, "analysis/power.html", figures, 200, None, **context)
