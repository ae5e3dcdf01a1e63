"""A replay looked at from one seat, and games that were played elsewhere."""

from __future__ import annotations

import pytest
from django.test import Client

from game.replays import recorded
from game.tables.state import load
from tests.game import played

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seat", [0, 1])
def test_from_a_seat_its_own_cards_lie_face_down_in_every_frame(client: Client, seat: int) -> None:
    table = played.finished("rules:iggi", "rules:piers", seed="from a seat")
    answer = client.get(f"/replays/{table.slug}/frames.json", {"seat": seat}).json()
    frames = answer["frames"][:-1]
    assert len(frames) == len(load(table.slug).moves)
    for frame in frames:
        assert not any("id" in card for card in frame["hands"][seat])
        assert all("id" in card for card in frame["hands"][1 - seat])


def test_whoever_knows_a_game_from_elsewhere_is_asked_though_others_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = load(played.finished("rules:iggi", "rules:piers", seed="elsewhere").slug)
    finders = [lambda *_: None, lambda name, _: state if name == "there" else None]
    monkeypatch.setattr(recorded, "_finders", finders)
    assert recorded.find("there", None) is state
    assert recorded.find("nowhere", None) is None
