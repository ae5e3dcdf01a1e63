"""Reports of evaluations that were never played."""

from typing import Any

from analysis.evaluate.report import MemberReport, Report, read

SCORES: dict[str, Any] = {"mean": 9.0, "sem": 0.5, "low": 8.0, "high": 10.0, "strikeouts": 0.25}
SCORES |= {"generalist": 8.0, "oracle": 12.0, "self_play": 15.0}
MEMBER = SCORES | {"agent": "rules:m", "title": "Member", "version": "1"}
REPORT = SCORES | {
    "agent": "rules:a",
    "version": "2",
    "pool": "pool:p",
    "players": 2,
    "scoring": "zero",
    "games": 10,
    "seed": "1",
    "worst": 3.0,
    "worst_member": "rules:m",
    "distribution": [20],
    "generalist_agent": "rules:g",
    "self_play_sem": 0.2,
    "members": [MEMBER, MEMBER],
}
"""The fields that every stored report has, also one of an earlier version."""


def a_report(**fields: Any) -> Report:
    """A stored report, with these fields replaced or added."""
    return read(REPORT | fields)


def a_member(**fields: Any) -> dict[str, Any]:
    """A member of a stored report, with these fields replaced or added."""
    member = MEMBER | fields
    assert set(member) <= set(MemberReport.__struct_fields__)
    return member
