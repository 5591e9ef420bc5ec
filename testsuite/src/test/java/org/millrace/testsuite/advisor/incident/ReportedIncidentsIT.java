package org.millrace.testsuite.advisor.incident;

import org.millrace.testsuite.server.database.DatabaseKind;

/** Directly. */
class ReportedIncidentsIT extends ReportedIncidentsContract {

    ReportedIncidentsIT() {
        super(IncidentsContract.server(DatabaseKind.POSTGRES));
    }
}
