"""The pictures of the conventions show what the agent reads and plays, and what their texts say."""

import pytest
from django.test import Client

from agents.kinds.conv.lessons import pictures
from agents.kinds.conv.profiles import about
from agents.persona import Picture


def picture(title: str) -> Picture:
    return next(one for one in pictures("expert") if one.title == title)


def labels(title: str) -> dict[str, str]:
    """By holder and card."""
    return {
        f"{hand.name} {card.suit}{card.rank}": card.label
        for hand in picture(title).hands
        for card in hand.cards
        if card.label
    }


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Your chop is the card that you discard next", {"Bo p4": "chop"}),
        ("A clue to keep", {"Bo b2": "chop, focus"}),
    ],
)
def test_a_picture_labels_only_the_chop_and_the_focus(title: str, shown: dict[str, str]) -> None:
    assert labels(title) == shown


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("A prompt", {"Bo r1": "plays"}),
        ("A finesse", {"Bo r1": "plays", "Cy r2": "focus, then plays"}),
        ("A fix", {"Bo r4": "focus"}),
    ],
)
def test_a_picture_labels_played_and_waiting_cards(title: str, shown: dict[str, str]) -> None:
    assert shown.items() <= labels(title).items()


def test_a_card_already_played_is_no_reading_of_another() -> None:
    (hand,) = picture("Clued cards are useful, and all different").hands
    read = next(card.read for card in hand.cards if card.clued)
    assert read == (("r", 1), ("g", 1), ("b", 1), ("p", 1))


def test_the_pictures_for_two_players_show_two_hands() -> None:
    shown = pictures("2p")
    assert {tuple(hand.name for hand in one.hands) for one in shown} == {("Bo",)}
    finesse = next(one for one in shown if one.title == "A finesse in the same hand")
    assert [card.label for card in finesse.hands[0].cards] == ["plays", "focus", "", "chop", ""]
    text = " ".join(about("2p"))
    assert not [one for one in ("three players", "another hand", "after that") if one in text]


def test_a_levels_page_says_which_conventions_are_taught_later() -> None:
    assert "at level 10" in " ".join(about("h3"))


@pytest.mark.long
@pytest.mark.django_db
def test_the_page_describes_in_text_what_the_pictures_show(client: Client) -> None:
    page = client.get("/agents/conv:expert/").content.decode()
    for one in pictures("expert"):
        assert one.title in page
    assert "touched by the clue" in page
    assert "read as" in page
