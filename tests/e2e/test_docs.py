"""The documents are read on a phone too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from hanabi_site.docs import DOCS

pytestmark = pytest.mark.e2e


def test_no_document_is_wider_than_a_phone(phone: Page) -> None:
    for file in sorted(DOCS.glob("*.md")):
        phone.goto("/docs/" if file.stem == "README" else f"/docs/{file.stem}/")
        assert phone.locator(".docs article h1").count() == 1, file.stem
        assert phone.evaluate("document.documentElement.scrollWidth") == 390, file.stem
