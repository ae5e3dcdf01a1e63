"""Pages on studies of published papers: winnable deals, perfect information, deep reinforcement
learning, and multiplicative weights (MWUM).
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_GET

from agents.runs.errors import BadRun
from analysis.papers import strangers
from analysis.papers.deals import counting, deal_figures
from analysis.papers.deals.counting import BadCount
from analysis.papers.learning import belief_figures, curve_figures, table_figures
from analysis.papers.learning.findings import Findings as LearningFindings
from analysis.papers.learning.ways import all_ways
from analysis.papers.mwum import learning_figures as mwum_figures
from analysis.papers.mwum import outcome_figures, series
from analysis.papers.mwum.findings import Findings as MwumFindings
from analysis.papers.perfect import measured, perfect_figures, published, reduced_figures
from analysis.papers.perfect.findings import Findings as PerfectFindings
from analysis.papers.strangers import LEARNERS
from analysis.partners import clue_efficiency
from analysis.views.pages import show
from game.views.finding import found_unless
from native.strategies.perfect import Ruleset

DEFAULT = Ruleset.OFFICIAL


@require_GET
def deals(request: HttpRequest) -> HttpResponse:
    """Show the page of winnable deals: the stored numbers of deals that can be won with all cards
    known.
    """
    with found_unless(BadCount):
        drawn = deal_figures.figures()
        usual = {players: counting.stored(players) for players in counting.PLAYERS}
        hands = {hand: counting.stored(hand=hand) for hand in counting.HANDS}
        few = counting.stored(tokens=1)
    return show(
        request,
        "analysis/deals.html",
        drawn,
        usual=[(players, count) for players, count in usual.items() if count],
        two=usual[2],
        three=usual[3],
        five=usual[5],
        small_hand=hands[3],
        large_hand=hands[6],
        one_token=few,
    )


@require_GET
def perfect(request: HttpRequest) -> HttpResponse:
    """Show the page on how well Hanabi can be played if every hand is visible.

    `?reading=official` or `seed` chooses the rules: the official ones, or those of the programs of
    Gordon et al. (2024).
    """
    named = {reading.name.lower(): reading for reading in perfect_figures.READINGS}
    wish = request.GET.get("reading", DEFAULT.name.lower())
    if wish not in named:
        raise Http404(f"A reading is {' or '.join(named)}, not {wish[:40]}.")
    bots, people = clue_efficiency.agents(), clue_efficiency.people()
    with found_unless(measured.BadMeasurements, BadCount):
        results = measured.load()
        drawn = [
            *perfect_figures.figures(results, named[wish]),
            perfect_figures.table_sizes(results),
            reduced_figures.figure(results),
            reduced_figures.steps(results),
            reduced_figures.short(results),
            clue_efficiency.figure([*bots, *people]),
        ]
    return show(
        request,
        "analysis/perfect.html",
        drawn,
        reading=wish,
        readings=[(name, perfect_figures.READINGS[reading]) for name, reading in named.items()],
        numbers=PerfectFindings(results),
        published=published,
        best=clue_efficiency.best_bot(bots),
        people=people[0] if people else None,
    )


@require_GET
def learning(request: HttpRequest) -> HttpResponse:
    """Show all training runs of deep reinforcement learning: scores, learning curves, how well
    agents predict their own cards (beliefs), and play with partners they were not trained with.
    """
    ways, models = all_ways(), belief_figures.models()
    tables = sorted({way.recipe.players for way in ways})
    curves = [
        figure
        for p in tables
        for plus in (False, True)
        if (figure := curve_figures.curves(ways, p, plus=plus))
    ]
    actions = [figure for p in tables if (figure := curve_figures.actions(ways, p))]
    memory = table_figures.figure(ways)
    met, numbers = LEARNERS["learning"].load(), LearningFindings(ways, models)
    shown = [
        table_figures.table(ways),
        curve_figures.missing(ways),
        table_figures.differences(ways),
        *([belief_figures.tests(numbers.told)] if numbers.told else []),
        *curves,
        *([memory] if memory else []),
        *actions,
        *([belief_figures.beliefs(models)] if models else []),
        *([strangers.figure("learning", met)] if met else []),
        table_figures.cost(ways),
    ]
    return show(
        request,
        "analysis/learning.html",
        shown,
        numbers=numbers,
        met=met,
        memory=memory.title if memory else "",
        commands=table_figures.commands(ways),
    )


@require_GET
def mwum(request: HttpRequest) -> HttpResponse:
    """Show the figures of all training runs of the learner by multiplicative weights (MWUM)."""
    with found_unless(BadRun):
        training_runs = {each: series.training_runs(each) for each in series.ALL}
        met = LEARNERS["mwum"].load()
        shown = [
            mwum_figures.plateau(training_runs),
            mwum_figures.enhancements(training_runs),
            mwum_figures.met(training_runs),
            mwum_figures.regret(training_runs),
            mwum_figures.halves(training_runs),
            outcome_figures.lengths(training_runs),
            mwum_figures.episodes(training_runs),
            outcome_figures.reached(training_runs),
            outcome_figures.scores(training_runs),
            outcome_figures.habits(),
            *([strangers.figure("mwum", met)] if met else []),
        ]
        numbers = MwumFindings(training_runs, met)
    return show(
        request,
        "analysis/mwum.html",
        shown,
        numbers=numbers,
        commands=[(each.title, each.command()) for each in series.ALL],
        three=[f"mwum:{series.THREE.run(seed)}" for seed in series.SEEDS],
        agents=[f"mwum:{series.KNOWING.run(seed)}" for seed in series.SEEDS],
    )
