"""Recorded games and published results: where they lie. `data/README.md` says whose they are."""

import json
import lzma
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"

RULE_VECTORS = DATA / "rule_vectors_2p.jsonl.gz"
HANAB_LIVE = DATA / "hanab_live_mit.tar.xz"
PUBLISHED_OBSERVATIONS = DATA / "published_observations.jsonl.xz"
JAXMARL_GAMES = DATA / "jaxmarl_games.txt.xz"
ARCHIVES = DATA / "archives"
HANABIDATA = Path(__file__).parents[1] / "analysis" / "demo" / "hanabidata.tar.xz"


@cache
def published() -> list[dict[str, Any]]:
    """The games that the published environment replayed, with its observations."""
    return [json.loads(line) for line in lzma.open(PUBLISHED_OBSERVATIONS)]
