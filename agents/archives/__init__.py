"""Archives of evolved agents: their data, their files and the runs that made them."""

from agents.archives.archive import Archive, BadArchive, Cell, Measurement
from agents.archives.setting import Recipe, Setting
from agents.archives.summary import ArchiveSummary, summary
from agents.runs.errors import BadParameters, BadRun
