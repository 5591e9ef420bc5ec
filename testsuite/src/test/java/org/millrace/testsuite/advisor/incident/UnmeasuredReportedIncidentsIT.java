package org.millrace.testsuite.advisor.incident;

/** Without metrics, which is Keycloak's default. */
class UnmeasuredReportedIncidentsIT extends ReportedIncidentsContract {

    UnmeasuredReportedIncidentsIT() {
        super(UnmeasuredIncidentsIT.unmeasured());
    }

    /** No test here: what failed logins lacked is in Keycloak's metrics only. */
    @Override
    void enumerationOfUsersIsNamed() {}
}
