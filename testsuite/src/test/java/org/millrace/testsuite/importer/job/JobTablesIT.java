package org.millrace.testsuite.importer.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Keycloak has made the tables of jobs and of the advisor with its own. */
class JobTablesIT {
    private static final Set<String> EXPECTED = new TreeSet<>(Set.of(
            "millrace_change",
            "millrace_fingerprint",
            "millrace_incident",
            "millrace_job",
            "millrace_job_block",
            "millrace_job_chunk",
            "millrace_job_code",
            "millrace_job_hash",
            "millrace_job_image",
            "millrace_job_ledger",
            "millrace_job_part",
            "millrace_pace",
            "millrace_server"));

    private static Set<String> tables(ServerUnderTest server) throws SQLException {
        Set<String> names = new TreeSet<>();
        try (Connection connection = server.database().connect();
                ResultSet found = connection.getMetaData().getTables(null, null, "%", new String[] {"TABLE"})) {
            while (found.next()) {
                String name = found.getString("TABLE_NAME").toLowerCase(Locale.ROOT);
                if (name.startsWith("millrace")) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    @Test
    void theyAreThereOnPostgres() throws SQLException {
        assertThat(tables(SharedServers.postgres())).isEqualTo(EXPECTED);
    }

    @Thorough
    @Test
    void theyAreThereOnH2() throws SQLException {
        assertThat(tables(SharedServers.h2())).isEqualTo(EXPECTED);
    }
}
