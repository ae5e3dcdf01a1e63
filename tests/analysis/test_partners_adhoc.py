"""Ad-hoc performance on a page: what the evaluation says, what an archive says, who leads."""

import json
from typing import Any

import numpy as np
import pytest
from django.test import Client

from agents import registry
from agents.archives import runs
from agents.kinds.elites import address_of
from analysis.charts import QUANTILES, boxes
from analysis.diversity import crossplay
from analysis.evaluate import archive_evaluation
from analysis.evaluate.challenge.submission import Submission, schedule
from analysis.partners import adhoc
from analysis.partners.adhoc import AdHocResult, spread
from analysis.statistics import Estimate, ranks
from native import Rng, Rules
from native.play.matches import MATCH, packed, play
from tests.analysis.conftest import figures_of, records, study_form
from tests.game.conftest import said

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PIERS = "/analysis/partners/rules:piers/"


def rows_of(figure: Any) -> dict[str, dict[str, Any]]:
    return {next(iter(row.values())): row for row in records(figure)}


def evaluated(pool: str, **options: Any) -> dict[str, Any]:
    options = {"games": 200, "seed": "1", **options}
    return json.loads(said("evaluate", "rules:piers", pool=pool, json=True, **options))


@pytest.mark.parametrize(
    ("query", "pool", "name"),
    [
        ({}, "pool:literature7", "literature7"),
        ({"pool": "rules:iggi rules:outer"}, "rules:iggi;rules:outer", "rules:iggi;rules:outer"),
        ({"scoring": "zero"}, "pool:literature7", "literature7"),
        ({"players": "4"}, "pool:literature7", "literature7"),
    ],
)
def test_a_pool_on_the_page_is_what_the_command_prints(
    client: Client, query: dict[str, str], pool: str, name: str
) -> None:
    row = rows_of(figures_of(client, PIERS, **query)["adhoc"])[name]
    options = {"scoring": query.get("scoring", "stacks"), "players": int(query.get("players", 2))}
    report = evaluated(pool, **options)
    assert row["mean"] == report["mean"]
    assert row["low"] == pytest.approx(max(0, report["low"]))
    assert (row["worst member"], row["struck out"]) == (report["worst"], report["strikeouts"])
    assert (row["best fixed agent"], row["best partners"]) == (
        report["generalist"],
        report["oracle"],
    )


@pytest.mark.parametrize("name", ["literature7", "pool:literature7"])
def test_pages_forms_and_commands_take_a_pool_by_name_or_address(client: Client, name: str) -> None:
    assert evaluated(name, games=1)["pool"] == "pool:literature7"
    with_one_more = client.get(PIERS, {"pool": f"{name} rules:focus"}).context["figures"]
    row = rows_of(next(one for one in with_one_more if one.name == "adhoc"))
    assert row["literature7;rules:focus"]["members or people"] == 8
    for page in (PIERS, "/analysis/pools/"):
        assert client.get(page, {"pool": name}).context["filters"].errors == {}
    form = study_form(pool=name, games="1")
    assert (form.is_valid(), len(form.cleaned_data["pool"])) == (True, 7)
    assert len(schedule(Submission("tests", name, games=1, seed="1"))) == 7


def test_the_row_with_itself_is_self_play(client: Client) -> None:
    row = rows_of(figures_of(client, PIERS)["adhoc"])["itself"]
    assert row["mean"] == evaluated("pool:literature7")["self_play"] == pytest.approx(17.3, abs=0.5)
    assert row["games"] == 200


def test_every_archive_is_a_pool_with_scores_of_every_game(client: Client) -> None:
    figures = figures_of(client, PIERS)
    adhoc, spread = rows_of(figures["adhoc"]), rows_of(figures["spread"])
    for run in ("improved-1", "improved-2", "improved-3", "paper-1", "paper-2", "paper-3"):
        row = adhoc[run]
        assert row["members or people"] == len(runs.load(run).valid)
        assert row["games"] == archive_evaluation.GAMES * row["members or people"]
        shares = {int(score): share for score, share in spread[run].items() if score != "with"}
        assert sum(shares.values()) == pytest.approx(1)
        assert sum(s * share for s, share in shares.items()) == pytest.approx(row["mean"])


def test_an_elite_meets_itself_in_its_own_cell() -> None:
    archive = runs.load("improved-1")
    number = 150
    cell = archive.valid[number]
    address = address_of(archive.run, cell)
    found = archive_evaluation.evaluate_on_archive(address, archive)
    own = registry.find(address).rule_list(2)
    assert own is not None
    matches = np.zeros(archive_evaluation.GAMES, MATCH)
    matches["stream"] = number * archive_evaluation.GAMES + np.arange(archive_evaluation.GAMES)
    matches["games"] = 1
    alone = play(Rules.standard(2), packed([own]), matches, Rng(archive_evaluation.SEED))["points"]
    assert found.played.stacks[0, number].tolist() == alone.tolist()
    others = np.delete(found.played.stacks[0], number, axis=0)
    assert not (others == alone).all(axis=1).any()
    table = crossplay.load("improved-1")
    assert (found.means("stacks") == table.mean[number]).all(), "as on the pages of the run"


def test_the_interval_over_an_archive_is_that_of_its_strata() -> None:
    found = archive_evaluation.evaluate_on_archive("rules:iggi", runs.load("paper-1"))
    scores = found.played.scores("zero")[0]
    mean = found.mean("zero")
    assert mean.value == pytest.approx(scores.mean(axis=1).mean())
    variances = scores.var(axis=1, ddof=1) / archive_evaluation.GAMES
    assert mean.sem == pytest.approx(np.sqrt(variances.sum()) / len(scores))
    assert found.struck == found.played.struck.sum()


def test_the_map_shows_the_score_with_each_elite_of_any_archive(client: Client) -> None:
    for run in ("paper-2", "improved-3"):
        figure = figures_of(client, PIERS, run=run)[f"{run}-adhoc"]
        means = [row[3] for row in figure.rows]
        assert np.mean(means) == pytest.approx(
            rows_of(figures_of(client, PIERS)["adhoc"])[run]["mean"]
        )
    assert client.get(PIERS, {"run": "nothing"}).status_code == 404


@pytest.mark.parametrize(
    ("pool", "words"),
    [
        ("rules:nobody", "There is no agent"),
        ("/etc/passwd", "There is no pool"),
        ("pool:paper-1", "at most 20 agents"),
        (" ".join(f"genes:{n}" for n in range(21)), "at most 20 agents"),
    ],
)
@pytest.mark.parametrize(("page", "field"), [(PIERS, "pool"), ("/analysis/pools/", "agents")])
def test_an_invalid_pool_is_refused_beside_its_field(
    client: Client, page: str, field: str, pool: str, words: str
) -> None:
    answer = client.get(page, {field: pool})
    assert answer.status_code == 400
    assert words in answer.context["filters"].errors[field][0]


def test_agents_written_in_python_play_with_small_pools(client: Client) -> None:
    names = rows_of(figures_of(client, "/analysis/partners/hat:information/")["adhoc"])
    assert set(names) == {"itself", "literature7"}


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ({}, "literature7"),
        ({"pool": "improved-2"}, "improved-2"),
        ({"agents": "rules:iggi rules:flawed"}, "rules:iggi;rules:flawed"),
    ],
)
def test_the_standings_rank_what_the_pages_of_the_agents_say(
    client: Client, query: dict[str, str], name: str
) -> None:
    figure = figures_of(client, "/analysis/pools/", **query)["standings"]
    rows = figure.rows
    assert [row[2] for row in rows] == sorted((row[2] for row in rows), reverse=True)
    piers = next(row for row in rows if row[13] == "rules:piers")
    own = {"pool": query["agents"]} if "agents" in query else {}
    page = rows_of(figures_of(client, PIERS, **own)["adhoc"])[name]
    assert piers[2:5] == (page["mean"], page["low"], page["high"])
    assert rows[-1][0] == "Legal Random"
    assert rows[-1][1] == "16"


def test_agents_that_the_games_cannot_separate_share_their_places(client: Client) -> None:
    page = client.get("/analysis/pools/")
    results = [one for *_, one in page.context["filters"].companies]
    places = ranks(results, adhoc.compare)
    by_value = sorted(zip(results, places, strict=True), key=lambda pair: -pair[0].mean.value)
    rows = page.context["figure_of"]["standings"].rows
    assert all(f"{row[2]:.2f} points (" in page.content.decode() for row in rows), "rounded twice"
    shown = [row[1] for row in rows]
    assert shown == [f"{a}" if a == b else f"{a}–{b}" for _, (a, b) in by_value]
    assert any("–" in place for place in shown)
    careful = ranks([one.mean for one in results])
    assert sum(b - a for a, b in places) < sum(b - a for a, b in careful)


def test_an_archive_of_other_tables_is_refused(client: Client) -> None:
    page = client.get("/analysis/pools/", {"pool": "paper-1", "players": "3"})
    assert page.status_code == 400
    assert "do not play at tables of 3" in page.content.decode()


def test_a_score_that_one_kind_of_partners_never_reached_has_a_share_of_none_of_its_games() -> None:
    """Kinds of partners are counted up to scores of their own."""
    far = AdHocResult("far", Estimate(2.0, 0.5, 4), 4, None, 0.0, distribution=(1, 0, 1, 2))
    near = AdHocResult("near", Estimate(0.5, 0.5, 2), 2, None, 0.0, distribution=(1, 1))
    figure = spread([far, near], "stacks")
    assert [column.title for column in figure.columns] == ["with", "0", "1", "2", "3"]
    assert figure.rows == [("far", 0.25, 0, 0.25, 0.5), ("near", 0.5, 0.5, 0, 0)]


def test_boxes_have_the_quantiles_of_the_games() -> None:
    rng = np.random.default_rng(3)
    counts = rng.integers(0, 40, 26)
    scores = np.repeat(np.arange(26), counts)
    box = boxes({"one": counts.tolist()})
    for name, share in QUANTILES.items():
        assert box[name] == [np.quantile(scores, share, method="inverted_cdf")]


def test_an_external_agent_has_a_page_and_a_rank_once_its_report_is_stored(client: Client) -> None:
    agent = "python:tests.analysis.challengers:FirstLegal"
    page = f"/analysis/partners/{agent}/"
    assert client.get(page).status_code == 404
    said("evaluate", agent, games=4, keep=True)
    figures = figures_of(client, page)
    assert "itself" in rows_of(figures["adhoc"])
    assert "members-1" in figures
    places = rows_of(figures_of(client, "/analysis/pools/")["standings"])
    assert places[agent]["games"] == 4 * 7
    assert places[agent]["mean"] < places["Piers"]["mean"]
    assert agent not in rows_of(figures_of(client, "/analysis/pools/", players="3")["standings"])
