"""Compress text responses: pages, and static files that are not precompressed.

Django's GZipMiddleware randomises the length of compressed pages, because the length alone can
leak secrets (the attack BREACH).
"""

import re

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

TEXT = re.compile(r"text/|application/(?:.*\+)?(?:json|jsonl|javascript|xml)\b|image/svg\+xml")


class Middleware(GZipMiddleware):
    """Django's GZipMiddleware, for responses of text only: pictures and fonts are compressed
    already.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Return the response, compressed if its content is text."""
        if not TEXT.match(response.get("Content-Type", "")):
            return response
        return super().process_response(request, response)
