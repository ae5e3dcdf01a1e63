"""A socket may ask a little at once, and not more than a steady rate in the long run."""

from __future__ import annotations

from game.live.socket import TokenBucket


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def taken(bucket: TokenBucket, times: int) -> int:
    return sum(bucket.take() for _ in range(times))


def test_at_first_the_bucket_is_full() -> None:
    assert taken(TokenBucket(4, 2.0, Clock()), 10) == 4


def test_it_fills_with_time() -> None:
    clock = Clock()
    bucket = TokenBucket(4, 2.0, clock)
    taken(bucket, 4)
    clock.now += 0.4
    assert taken(bucket, 10) == 0
    clock.now += 0.2
    assert taken(bucket, 10) == 1
    clock.now += 1.5
    assert taken(bucket, 10) == 3


def test_it_never_holds_more_than_its_capacity() -> None:
    clock = Clock()
    bucket = TokenBucket(4, 2.0, clock)
    clock.now += 3600
    assert taken(bucket, 100) == 4
