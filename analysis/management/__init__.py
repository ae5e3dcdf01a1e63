"""The `manage.py` commands of the analysis."""
