"""Pages are read, forms are sent: nothing else is done at an address."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.site.test_crawler import FOR, ROUTES


@pytest.mark.django_db
@pytest.mark.long
def test_no_address_takes_a_method_that_it_does_not_know() -> None:
    """It says so before it looks for what the address names."""
    client = Client()
    client.force_login(User.objects.create(username="staff", is_staff=True, is_superuser=True))
    answers = {
        address: client.delete(address).status_code
        for address in (
            "/" + route.format(**{n: FOR[n][0] for n in names}) for route, names in ROUTES
        )
    }
    assert {address: code for address, code in answers.items() if code != 405} == {}
