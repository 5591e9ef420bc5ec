-- What the advisor reads of the database. Runs once, when the database is created.
CREATE EXTENSION IF NOT EXISTS pg_stat_statements;
GRANT pg_monitor TO keycloak;
