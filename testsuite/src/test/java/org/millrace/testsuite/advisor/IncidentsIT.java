package org.millrace.testsuite.advisor;

import org.millrace.testsuite.server.database.DatabaseKind;

/** Directly. */
class IncidentsIT extends IncidentsContract {

    IncidentsIT() {
        super(DatabaseKind.POSTGRES);
    }
}
