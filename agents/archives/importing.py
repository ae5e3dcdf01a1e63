"""Archives from files of any kind that is known here."""

from __future__ import annotations

import msgspec

from agents.archives import files, published, pyribs
from agents.archives.archive import Archive
from agents.archives.checks import check
from agents.archives.errors import BadArchive
from agents.archives.setting import Setting

KINDS = (
    "our own JSON, CSV with pyribs' columns (solution_0 ..., objective, measures_0, measures_1, "
    "index), or the published tables (comm_bin,risk_bin,... and pop,players,...)"
)


def imported(
    data: bytes, run: str, name: str, setting: Setting | None = None, population: str = ""
) -> Archive:
    """The archive in a file of this name, as a run of its own.

    `setting` tells what a pyribs table does not, `population` which of several archives is meant.
    Raises BadArchive, in words.
    """
    if data.lstrip()[:1] == b"{":
        return msgspec.structs.replace(files.decode(data), run=run)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadArchive(f"{name} is no archive: use {KINDS}.") from None
    header = text.partition("\n")[0].rstrip("\r")
    if header.startswith("comm_bin,risk_bin,"):
        setting_of_file, cells, source = *published.risk_aversion(text), published.SOURCE
    elif header.startswith("pop,players,"):
        setting_of_file, cells = published.information_per_play(text, population)
        source = f"{published.SOURCE}, population {population}"
    elif "solution_0" in header.replace('"', "").split(","):
        setting_of_file, source = setting or Setting(), name
        cells = pyribs.decode(text, setting_of_file)
    else:
        raise BadArchive(f"{name} is no archive: use {KINDS}.")
    archive = Archive(run=run, setting=setting_of_file, source=source, cells=cells)
    check(archive)
    return archive
