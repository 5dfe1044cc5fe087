"""With what: PostgreSQL, the artefact store, settings and the engines, each with its life cycle."""
