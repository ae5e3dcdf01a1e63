"""The `manage.py` commands that operate the site."""
