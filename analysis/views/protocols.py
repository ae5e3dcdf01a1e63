"""The page of standings: agents under the protocols by which they are measured."""

from django import forms
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from agents import registry
from agents.archives.setting import SCORINGS
from analysis import scorings
from analysis.collections import title
from analysis.protocols import best_responses, families, family_figures, figures, standing
from analysis.protocols.protocol import PROTOCOLS
from analysis.views.pages import show
from game.forms import ChoiceForm

DEFAULT = "literature7"
LEARNING, PLAIN, SHOWN = PROTOCOLS["learning"], PROTOCOLS["literature7"], PROTOCOLS["shown"]


class ProtocolForm(ChoiceForm):
    """The form that chooses the evaluation protocol whose standings (ranking of agents) to show,
    and the scoring.
    """

    protocol = forms.ChoiceField(
        choices=[(name, protocol.title) for name, protocol in PROTOCOLS.items()],
        initial=DEFAULT,
    )
    scoring = forms.ChoiceField(
        choices=[(name, scorings.SAID[name].capitalize()) for name in ("zero", "stacks")],
    )


@require_GET
def protocols(request: HttpRequest) -> HttpResponse:
    """Show the stored standings (ranking of agents) of an evaluation protocol, and the cross-play
    between families of agents.
    """
    form = ProtocolForm(request.GET or {"protocol": DEFAULT})
    if not form.is_valid():
        return show(request, "analysis/protocols.html", filters=form, status=400)
    chosen = PROTOCOLS[form.cleaned_data["protocol"] or DEFAULT]
    scoring = form.cleaned_data["scoring"] or SCORINGS[1]
    crossplay = families.load()
    learning, plain, shown = (standing.load(one) for one in (LEARNING, PLAIN, SHOWN))
    stored = standing.load(chosen)
    old = {
        one.agent
        for one in stored.agents
        if not (entry := registry.find_if_any(one.agent))
        or entry.version != one.version
        or one.met not in ("", chosen.versions)
    }
    return show(
        request,
        "analysis/protocols.html",
        [
            figures.standings(
                chosen,
                stored,
                scoring,
                old,
                chosen.addresses,
                best_responses.of_protocol(chosen),
            ),
            *filter(None, [figures.best_responses(best_responses.load())]),
            *([figures.few_shot(LEARNING, learning, plain, scoring)] if learning.agents else []),
            *([figures.foreseen(SHOWN, shown, plain, scoring)] if shown.agents else []),
            family_figures.by_family(crossplay, scoring),
            family_figures.by_agent(crossplay, scoring),
        ],
        filters=form,
        protocols=PROTOCOLS.values(),
        changed=sorted({title(one) for one in old}),
    )
