"""`{% partners_dialog %}`: who there is to play with, once a page; static/js/partners.js opens it.
`{% face address %}`: the drawing of an agent."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.safestring import SafeString, mark_safe

from agents import faces, partners

register = template.Library()


@register.inclusion_tag("includes/partners.html")
def partners_dialog() -> dict[str, Any]:
    return {"recommended": partners.recommended(), "others": partners.others()}


@register.simple_tag
def face(address: str) -> SafeString:
    return mark_safe(faces.face(address))
