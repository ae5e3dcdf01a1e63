"""The `manage.py` commands about tables."""
