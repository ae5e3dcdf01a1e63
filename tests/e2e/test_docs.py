"""The documents are read on a phone too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from hanabi_site.pages.docs import DOCS

pytestmark = pytest.mark.e2e


def test_no_document_is_wider_than_a_phone(phone: Page) -> None:
    for file in sorted(DOCS.glob("*.md")):
        phone.goto("/docs/" if file.stem == "README" else f"/docs/{file.stem}/")
        assert phone.locator(".docs article h1").count() == 1, file.stem
        assert phone.evaluate("document.documentElement.scrollWidth") == 390, file.stem


def test_a_phone_shows_the_document_before_the_list_of_all(phone: Page) -> None:
    phone.goto("/docs/operations/")
    document, names = phone.locator(".docs article"), phone.locator(".docs > nav")
    start, end = document.bounding_box(), names.bounding_box()
    assert start
    assert end
    assert start["y"] < 200 < end["y"]
    phone.get_by_role("link", name="All documents").tap()
    phone.wait_for_url("**/docs/")
