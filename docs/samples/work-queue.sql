-- The tables of a work queue, in a PostgreSQL database of your own. Who fills the queue needs INSERT on work_queue alone; the
-- user that Keycloak was told of needs SELECT, INSERT, UPDATE and DELETE on both.

CREATE TABLE work_queue (
    id           BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    source_table TEXT NOT NULL,
    source_key   TEXT NOT NULL,                      -- of any type, as text
    payload      TEXT NOT NULL,                      -- one record, as a line of NDJSON has it
    attempts     INT NOT NULL DEFAULT 0,             -- how often it has failed
    next_try     TIMESTAMPTZ NOT NULL DEFAULT NOW(),
    last_error   TEXT,
    lease        TEXT                                -- job and delivery that have it; NULL while it is free
);
CREATE INDEX work_queue_free ON work_queue (next_try, id) WHERE lease IS NULL;
CREATE INDEX work_queue_lease ON work_queue (lease text_pattern_ops) WHERE lease IS NOT NULL;

CREATE TABLE processed_log (
    id           BIGINT PRIMARY KEY,                 -- that of work_queue, whose row is gone
    source_table TEXT NOT NULL,
    source_key   TEXT NOT NULL,
    attempts     INT NOT NULL,
    outcome      TEXT NOT NULL,                      -- created, updated, deleted, unchanged, rejected or failed
    entity_id    TEXT,                               -- the user's, if there is one
    error        TEXT,                               -- the code of the first problem, if there is one
    processed_at TIMESTAMPTZ NOT NULL DEFAULT NOW()
);
CREATE INDEX processed_log_key ON processed_log (source_table, source_key);
