"""On what: models, their runtimes, batching, precision and memory. Knows arrays and records, nothing else."""

import os

# ONNX Runtime's wheels from 1.32 on report usage to their maker unless this is set before they are loaded. Nothing
# leaves the building, so it is forced, not a default. tests/gpu_ops/test_quiet.py holds it.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
