"""The paper's maps, from the authors' published archive beside the mean of our runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from analysis.figures import Figure
from analysis.maps.layers import Layer, Place, layer
from analysis.maps.map_figures import common_scale, map_figure, own_games
from analysis.papers.map_elites import paper
from analysis.papers.map_elites.diversity_figures import MAPS
from analysis.papers.map_elites.run_tables import Tables
from analysis.statistics import Estimate, mean

HEIGHT = 440
OURS = "mean of our runs"
INTERVALS = "The table has 95% intervals by Student's t, with runs as the units."


def figures(runs: Sequence[Tables], theirs: Tables | None) -> Iterator[Figure]:
    """Yield each of the paper's maps twice, from the authors' archive and from our runs, on one
    scale. Tables after the first are short: eight maps make a heavy page."""
    for number, (name, title) in enumerate(MAPS.items()):
        ours = [now for each in runs if (now := layer(name, each.archive, each.crossplay))]
        public = layer(name, theirs.archive, theirs.crossplay) if theirs else None
        means = _means(ours)
        together = _together(ours, means)
        low, high = common_scale([together, *([public] if public else [])])
        if theirs and public:
            figure = map_figure(theirs.archive, public, low=low, high=high, short=number > 0)
            yield replace(figure, title=f"{title}, {paper.PUBLIC}", height=HEIGHT)
        if runs:
            figure = map_figure(
                runs[0].archive, together, low=low, high=high, means=means, short=number > 0
            )
            yield replace(
                figure,
                name=f"ours-{name}",
                title=f"{title}, {OURS}",
                games=together.games or sum(own_games(each.archive) for each in runs),
                seed="",
                note=f"{figure.note} {INTERVALS}",
                height=HEIGHT,
                address="",
            )


def _means(layers: Sequence[Layer]) -> dict[Place, Estimate]:
    """Return the mean over the runs that have an elite in the cell."""
    places = sorted({place for each in layers for place in each.values})
    return {place: mean([e.values[place] for e in layers if place in e.values]) for place in places}


def _together(layers: Sequence[Layer], means: dict[Place, Estimate]) -> Layer:
    """Return a layer of the means."""
    values = {place: e.value for place, e in means.items() if e.value is not None}
    games = sum(each.games for each in layers)
    return replace(layers[0], values=values, digits=2, games=games, seed="", command="")
