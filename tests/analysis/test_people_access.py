"""Who may see a person's page, asked of the rule itself."""

from __future__ import annotations

import pytest

from analysis.models import Person
from analysis.people import access
from game.models import Player

pytestmark = pytest.mark.django_db


@pytest.fixture
def person(alice: Player) -> Person:
    return Person.objects.create(key="a", name="Alice", player=alice)


@pytest.fixture
def published() -> Person:
    return Person.objects.create(key="p", name="P", collection="hanabidata", public=True)


def test_a_private_page_is_its_owners_alone(person: Person, alice: Player, bob: Player) -> None:
    assert access.may_see(person, alice, "")
    assert not access.may_see(person, bob, "")
    assert not access.may_see(person, None, "")


def test_a_private_page_has_no_link_that_could_be_guessed(person: Person) -> None:
    for guess in ("", "None", "null"):
        assert not access.may_see(person, None, guess)
    unlinked = Person(key="x", link=None)
    assert not access.may_see(unlinked, None, None)  # type: ignore[arg-type]


def test_a_person_without_a_player_is_not_everybodys_own() -> None:
    assert not access.may_see(Person(key="x"), None, "")


def test_only_the_right_link_opens_the_page(person: Person, bob: Player) -> None:
    access.share(person, shared=True)
    assert person.link
    assert access.may_see(person, None, person.link)
    assert access.may_see(person, bob, person.link)
    assert not access.may_see(person, bob, person.link[:-1])
    assert not access.may_see(person, bob, "")


def test_a_page_shared_again_has_another_link(person: Person) -> None:
    access.share(person, shared=True)
    first = person.link
    access.share(person, shared=True)
    assert person.link != first
    access.share(person, shared=False)
    assert Person.objects.get().link is None


def test_published_people_are_seen_by_everybody(published: Person, bob: Player) -> None:
    assert access.may_see(published, None, "")
    assert access.may_see(published, bob, "")


def test_lists_have_the_published_and_oneself(
    person: Person, published: Person, alice: Player, bob: Player
) -> None:
    Person.objects.create(key="b", name="Bob", player=bob, link="shared")
    assert set(access.listed_for(alice)) == {person, published}
    assert set(access.listed_for(None)) == {published}
