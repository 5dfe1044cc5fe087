"""On what: models, their runtimes, batching, precision and memory. Knows arrays and records, nothing else."""
