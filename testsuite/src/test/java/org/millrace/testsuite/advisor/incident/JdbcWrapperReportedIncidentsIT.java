package org.millrace.testsuite.advisor.incident;

import org.millrace.testsuite.server.database.DatabaseKind;

/** Through {@code jdbc:aws-wrapper:postgresql:}. */
class JdbcWrapperReportedIncidentsIT extends ReportedIncidentsContract {

    JdbcWrapperReportedIncidentsIT() {
        super(IncidentsContract.server(DatabaseKind.POSTGRES_BY_AWS_WRAPPER));
    }
}
