"""Recorded games and published results: where they lie. `data/README.md` says whose they are."""

from pathlib import Path

DATA = Path(__file__).parent / "data"

RULE_VECTORS = DATA / "rule_vectors_2p.jsonl.gz"
HANAB_LIVE = DATA / "hanab_live_mit.tar.xz"
PUBLISHED_OBSERVATIONS = DATA / "published_observations.jsonl.xz"
JAXMARL_GAMES = DATA / "jaxmarl_games.txt.xz"
ARCHIVES = DATA / "archives"
HANABIDATA = Path(__file__).parents[1] / "analysis" / "demo" / "hanabidata.tar.xz"
