package org.millrace.testsuite.advisor.incident;

import org.millrace.testsuite.server.database.DatabaseKind;

/** Through PgBouncer in session mode. */
class PgBouncerReportedIncidentsIT extends ReportedIncidentsContract {

    PgBouncerReportedIncidentsIT() {
        super(IncidentsContract.server(DatabaseKind.POSTGRES_BEHIND_PGBOUNCER));
    }
}
