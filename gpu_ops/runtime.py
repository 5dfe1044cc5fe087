"""The one place that makes ONNX Runtime sessions: threads, memory and device, as measured (docs/decisions/ocr.md)."""

from __future__ import annotations

import os
from pathlib import Path

import onnxruntime as ort

WARNINGS = 3
"""Log level: errors only. Warnings speak about nodes of the model, which a user can't change."""


def workers(threads: int) -> int:
    """How many threads that is: as told, or for 0 as many as there are cores that this process may use."""
    return threads or len(os.sched_getaffinity(0))


def open_session(path: Path, threads: int = 0, arena: bool = False) -> ort.InferenceSession:
    """A session on the CPU. ``threads``: of one inference; 0 for as many as there are cores.

    ``arena`` keeps memory between calls: faster, but what it holds is the largest that any shape ever asked for, so it
    is for models of few shapes. Memory patterns are off in any case: they are kept a shape, and shapes here are many.
    Idle threads sleep: spinning ones took half as much CPU again from whatever else the machine was doing.
    """
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = arena
    options.enable_mem_pattern = False
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = WARNINGS
    return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
