package org.millrace.testsuite.advisor;

import org.millrace.testsuite.server.DatabaseKind;

/** Directly. */
class IncidentsIT extends IncidentsContract {

    IncidentsIT() {
        super(DatabaseKind.POSTGRES);
    }
}
