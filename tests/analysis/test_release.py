"""A release tells nobody who played, can be checked, and reads back as it was written."""

import json
from pathlib import Path

import msgspec
import pandas as pd
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

import hanabi_lab as hl
from analysis.models import Participation, Person, Study, Trace
from analysis.release import tables
from analysis.studies.assignment import next_table
from analysis.studies.consent import withdraw
from analysis.studies.groups import group_of
from analysis.traces.importing import import_file
from analysis.traces.tables import collect
from game.models import CoachReport, Player, Seating
from game.puzzles.puzzle import AS_GOOD, puzzles
from game.replays.coach import Judged, Verdict
from native import Card, Game, Move, Rules
from tests.analysis.conftest import Write, finished_table, with_piers
from tests.game.conftest import seated
from tests.game.played import finished, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def _stored(write_lines: Write, logs: Path, alice: Player) -> None:
    """Two published games, one of agents here, one of a person here, one without a licence."""
    import_file(str(logs))
    import_file(write_lines(with_piers(4)), public=True)
    play_out(seated("rules:iggi", "rules:piers", by=alice, seed="agents", delay=0).slug)
    finished_table(alice)
    assert collect() == 2


def released(folder: Path) -> hl.Release:
    call_command("release", str(folder))
    return hl.load_release(folder)


@pytest.mark.usefixtures("_stored")
def test_a_release_has_the_publishable_games_with_the_engines_analysis(
    tmp_path: Path, alice: Player
) -> None:
    found = released(tmp_path / "release")
    games, moves = found.to_frame("games"), found.to_frame("moves")
    assert sorted(games.collection) == ["hanabidata", "hanabidata", "here"]
    assert set(games.licence) == {"CC BY 4.0"}
    texts = [games.to_csv(), moves.to_csv(), (found.folder / "README.md").read_text()]
    known = [one for person in Person.objects.all() for one in (person.name, person.key)]
    for name in (*known, alice.name, "Xenia"):
        assert not any(name in text for text in texts), name
    for row in games.itertuples():
        rules = Rules.standard(
            row.players,
            discard_at_max=bool(row.discard_at_max),
            stop_when_nothing_left=bool(row.stops_early),
        )
        game = Game(rules, deck=[Card.parse(card, rules.suits) for card in row.deck.split()])
        for move in moves[moves.game == row.game].itertuples():
            view, hand = game.view(move.seat), game.hands[move.seat]
            sets = [int(text) for text in move.possible.split()]
            assert sets == [view.possible(slot) for slot in range(rules.hand_size)]
            pairs = zip(sets, hand, strict=True)
            assert all(one >> rules.identity(card) & 1 for one, card in pairs if card is not None)
            game.play(Move.parse(move.move, rules))
        assert (game.score, game.strikes, game.turn) == (row.stacks, row.strikes, row.turns)
    assert f"{Trace.objects.count() - len(games)} stored games in all" in texts[-1]
    fits_its_description(found)
    call_command("release", str(tmp_path / "csv"), format="csv")
    in_csv = hl.load_release(tmp_path / "csv")
    for table in found.files:
        pd.testing.assert_frame_equal(in_csv.to_frame(table), found.to_frame(table))
    answers = found.to_frame("puzzles")
    best = answers.groupby("agent").cost.mean()
    assert best["conv:expert"] < best["rules:legal_random"]
    assert (answers.cost[answers.right == 1] < AS_GOOD).all()
    assert set(answers.puzzle) == set(range(1, len(puzzles()) + 1))


def fits_its_description(found: hl.Release) -> None:
    sheet, psych = (
        json.loads((found.folder / name).read_text())
        for name in ("croissant.json", "dataset_description.json")
    )
    meant = {one["name"]: one["description"] for one in psych["variableMeasured"]}
    for rows in sheet["recordSet"]:
        frame = found.to_frame(rows["field"][0]["source"]["fileObject"]["@id"])
        assert [field["name"] for field in rows["field"]] == list(frame)
        for field in rows["field"]:
            is_number = pd.api.types.is_numeric_dtype(frame[field["name"]])
            assert is_number == (field["dataType"] != "sc:Text"), field["name"]
            assert field["description"] in meant[field["name"]]


def asked(study: Study, name: str, *, ticks: bool) -> Participation:
    """A person who agreed to take part and finished one game."""
    client, address = Client(), study.get_absolute_url()
    page = client.get(address)
    form = {"consent": "yes", "version": page.context["consent"].version, "name": name}
    client.post(address, form | ({"publish": "yes"} if ticks else {}))
    somebody = study.participations.latest("number")
    play_out(next_table(somebody, somebody.person.player, 1).slug)
    return somebody


def test_games_of_participants_are_published_only_as_they_agreed(
    tmp_path: Path, study: Study
) -> None:
    study.licence, study.named, study.approval = "CC0 1.0", "start", "Board 7"
    study.groups = [{"name": name, "told": "person", "help": "none"} for name in "AB"]
    study.save()
    yes, _, gone = (asked(study, name, ticks=name != "Ben") for name in ("Ann", "Ben", "Cas"))
    withdraw(gone)
    collect()
    with pytest.raises(CommandError, match="There is nothing to write"):
        call_command("release", str(tmp_path / "open"))
    Study.objects.update(open=False)
    Seating.objects.update(blind=False)  # They have read the truth about their partners.
    found = released(tmp_path / "closed")
    (game,) = found.to_frame("games").itertuples()
    played = Trace.objects.get(table__assignment__participation=yes)
    assert (game.turns, game.licence) == (played.turns, "CC0 1.0")
    assert game.consent == yes.agreed["version"]
    group = group_of(yes)
    assert group is not None
    assert (game.experiment, game.group, game.order) == ("s", group.name, 1)
    assert (game.told, game.help, game.reasons) == ("person", "none", "live")
    sheet = (found.folder / "README.md").read_text()
    assert all(
        text in sheet for text in (yes.agreed["publication"], "Yes?", "Board 7", game.consent)
    )
    assert "Ann" not in sheet + found.to_frame("moves").to_csv()
    Participation.objects.update(publishes=False)
    assert not tables.publishable().exists()


def test_a_released_move_has_the_coachs_judgement_if_there_is_one(tmp_path: Path) -> None:
    slugs = [finished("rules:iggi", "rules:piers", seed=seed).slug for seed in ("one", "two")]
    collect()
    mistake = Judged(3, 0, "p0", 1.5, 0.2, "c1r", sure=True)
    CoachReport.objects.create(
        game=slugs[0],
        made_by="x",
        body=msgspec.to_builtins(Verdict("x", [mistake], done=True)),
        done=True,
        asked=timezone.now(),
    )
    moves = released(tmp_path / "release").to_frame("moves")
    judged = moves[moves.loss.notna()]
    assert [tuple(row) for row in judged[["turn", "loss", "loss_error", "best"]].values] == [
        (3, 1.5, 0.2, "c1r")
    ]
    assert moves.game.nunique() == 2


def test_a_person_who_was_not_asked_has_not_agreed(study: Study) -> None:
    assert not asked(study, "Ann", ticks=True).publishes


@pytest.mark.usefixtures("_stored")
def test_the_same_games_give_the_same_bytes_and_a_changed_file_is_refused_by_name(
    tmp_path: Path,
) -> None:
    one, other = (released(tmp_path / name).folder for name in ("one", "other"))
    for file in filter(Path.is_file, one.rglob("*")):
        assert file.read_bytes() == (other / file.relative_to(one)).read_bytes(), file
    games = one / "data" / "table-games_data.parquet"
    whole = games.read_bytes()
    games.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(hl.BadTable, match=r"table-games_data\.parquet differs"):
        hl.load_release(one)
    games.unlink()
    with pytest.raises(hl.BadTable, match=r"table-games_data\.parquet cannot be read"):
        hl.load_release(one)
    for name in ("../other/README.md", "a\0b"):
        (one / "SHA256SUMS").write_text(f"0  {name}\n")
        with pytest.raises(hl.BadTable, match="no file of this release"):
            hl.load_release(one)
    sums = (other / "SHA256SUMS").read_text().splitlines(keepends=True)
    for kept in ([], sums[:-1], sums[:1] + sums[2:]):
        (other / "SHA256SUMS").write_text("".join(kept))
        with pytest.raises(hl.BadTable, match="has no checksum of "):
            hl.load_release(other)
    with pytest.raises(hl.BadTable, match="is no release"):
        hl.load_release(tmp_path)


def test_a_release_overwrites_nothing_and_leaves_no_partial_folder(tmp_path: Path) -> None:
    kept = tmp_path / "full" / "notes.txt"
    kept.parent.mkdir()
    kept.write_text("mine")
    with pytest.raises(CommandError, match="A release needs a new folder"):
        call_command("release", str(kept.parent))
    with pytest.raises(CommandError, match="There is nothing to write"):
        call_command("release", str(tmp_path / "empty"))
    assert [path.name for path in tmp_path.rglob("*")] == ["full", "notes.txt"]
