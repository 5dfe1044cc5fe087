-- Every file that was handed in, before anything is known of it; what became of it is written when it is known.

CREATE TABLE catalogue.arrivals (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    outcome text CHECK (outcome IN ('document', 'duplicate', 'quarantined')),
    sha256 text
);
CREATE INDEX ON catalogue.arrivals (source) WHERE outcome IS NULL;

-- How often a batch has been asked for: each time it is, it gets a run of its own.
ALTER TABLE catalogue.batches ADD COLUMN round integer NOT NULL DEFAULT 1;

CREATE INDEX ON catalogue.documents (status) WHERE status NOT IN ('warehouse', 'failed');
