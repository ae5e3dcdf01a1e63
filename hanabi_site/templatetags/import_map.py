"""The import map: JavaScript modules by name, whatever their files are called when served.

Hashed static storage renames files but does not rewrite the imports inside them, so modules
import each other as `hanabi/<path below static/js without .js>`.
"""

import json

from django import template
from django.conf import settings
from django.template.context import Context
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.simple_tag(takes_context=True)
def import_map(context: Context) -> SafeString:
    """The `<script type="importmap">` for every module in `static/js`, with the page's nonce."""
    scripts = settings.BASE_DIR / "static" / "js"
    modules = sorted(path.relative_to(scripts) for path in scripts.rglob("*.js"))
    imports = {
        f"hanabi/{module.with_suffix('')}": static(f"js/{module.as_posix()}") for module in modules
    }
    # A "<" can only come from a file's name; escaped, it cannot end the script element.
    text = json.dumps({"imports": imports}, indent=1).replace("<", "\\u003c")
    return format_html(
        '<script type="importmap" nonce="{}">{}</script>',
        context["request"].csp_nonce,
        mark_safe(text),
    )
