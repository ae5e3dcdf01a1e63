"""`manage.py action_agreement` by its former name."""

from analysis.management.commands.action_agreement import Command

__all__ = ["Command"]
