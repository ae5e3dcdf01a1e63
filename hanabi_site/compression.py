"""Text is sent compressed, pages as well as static files that were not compressed beforehand.

Django's middleware makes the length of a page vary at random, against guessing a secret by it.
"""

import re

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

TEXT = re.compile(r"text/|application/(?:.*\+)?(?:json|jsonl|javascript|xml)\b|image/svg\+xml")


class Middleware(GZipMiddleware):
    """Leaves pictures and fonts as they are: they are compressed already."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if not TEXT.match(response.get("Content-Type", "")):
            return response
        return super().process_response(request, response)
