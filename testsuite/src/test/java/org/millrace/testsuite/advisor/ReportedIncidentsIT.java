package org.millrace.testsuite.advisor;

import org.millrace.testsuite.server.database.DatabaseKind;

/** Directly. */
class ReportedIncidentsIT extends ReportedIncidentsContract {

    ReportedIncidentsIT() {
        super(DatabaseKind.POSTGRES);
    }
}
