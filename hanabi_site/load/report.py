"""What a run measured, as numbers and in words."""

from __future__ import annotations

from hanabi_site.load.run import Outcome, Plan


def numbers(plan: Plan, outcome: Outcome) -> dict[str, float | int | None]:
    """For programs. Milliseconds are from the click to every other screen."""
    measured = outcome.measured
    moves = max(1, measured.moves)
    cpu, statements = outcome.cpu_seconds, outcome.statements
    return {
        "tables": plan.tables,
        "sockets": plan.sockets,
        "moves": measured.moves,
        "moves_per_second": round(measured.moves / plan.seconds, 2),
        "p50_ms": percentile(measured.seen, 0.50),
        "p99_ms": percentile(measured.seen, 0.99),
        "accepted_p50_ms": percentile(measured.accepted, 0.50),
        "accepted_p99_ms": percentile(measured.accepted, 0.99),
        "cpu_ms_per_move": None if cpu is None else round(1000 * cpu / moves, 2),
        "cpu_ms_per_connection": _rounded(outcome.cpu_seconds_a_connection, 0.001),
        "cpu_ms_per_return": _rounded(outcome.cpu_seconds_a_return, 0.001),
        "cpu_share": None if cpu is None else round(cpu / plan.seconds, 3),
        "frames_per_cpu_second": round(measured.frames / cpu) if cpu else None,
        "sql_per_move": None if statements is None else round(statements / moves, 2),
        "refused": measured.refused,
        "rss_mb": _rounded(outcome.rss_mb),
        "rss_mb_before": _rounded(outcome.rss_mb_before),
        "games": measured.games,
        "database_mb": _rounded(outcome.database_bytes, 1e6),
        "pages": len(measured.pages),
        "pages_p50_ms": percentile(measured.pages, 0.50),
    }


def _rounded(number: float | None, unit: float = 1) -> float | None:
    return None if number is None else round(number / unit, 1)


def percentile(seconds: list[float], share: float) -> float | None:
    """The value that this share of all values does not exceed, in milliseconds."""
    if not seconds:
        return None
    ordered = sorted(seconds)
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)


def sentences(plan: Plan, outcome: Outcome) -> str:
    """For people."""
    told, measured = numbers(plan, outcome), outcome.measured
    pace = f"a move every {plan.pace:g} s a person" if plan.pace else "flat out"
    lines = [
        f"{plan.tables} tables, {pace}, {plan.seconds:g} s: {told['moves']} moves of people, "
        f"{told['refused']} refusals.",
        f"Click to accepted: {told['accepted_p50_ms']} ms (median), {told['accepted_p99_ms']} ms "
        "(99%).",
        f"Click to every other screen: {told['p50_ms']} ms (median), {told['p99_ms']} ms (99%).",
    ]
    if outcome.cpu_seconds is not None:
        lines.append(
            f"The server: {told['cpu_ms_per_move']} ms of processor and {told['sql_per_move']} "
            f"statements a move of a person (a bot's reply included), {told['sockets']} sockets, "
            f"{told['frames_per_cpu_second']} frames a second of processor. Memory: "
            f"{told['rss_mb_before']} MB at first, {told['rss_mb']} MB at last. The database grew "
            f"by {told['database_mb']} MB."
        )
    if outcome.cpu_seconds_a_connection is not None:
        lines.append(
            "Whoever comes to look at a running game costs it "
            f"{told['cpu_ms_per_connection']} ms of processor, whoever has a seat there "
            f"{told['cpu_ms_per_return']} ms."
        )
    if measured.pages:
        lines.append(f"Meanwhile {told['pages']} pages of figures, {told['pages_p50_ms']} ms each.")
    return "\n".join(lines)
