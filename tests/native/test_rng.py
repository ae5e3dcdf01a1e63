"""Random numbers depend on the seed alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from native import Rng
from tests.native.splittable import Stream

pytestmark = pytest.mark.native


def test_the_first_words_of_a_seed_never_change() -> None:
    rng = Rng("hanabi")
    assert [rng.next() for _ in range(3)] == [
        7960246482640931779,
        18299352567628582904,
        11054637437335325330,
    ]
    assert Rng("hanabi").derive(1).next() == 8967945460195325107


@given(st.text(), st.integers(0, 2**64 - 1))
def test_words_are_as_described(seed: str, index: int) -> None:
    rng, stream = Rng(seed).derive(index), Stream.of(seed).child(index)
    assert [rng.next() for _ in range(5)] == [stream.next() for _ in range(5)]


def test_a_number_and_its_text_are_one_seed() -> None:
    assert Rng(7).next() == Rng("7").next() != Rng("8").next()


def test_a_derived_stream_does_not_depend_on_how_far_its_parent_was_read() -> None:
    rng = Rng("a")
    before = rng.derive(3).next()
    rng.next()
    assert rng.derive(3).next() == before


def test_streams_of_neighbouring_seeds_and_children_share_no_word() -> None:
    streams = [Rng(seed) for seed in range(30)]
    streams += [Rng("a").derive(index) for index in range(30)]
    streams += [Rng("a").derive(index).derive(index) for index in range(30)]
    words = [stream.next() for stream in streams for _ in range(30)]
    assert len(set(words)) == len(words)


def test_every_bit_of_a_word_is_set_half_the_time() -> None:
    rng, count = Rng("bits"), 20_000
    words = [rng.next() for _ in range(count)]
    for bit in range(64):
        ones = sum(word >> bit & 1 for word in words)
        assert abs(ones - count / 2) < 5 * (count / 4) ** 0.5


@given(st.integers(1, 2**32 - 1), st.integers())
def test_a_number_below_a_bound_is_below_it(bound: int, seed: int) -> None:
    assert 0 <= Rng(seed).below(bound) < bound


def test_numbers_below_a_bound_are_all_as_likely() -> None:
    rng, count, bound = Rng("dice"), 30_000, 6
    rolls = [rng.below(bound) for _ in range(count)]
    chi_squared = sum((rolls.count(n) - count / bound) ** 2 / (count / bound) for n in range(bound))
    assert chi_squared < 30  # 5 degrees of freedom: once in 60,000 seeds


@pytest.mark.parametrize("bound", [0, -1, 2**32])
def test_a_bound_that_makes_no_sense_is_refused(bound: int) -> None:
    with pytest.raises(ValueError, match="cannot be drawn"):
        Rng(1).below(bound)


@pytest.mark.parametrize("index", [-1, 2**64])
def test_a_child_that_does_not_exist_is_refused(index: int) -> None:
    with pytest.raises(ValueError, match="2\\*\\*64"):
        Rng(1).derive(index)
