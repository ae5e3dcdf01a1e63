"""Archives of evolved agents: what they hold, their files, and the runs that made them."""

from agents.archives.archive import Archive, Best, Cell, Measurement
from agents.archives.errors import BadArchive, BadParameters, BadRun
from agents.archives.recipe import Recipe
from agents.archives.setting import Setting
from agents.archives.summary import Summary, summary

__all__ = [
    "Archive",
    "BadArchive",
    "BadParameters",
    "BadRun",
    "Best",
    "Cell",
    "Measurement",
    "Recipe",
    "Setting",
    "Summary",
    "summary",
]
