"""Django configuration of the app `hanabi_site`."""

from django.apps import AppConfig

from hanabi_site.pages.errors import use_own_form_errors


class SiteConfig(AppConfig):
    """Configure the Django app `hanabi_site`."""

    name = "hanabi_site"

    def ready(self) -> None:
        """Install the site's error messages for form fields."""
        use_own_form_errors()
