package org.millrace.testsuite.advisor.incident;

import org.millrace.testsuite.server.database.DatabaseKind;

/** Directly. */
class IncidentsIT extends IncidentsContract {

    IncidentsIT() {
        super(server(DatabaseKind.POSTGRES));
    }
}
