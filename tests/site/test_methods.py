"""Pages are read, forms are sent: nothing else is done at an address."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.site.test_crawler import FOR, ROUTES


@pytest.mark.django_db
@pytest.mark.long
def test_an_address_refuses_every_method_but_those_it_names() -> None:
    """It says so before it looks for what the address names: a page takes no form, and no link
    sends one."""
    client = Client()
    client.force_login(User.objects.create(username="staff", is_staff=True, is_superuser=True))
    for route, names in ROUTES:
        address = "/" + route.format(**{name: FOR[name][0] for name in names})
        refused = client.delete(address)
        assert refused.status_code == 405, address
        named = set(refused.headers["Allow"].split(", "))
        for method in {"GET", "POST"} - named:
            assert client.generic(method, address).status_code == 405, (method, address)
