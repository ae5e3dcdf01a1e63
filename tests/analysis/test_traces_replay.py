"""Games from elsewhere are replayed like those of our tables, by those who may see them."""

from dataclasses import replace

import pytest
from django.test import Client

from analysis.models import Person, Trace
from analysis.traces.importing import import_file
from analysis.traces.tables import find
from native import Game, Move, Rng, Rules
from tests.analysis.conftest import Write, play, trace, with_piers

pytestmark = pytest.mark.django_db

PAGES = ("", "frames.json", "hindsight.json", "line/3/", "line/3/frames.json", "trace.json")
HOW_KNOWN = "how-known/?turn=3"


@pytest.fixture
def agents_game(write_lines: Write) -> Trace:
    game = play(["rules:iggi", "rules:piers"], 3)
    import_file(write_lines(trace(game, ["I", "P"], ["rules:iggi", "rules:piers"])))
    return Trace.objects.get()


@pytest.mark.long
def test_every_page_of_an_imported_games_replay_opens(agents_game: Trace, client: Client) -> None:
    for page in (*PAGES, HOW_KNOWN):
        assert client.get(f"/replays/{agents_game.digest}/{page}").status_code == 200, page


def test_a_replayed_import_has_its_seats_and_score(agents_game: Trace, client: Client) -> None:
    frames = client.get(f"/replays/{agents_game.digest}/frames.json").json()["frames"]
    hindsight = client.get(f"/replays/{agents_game.digest}/hindsight.json").json()

    assert len(frames) == agents_game.turns + 1
    assert frames[-1]["ending"]["stacks"] == agents_game.stacks
    assert [seat["address"] for seat in frames[0]["seats"]] == ["rules:iggi", "rules:piers"]
    assert hindsight["score"][-1] == hindsight["low"][-1] == agents_game.stacks


def test_an_imported_game_is_replayed_by_its_own_rules(write_lines: Write, client: Client) -> None:
    """Its first move is a discard with all clue tokens, which our tables do not allow."""
    rules = replace(Rules.standard(2), discard_at_max=True)
    game = Game(rules, seed=Rng(1))
    game.play(Move.discard(0))
    game.play(Move.discard(0))
    game.terminate()
    written = trace(
        Game(replace(rules, discard_at_max=False), deck=game.deck), ["I", "P"], ["a:b", "a:b"]
    )
    order = [game.history[0].order, game.history[1].order]
    written["actions"] = [{"type": 1, "target": number, "value": 0} for number in order]
    written["lab"] |= {"discard_at_max": True, "end": "terminated"}
    assert not import_file(write_lines(written)).refused
    slug = Trace.objects.get().digest

    for page in (*PAGES[:3], "line/1/frames.json", *PAGES[5:], "how-known/?turn=2"):
        assert client.get(f"/replays/{slug}/{page}").status_code == 200, page
    found = client.get(f"/replays/{slug}/trace.json").json()
    assert found["lab"]["discard_at_max"] is True
    assert len(found["actions"]) >= 2


@pytest.mark.long
def test_a_private_game_has_no_replay(write_lines: Write, client: Client) -> None:
    import_file(write_lines(with_piers(3, "Anna")))
    slug = Trace.objects.get().digest
    for page in (*PAGES, HOW_KNOWN):
        assert client.get(f"/replays/{slug}/{page}").status_code == 404
    Person.objects.update(public=True)
    frames = client.get(f"/replays/{slug}/frames.json")
    assert frames.status_code == 200
    assert "Anna" not in frames.content.decode()


def test_an_imported_games_replay_shows_its_date_and_its_chat_by_turn(write_lines: Write) -> None:
    written = trace(play(["rules:iggi", "rules:piers"], 3), ["I", "P"], ["rules:iggi"] * 2)
    written["lab"] |= {"notes": [{"turn": 4, "text": "Somebody came."}]}
    import_file(write_lines(written))
    kept = Trace.objects.get()
    state = find(kept.digest, None)
    assert [(note.turn, note.version, note.text) for note in state.notes] == [
        (4, 4, "Somebody came.")
    ]
    assert state.table.finished == kept.played is not None
