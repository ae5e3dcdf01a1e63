"""Report the measurements of a load test, as numbers and as sentences."""

from tests.load.run import Outcome, Plan


def numbers(plan: Plan, outcome: Outcome) -> dict[str, float | int | None]:
    """Return the report for programs. `p50_ms` and `p99_ms` are from click to other screens."""
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
        "replied_p50_ms": percentile(measured.replied, 0.50),
        "replied_p99_ms": percentile(measured.replied, 0.99),
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
    """Return the `share` quantile of `seconds`, in milliseconds; None without values."""
    if not seconds:
        return None
    ordered = sorted(seconds)
    return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 1)


def sentences(plan: Plan, outcome: Outcome) -> str:
    """Return the report for people."""
    pace = f"a move every {plan.pace:g} s a person" if plan.pace else "flat out"
    lines = [
        f"{plan.tables} tables, {pace}, {plan.seconds:g} s: {{moves}} moves of people, "
        "{refused} refusals.",
        "Click to accepted: {accepted_p50_ms} ms (median), {accepted_p99_ms} ms (99%).",
        "Click to every other screen: {p50_ms} ms (median), {p99_ms} ms (99%).",
    ]
    if outcome.measured.replied:
        lines.append(
            "Accepted to the agent's reply: {replied_p50_ms} ms (median), "
            "{replied_p99_ms} ms (99%)."
        )
    if outcome.cpu_seconds is not None:
        lines.append(
            "The server: {cpu_ms_per_move} ms of processor and {sql_per_move} statements a move of "
            "a person (a bot's reply included), {sockets} sockets, {frames_per_cpu_second} frames "
            "a second of processor. Memory: {rss_mb_before} MB at first, {rss_mb} MB at last. The "
            "database grew by {database_mb} MB."
        )
    if outcome.cpu_seconds_a_connection is not None:
        lines.append(
            "A new spectator of a running game costs the server {cpu_ms_per_connection} ms of "
            "processor, a returning player {cpu_ms_per_return} ms."
        )
    if outcome.measured.pages:
        lines.append("Meanwhile {pages} pages of figures, {pages_p50_ms} ms each.")
    return "\n".join(lines).format_map(numbers(plan, outcome))
