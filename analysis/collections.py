"""Published collections of games, their credits, and the display names of their agents."""

from collections.abc import Iterable
from dataclasses import dataclass

from agents import registry


@dataclass(frozen=True)
class Collection:
    """A published set of games, such as HanabiData, with the credit and licence that pages show."""

    name: str
    title: str
    credit: str
    licence: str
    url: str


HANABIDATA = Collection(
    "hanabidata",
    "HanabiData",
    "Markus Eger, Chris Martens and Marcela Alfaro Córdoba, An intentional AI for Hanabi, CIG 2017",
    "CC BY 4.0",
    "https://github.com/yawgmoth/HanabiData",
)
HANAB_LIVE = Collection(
    "hanab-live", "hanab.live", "The players of hanab.live", "", "https://hanab.live"
)
CHALLENGE = "Tin Dizdarević et al., Ad-Hoc Human-AI Coordination Challenge, ICML 2025"
CHALLENGE_URL = "https://github.com/FLAIROx/ah2ac2"
AH2AC2 = Collection("ah2ac2", "AH2AC2", CHALLENGE, "", CHALLENGE_URL)
AH2AC2_TRAINING = Collection("ah2ac2-train", "AH2AC2, training", CHALLENGE, "", CHALLENGE_URL)
AH2AC2_VALIDATION = Collection("ah2ac2-val", "AH2AC2, validation", CHALLENGE, "", CHALLENGE_URL)

ELSEWHERE = Collection("trace", "Imported traces", "", "", "")
NOTATION = Collection("notation", "Our notation", "", "", "")

COLLECTIONS = {
    collection.name: collection
    for collection in (
        *(HANABIDATA, HANAB_LIVE, AH2AC2, AH2AC2_TRAINING, AH2AC2_VALIDATION),
        *(ELSEWHERE, NOTATION),
    )
}


def credits_of(names: Iterable[str]) -> list[Collection]:
    """Return the collections that a page must credit, in the order of `COLLECTIONS`. `names` are
    the names of the collections whose games the page uses; those without a credit line are left
    out.
    """
    shown = set(names)
    return [one for name, one in COLLECTIONS.items() if name in shown and one.credit]


def title(address: str) -> str:
    """Return the display name of the agent at `address`: "Piers" for `rules:piers`, "Outer
    (HanabiData)" for an agent of a published collection, or the address itself if the agent is
    unknown.
    """
    kind, _, name = address.partition(":")
    if kind in COLLECTIONS:
        return f"{name.title()} ({COLLECTIONS[kind].title})"
    return registry.title(address)
