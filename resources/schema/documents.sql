-- What came in, what was refused, and which documents make which batch.

CREATE TABLE catalogue.documents (
    sha256 text PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    number bigint GENERATED ALWAYS AS IDENTITY UNIQUE,  -- stands in the row numbers of the warehouse
    media_type text NOT NULL,
    size bigint NOT NULL,
    pages integer NOT NULL,
    status text NOT NULL DEFAULT 'registered',
    attempts integer NOT NULL DEFAULT 0,
    failure jsonb,
    first_seen timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE catalogue.sources (
    sha256 text NOT NULL REFERENCES catalogue.documents,
    name text NOT NULL,
    metadata jsonb NOT NULL DEFAULT '{}',
    arrived timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (sha256, name)
);

CREATE TABLE catalogue.batches (
    batch text PRIMARY KEY,
    closed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE catalogue.batch_documents (
    batch text NOT NULL REFERENCES catalogue.batches,
    position integer NOT NULL,
    sha256 text NOT NULL REFERENCES catalogue.documents,
    PRIMARY KEY (batch, position),
    UNIQUE (batch, sha256)
);
CREATE INDEX ON catalogue.batch_documents (sha256);

CREATE TABLE catalogue.quarantine (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sha256 text,  -- empty where not even the bytes could be read
    source text NOT NULL,
    size bigint NOT NULL,
    category text NOT NULL,
    message text NOT NULL,
    page integer,
    at timestamptz NOT NULL DEFAULT now(),
    resolved_at timestamptz
);
CREATE INDEX ON catalogue.quarantine (sha256);
