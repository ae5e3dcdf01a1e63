"""Import of PyTorch, which only training needs."""

import importlib
import os
from typing import Any

from agents.runs.errors import BadRun


def torch_here(device: str = "cpu", precision: str = "float32") -> Any:
    """Import PyTorch, configured for reproducible results.

    Raise BadRun if it is not installed or does not support the device or precision.
    """
    try:
        torch = importlib.import_module("torch")
    except ImportError:
        raise BadRun("Training needs PyTorch, which `make train-setup` installs.") from None
    if device == "cuda" and not torch.cuda.is_available():
        raise BadRun("PyTorch sees no CUDA device here; --device cpu needs none.")
    if precision == "bfloat16" and device == "cpu" and not _multiplies_bfloat16(torch):
        raise BadRun("This processor is slower in bfloat16 than in float32; leave --precision out.")
    if device == "cuda":
        # Sums in a fixed order, so that the same device gives the same bytes.
        os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")
        torch.use_deterministic_algorithms(True)
    else:
        # More threads would contend for shared cores and change the order of sums.
        torch.set_num_threads(1)
    return torch


def _multiplies_bfloat16(torch: Any) -> bool:
    return bool(torch.ops.mkldnn._is_mkldnn_bf16_supported()) and "bf16" in _flags()


def _flags() -> str:
    try:
        with open("/proc/cpuinfo") as file:
            return next((line for line in file if line.startswith("flags")), "")
    except OSError:
        return ""
