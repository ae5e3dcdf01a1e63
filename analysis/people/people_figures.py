"""Figures about one person: scores, style, and agreement with agents."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from analysis.charts import dots, means_along, rows_height, whole_ticks
from analysis.figures import Column, Figure
from analysis.models import TraceSeat
from analysis.partners.action_agreement import EACH, Agreement
from analysis.partners.names import title
from analysis.people.action_agreement import AgentAgreement
from analysis.people.learning_curve import blocks, in_order, ways
from analysis.people.style import PlayingStyle
from analysis.people.with_agents import WithAgent
from analysis.scorings import SAID
from analysis.statistics import slope
from native.play.measures import MEASURES

ESTIMATE = (Column("value", 3), Column("low", 3), Column("high", 3))
OTHERS = {
    "told_per_clue": "cards of which a clue told something new",
    "idle_clues": "share of the clues that told nothing new",
    "lost_tokens": "clue tokens a game not gained since all were there",
    "wasted_tokens": "these, and those spent on clues that told nothing new",
}
BY_GAME = "95% intervals by Student's t, with games as the units."


def with_agents(agents: Sequence[WithAgent], scoring: str) -> Figure:
    """Plot mean scores with each agent, without it, and of other people with it."""
    names = [title(one.address) for one in agents]
    pairs = list(zip(names, agents, strict=True))
    series = {
        "with it": [(name, one.mean) for name, one in pairs],
        "without it": [(name, one.without) for name, one in pairs],
        "everybody else with it": [(name, one.others) for name, one in pairs],
    }
    traces, layout = dots(series, f"mean score ({SAID[scoring]})")
    return Figure(
        name="with-agents",
        title="With and without each agent",
        columns=[
            Column("agent"),
            Column("games"),
            *(Column("mean"), Column("low"), Column("high")),
            *(Column("without it"), Column("low without"), Column("high without")),
            *(Column("everybody else with it"), Column("their low"), Column("their high")),
        ],
        rows=[(name, one.games, *_row(one)) for name, one in pairs],
        games=sum(one.games for one in agents),
        note=f"{BY_GAME} For everybody else the units are people. A game with several agents "
        "counts for each of them.",
        traces=traces if agents else (),
        layout=layout,
        height=rows_height(len(agents)) + 20,
    )


def _row(one: WithAgent) -> list[float | None]:
    estimates = (one.mean, one.without, one.others)
    return [number for e in estimates for number in (e.value, e.low, e.high)]


def learning_curve(seats: QuerySet[TraceSeat], scoring: str) -> Figure:
    """Plot the mean score over the sequence of games."""
    scores = in_order(seats, scoring)
    points = blocks(scores)
    traces, layout = means_along(points, "game", "mean score")
    layout["xaxis"] |= whole_ticks(len(scores))
    return Figure(
        name="learning",
        title="From game to game",
        columns=[Column("around game", 1), Column("mean"), Column("low"), Column("high")],
        rows=[(place, e.value, e.low, e.high) for place, e in points],
        games=len(scores),
        note=f"Finished games in order, {ways(len(scores))}; "
        f"{SAID[scoring]}. {BY_GAME} {_trend(scores)}",
        traces=traces if len(points) > 1 else (),
        layout=layout,
        height=280,
    )


def _trend(scores: Sequence[int]) -> str:
    """Return a sentence with the slope of the scores, or "" if it has no interval."""
    line = slope([float(score) for score in scores])
    if line.value is None or line.low is None or line.high is None:
        return ""
    return (
        f"A straight line through all games has a slope of {line.value:+.3f} points a game "
        f"({line.low:+.3f} to {line.high:+.3f})."
    )


def playing_style(playing: PlayingStyle, games: int) -> Figure:
    """Tabulate the measures of a person's play."""
    rows = [
        *((name, playing.measures[name], measure.words) for name, measure in MEASURES.items()),
        *((name, getattr(playing, name), words) for name, words in OTHERS.items()),
    ]
    return Figure(
        name="style",
        title="Style",
        columns=[Column("measure"), *ESTIMATE, Column("what it is")],
        rows=[
            (name.replace("_", " "), e.value, e.low, e.high, meaning) for name, e, meaning in rows
        ],
        games=games,
        note=f"Ratios of totals over all games. {BY_GAME} Players of hanab.live are near "
        "communicativeness 0.47 and information per play 0.44 (AH2AC2, 2025).",
    )


def plays_like(closest: Sequence[AgentAgreement], games: int) -> Figure:
    """Plot the agreement with each named agent: all moves, plays, discards and clues."""
    drawn = {kind: [(one.entry.title, one.moves.share(kind)) for one in closest] for kind in EACH}
    traces, layout = dots(drawn, "share of the same moves")
    return Figure(
        name="plays-like",
        title="Plays most like",
        columns=[
            *(Column("agent"), Column("mean of the three"), Column("all moves")),
            *(Column("low"), Column("high")),
            *(Column(kind) for kind in EACH),
            Column("address"),
        ],
        rows=[
            *(
                (
                    one.entry.title,
                    *(one.moves.even, one.share.value, one.share.low, one.share.high),
                    *(one.moves.share(kind).value for kind in EACH),
                    one.entry.address,
                )
                for one in closest
            ),
            *([_base_rate(closest[0].moves)] if closest else []),
        ],
        games=games,
        note="Share of the moves that the agent would have made too, seeing what this person saw, "
        "over the latest games; below the named agents, the elite of the map with the nearest "
        "measures. An agent that always plays agrees with every play, so agents are in the order "
        "of the mean over plays, discards and clues; the last row is what any legal move at random "
        f"would agree on. {BY_GAME}",
        traces=traces if closest else (),
        layout=layout,
        height=rows_height(len(closest)),
    )


def _base_rate(moves: Agreement) -> tuple[str | float | None, ...]:
    """Return the table row of the agreement expected of a random legal move."""
    chances = [moves.chance(kind) for kind in EACH]
    known = [chance for chance in chances if chance is not None]
    even = sum(known) / len(known) if known else None
    return ("Any legal move", even, moves.chance("all"), None, None, *chances, "")
