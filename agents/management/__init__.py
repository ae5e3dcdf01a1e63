"""The `manage.py` commands about agents."""
