"""What is asked of PyTorch and of the processor before anything learns; a fake one stands in."""

from __future__ import annotations

import builtins
import io
import os
from types import SimpleNamespace
from typing import Any

import pytest

from agents.learning import torch_here as module
from agents.learning.torch_here import torch_here
from agents.runs.errors import BadRun

QUICK = "processor\t: 0\nflags\t\t: fpu sse2 avx512_bf16 \nbugs\t\t: none\n"
SLOW = "processor\t: 0\nbugs\t\t: no bf16\n"


class FakeTorch:
    """Keeps what it was told."""

    def __init__(self, cuda: bool = False, bfloat16: bool = True) -> None:
        self.told: list[tuple[str, object]] = []
        self.cuda = SimpleNamespace(is_available=lambda: cuda)
        self.ops = SimpleNamespace(
            mkldnn=SimpleNamespace(_is_mkldnn_bf16_supported=lambda: bfloat16)
        )

    def set_num_threads(self, number: int) -> None:
        self.told.append(("threads", number))

    def use_deterministic_algorithms(self, on: bool) -> None:
        self.told.append(("deterministic", on))


def here(
    monkeypatch: pytest.MonkeyPatch, torch: FakeTorch, cpuinfo: str | None = QUICK
) -> FakeTorch:
    """The only PyTorch there is, on a processor that says this of itself; None if it is silent."""

    def load(name: str) -> FakeTorch:
        assert name == "torch"
        return torch

    def read(path: Any, *arguments: Any) -> Any:
        assert path == "/proc/cpuinfo"
        if cpuinfo is None:
            raise FileNotFoundError(path)
        return io.StringIO(cpuinfo)

    monkeypatch.setattr(module, "importlib", SimpleNamespace(import_module=load))
    monkeypatch.setattr(builtins, "open", read)
    monkeypatch.setattr(os, "environ", {})
    return torch


def test_a_graphics_card_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    here(monkeypatch, FakeTorch(cuda=False))
    with pytest.raises(BadRun) as refusal:
        torch_here("cuda")
    assert str(refusal.value) == "PyTorch sees no CUDA device here; --device cpu needs none."


@pytest.mark.parametrize(
    ("bfloat16", "cpuinfo"), [(False, QUICK), (True, SLOW), (False, SLOW), (True, ""), (True, None)]
)
def test_half_precision_is_refused_where_it_would_be_slower(
    monkeypatch: pytest.MonkeyPatch, bfloat16: bool, cpuinfo: str | None
) -> None:
    torch = here(monkeypatch, FakeTorch(bfloat16=bfloat16), cpuinfo)
    with pytest.raises(BadRun) as refusal:
        torch_here("cpu", "bfloat16")
    assert str(refusal.value) == (
        "This processor is slower in bfloat16 than in float32; leave --precision out."
    )
    assert torch_here("cpu", "float32") is torch


def test_without_pytorch_one_is_told_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(module, "importlib", SimpleNamespace(import_module=load))
    with pytest.raises(BadRun) as refusal:
        torch_here()
    assert str(refusal.value) == "Training needs PyTorch, which `make train-setup` installs."
