"""The vocabulary that every room speaks: frozen, typed, serialisable records. No I/O, no engine, no Dagster."""
