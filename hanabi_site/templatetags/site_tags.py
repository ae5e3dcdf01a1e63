"""Template tags of the whole site.

- `{% kept as title %}…{% endkept %}` shows nothing, but stores the text as the variable `title`.
- `{% glossed %}…{% endglossed %}` links the first use of each glossary term to the glossary.
- `{% fields form "title consent" %}` shows several fields of a form.
- `{% figures "plateau met" %}` shows several figures of a page.
- `{% partners_dialog %}`, once a page, renders the dialog that static/js/partners.js opens.
- `{% partner_scores partner %}` shows a partner's usual score with people; if too few have played
  with it, its score with bots that imitate people, or else with a copy of itself.
- `{% knows_hanabi "lobby" %}` asks, inside a form, how well the visitor knows Hanabi.
- `{% face address %}` draws the picture of an agent.
- `{% row title url "Watch" %}…{% endrow %}` shows an item of a list of tables (class `tables`).
"""

import re
from functools import cache
from typing import Any

from django import template
from django.forms import BaseForm
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from agents import faces, partners
from agents.recommended import KINDS
from analysis.partners import scores
from game.board.terms import by_form

register = template.Library()

TAG = re.compile(r"(<[^>]*>)")
QUIET = {
    *("a", "button", "h1", "h2", "h3", "label", "legend", "select", "summary", "code"),
    *("script", "style", "svg", "dt", "th", "caption", "title", "textarea"),
}
"""Names of the HTML elements in whose text no glossary term is linked."""


@register.simple_block_tag
def glossed(content: str) -> SafeString:
    """Return the HTML between `{% glossed %}` and `{% endglossed %}`, the first use of each
    glossary term as a link.
    """
    return mark_safe(linked(content))


def linked(html: str) -> str:
    """Return the HTML with the first use of each glossary term linked to the glossary. The text of
    links, headings, form controls, code and the other elements in QUIET is unchanged.
    """
    linked_slugs: set[str] = set()
    quiet: list[str] = []
    parts = TAG.split(html)
    for index, part in enumerate(parts):
        if part.startswith("<"):
            _step(quiet, part)
        elif part and not quiet:
            parts[index] = _words().sub(lambda match: _link(match[0], linked_slugs), part)
    return "".join(parts)


def _step(quiet: list[str], tag: str) -> None:
    name = re.match(r"</?([a-z0-9]+)", tag)
    if not name or name[1] not in QUIET:
        return
    if not tag.startswith("</"):
        quiet.append(name[1])
    elif quiet and quiet[-1] == name[1]:
        quiet.pop()


def _link(word: str, linked_slugs: set[str]) -> str:
    term = by_form()[word.lower()]
    if term.slug in linked_slugs:
        return word
    linked_slugs.add(term.slug)
    return format_html('<a class="term" href="{}#{}">{}</a>', reverse("glossary"), term.slug, word)


@cache
def _words() -> re.Pattern[str]:
    forms = sorted(by_form(), key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(map(re.escape, forms))})\b", re.IGNORECASE)


@register.simple_block_tag
def kept(content: str) -> str:
    """Return the text between `{% kept as name %}` and `{% endkept %}`, which `{{ name }}` then
    shows.

    A template may define a block only once; with this tag it can show the block's text several
    times.
    """
    return content


@register.simple_block_tag
def row(content: str, title: str, url: str, act: str, what: str = "") -> SafeString:
    """Return a list item: the title, the details between `{% row … %}` and `{% endrow %}`, and a
    button to `url`. Screen readers hear `what` after the button's text `act`, by default the title.
    """
    return format_html(
        '<li><span class="title">{}</span><span class="detail">{}</span>'
        '<a class="button" href="{}">{}<span class="unseen"> {}</span></a></li>',
        title,
        content,
        url,
        act,
        what or title,
    )


@register.inclusion_tag("includes/fields.html")
def fields(form: BaseForm, names: str) -> dict[str, Any]:
    """Return the context of `includes/fields.html`: `fields`, a list of the form's fields named in
    `names`, separated by spaces.
    """
    return {"fields": [form[name] for name in names.split()]}


@register.inclusion_tag("analysis/figures.html", takes_context=True)
def figures(context: Context, names: str) -> dict[str, Any]:
    """Return the context of `analysis/figures.html`: `figures`, a list of the page's figures named
    in `names`, separated by spaces, and the `request`. Raise KeyError if the page lacks one.
    """
    by_name = context["figure_of"]
    return {"figures": [by_name[name] for name in names.split()], "request": context["request"]}


@register.inclusion_tag("includes/partners.html", takes_context=True)
def partners_dialog(context: Context) -> dict[str, Any]:
    """Return the context of `includes/partners.html`, the dialog in which a person chooses a
    partner.

    `recommended` and `others` are lists of partners. `knows` is how well the visitor knows Hanabi:
    `new`, `rules`, `conventions`, or `unknown` without an answer.
    """
    knows = str(context.get("knows") or "unknown")
    return {
        "recommended": partners.offered(knows),
        "others": partners.others(knows),
        "knows": knows,
    }


@register.inclusion_tag("includes/partner_scores.html", takes_context=True)
def partner_scores(context: Context, partner: partners.MenuPartner) -> dict[str, Any]:
    """Return the context of `includes/partner_scores.html`, which shows the usual score of a
    partner.

    `mean` is the mean score of `partner` with people, and `people` their number; None and 0 if too
    few played with it. `knows` is how well the visitor knows Hanabi: `new`, `rules`,
    `conventions`, or `unknown` without an answer.
    """
    mean, people = scores.with_people().get(partner.entry.address, (None, 0))
    knows = str(context.get("knows") or "unknown")
    return {"partner": partner, "mean": mean, "people": people, "knows": knows}


@register.inclusion_tag("includes/knows.html", takes_context=True)
def knows_hanabi(context: Context, then: str) -> dict[str, Any]:
    """Return the context of `includes/knows.html`, which asks how well the visitor knows Hanabi.

    `answers` are the possible answers, pairs of value and text such as `rules` and “I know the
    rules”; `answer` is the text of the present answer, empty without one. `then` is the name of
    the view to which an answer leads.
    """
    answers = [(value, text) for value, text in KINDS.items() if text]
    return {
        "answers": answers,
        "answer": KINDS[str(context.get("knows") or "unknown")],
        "then": then,
    }


@register.simple_tag
def face(address: str) -> SafeString:
    """Return the picture of the agent with this address (such as `rules:piers`) as SVG."""
    return mark_safe(faces.face(address))
