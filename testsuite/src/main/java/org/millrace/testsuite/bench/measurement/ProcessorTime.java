package org.millrace.testsuite.bench.measurement;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Set;

/**
 * Processor time used so far, by whom: seconds since each began. The difference of two readings is what was used between.
 *
 * @param postgres all processes of the server, those that have ended included
 * @param keycloak the JVM and the shell that started it
 * @param client this JVM
 * @param machine everybody, those three included
 */
public record ProcessorTime(double postgres, double keycloak, double client, double machine) {

    /** Knows which processes are whose. */
    public record Clock(long postmaster, long client) {
        /** @param connection any to the server that is meant, which must run on this machine */
        public static Clock of(Connection connection) throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
                row.next();
                long postmaster = ProcessTable.read().process(row.getLong(1)).parent();
                return new Clock(postmaster, ProcessHandle.current().pid());
            }
        }

        /** The processor time used so far. */
        public ProcessorTime read() {
            ProcessTable table = ProcessTable.read();
            Set<Long> postgres = table.tree(postmaster);
            return new ProcessorTime(
                    seconds(table.ticks(postgres)),
                    seconds(table.ticks(keycloak(table, postgres))),
                    seconds(table.process(client).own()),
                    seconds(table.busy()));
        }

        /** Descendants of this JVM, except PostgreSQL. */
        private Set<Long> keycloak(ProcessTable table, Set<Long> postgres) {
            Set<Long> keycloak = new HashSet<>(table.tree(client));
            keycloak.remove(client);
            keycloak.removeAll(postgres);
            return keycloak;
        }

        private static double seconds(long ticks) {
            return ticks / ProcessTable.TICKS_A_SECOND;
        }
    }

    /** The difference to an earlier reading. */
    public ProcessorTime minus(ProcessorTime earlier) {
        return new ProcessorTime(
                postgres - earlier.postgres,
                keycloak - earlier.keycloak,
                client - earlier.client,
                machine - earlier.machine);
    }

    /** What others on the machine used. Not below zero: the readings are rounded to ticks. */
    double foreign() {
        return Math.max(0, machine - postgres - keycloak - client);
    }
}
