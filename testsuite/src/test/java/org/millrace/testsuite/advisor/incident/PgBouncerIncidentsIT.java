package org.millrace.testsuite.advisor.incident;

import org.millrace.testsuite.server.database.DatabaseKind;

/** Through PgBouncer in session mode. */
class PgBouncerIncidentsIT extends IncidentsContract {

    PgBouncerIncidentsIT() {
        super(server(DatabaseKind.POSTGRES_BEHIND_PGBOUNCER));
    }
}
