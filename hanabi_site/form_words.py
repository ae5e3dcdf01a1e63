"""What a form says of a field that is wrong, in the words of the rest of the site."""

from __future__ import annotations

from django import forms

ANY = {
    "required": "Fill this in.",
    "max_length": "At most %(limit_value)d characters, not %(show_value)d.",
    "min_length": "At least %(limit_value)d characters, not %(show_value)d.",
    "max_value": "At most %(limit_value)s.",
    "min_value": "At least %(limit_value)s.",
}
CHOICE = "“%(value)s” is not one of the choices."
DAY = "Enter a day such as 2026-11-22."


def speak_plainly() -> None:
    """Put our words in the place of Django's, in every form."""
    forms.Field.default_error_messages |= ANY
    forms.ChoiceField.default_error_messages |= {"invalid_choice": CHOICE}
    forms.DateField.default_error_messages |= {"invalid": DAY}
