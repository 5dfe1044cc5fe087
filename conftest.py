"""For all tests: what needs an extra that is not installed is not collected."""

from __future__ import annotations

from importlib.util import find_spec

NEEDS_TORCH = ["gpu_ops/training", "tests/gpu_ops/training"]

collect_ignore = [] if find_spec("torch") and find_spec("torch_geometric") else NEEDS_TORCH
