package org.millrace.testsuite.advisor.incident;

/** Without metrics, which is Keycloak's default. */
class UnmeasuredReportedIncidentsIT extends ReportedIncidentsContract {

    UnmeasuredReportedIncidentsIT() {
        super(UnmeasuredIncidentsIT.unmeasured());
    }

    /** No test here: only Keycloak's metrics count failed logins by cause. */
    @Override
    void enumerationOfUsersIsNamed() {}
}
