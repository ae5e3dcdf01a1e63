"""`{% glossed %}…{% endglossed %}`: in these sentences, the first time a term of the glossary
stands there, it leads to what it means."""

from __future__ import annotations

import re
from functools import cache

from django import template
from django.template.base import NodeList, Parser, Token
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from game.board.terms import by_form

register = template.Library()

TAG = re.compile(r"(<[^>]*>)")
QUIET = {
    *("a", "button", "h1", "h2", "h3", "label", "legend", "select", "summary", "code"),
    *("script", "style", "svg", "dt", "th", "caption", "title", "textarea"),
}
"""Elements whose words stay as they are."""


class Glossed(template.Node):
    def __init__(self, nodes: NodeList) -> None:
        self.nodes = nodes

    def render(self, context: Context) -> SafeString:
        return mark_safe(linked(self.nodes.render(context)))


@register.tag
def glossed(parser: Parser, _token: Token) -> Glossed:
    nodes = parser.parse(("endglossed",))
    parser.delete_first_token()
    return Glossed(nodes)


def linked(html: str) -> str:
    """The HTML with each term linked once, outside of links, headings and controls."""
    told: set[str] = set()
    quiet: list[str] = []
    parts = TAG.split(html)
    for index, part in enumerate(parts):
        if part.startswith("<"):
            _step(quiet, part)
        elif part and not quiet:
            parts[index] = _words().sub(lambda found: _link(found[0], told), part)
    return "".join(parts)


def _step(quiet: list[str], tag: str) -> None:
    name = re.match(r"</?([a-z0-9]+)", tag)
    if not name or name[1] not in QUIET:
        return
    if not tag.startswith("</"):
        quiet.append(name[1])
    elif quiet and quiet[-1] == name[1]:
        quiet.pop()


def _link(word: str, told: set[str]) -> str:
    term = by_form()[word.lower()]
    if term.slug in told:
        return word
    told.add(term.slug)
    return format_html('<a class="term" href="{}#{}">{}</a>', reverse("glossary"), term.slug, word)


@cache
def _words() -> re.Pattern[str]:
    forms = sorted(by_form(), key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(map(re.escape, forms))})\b", re.IGNORECASE)
