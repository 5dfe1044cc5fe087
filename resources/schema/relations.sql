-- The relations of the warehouse: their structure now and in every former version, what was loaded, what did not fit.

CREATE TABLE catalogue.relations (
    relation text PRIMARY KEY,
    version integer NOT NULL,
    columns jsonb NOT NULL,  -- records.relation.Column, in order
    evidence jsonb NOT NULL,  -- records.relation.Evidence a column: the sum over all that is loaded
    created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE catalogue.relation_versions (
    relation text NOT NULL REFERENCES catalogue.relations,
    version integer NOT NULL,
    columns jsonb NOT NULL,  -- records.relation.Column, in order
    changes jsonb NOT NULL,  -- records.relation.Change: what this version did to the one before
    batch text NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (relation, version)
);

CREATE TABLE catalogue.loads (
    document text NOT NULL REFERENCES catalogue.documents,
    table_ordinal integer NOT NULL,
    relation text NOT NULL REFERENCES catalogue.relations,
    digest text NOT NULL,  -- of the candidate: the same again needs no work
    batch text NOT NULL,
    first_row bigint NOT NULL,
    rows integer NOT NULL,
    columns jsonb NOT NULL,  -- the relation's column, the header and the evidence for each column of the table
    style jsonb NOT NULL,  -- what the table means by a comma, and by 3/4/2024
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (document, table_ordinal)
);
CREATE INDEX ON catalogue.loads (relation);
CREATE INDEX ON catalogue.loads (batch);

CREATE TABLE catalogue.rejects (
    relation text NOT NULL REFERENCES catalogue.relations,
    document text NOT NULL REFERENCES catalogue.documents,
    table_ordinal integer NOT NULL,
    row bigint NOT NULL,
    "column" text NOT NULL,
    reason text NOT NULL,
    text text NOT NULL,
    page integer NOT NULL,
    box real[] NOT NULL,
    confidence real NOT NULL,
    at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (relation, row, "column")
);
CREATE INDEX ON catalogue.rejects (document);
