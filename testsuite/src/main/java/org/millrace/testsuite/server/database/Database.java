package org.millrace.testsuite.server.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

/**
 * The database under a server, as the test's own machine reaches it. Immutable; each call opens a connection that the
 * caller closes.
 *
 * @param jdbcUrl without user and password
 * @param user the role that Keycloak connects as: owner of its database, and no superuser
 * @param superuser may end other sessions, read every statistic and change settings; on H2 the same as {@code user}
 */
public record Database(DatabaseKind kind, String jdbcUrl, Account user, Account superuser) {

    /** A database role with its password. */
    public record Account(String name, String password) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** @throws SQLException if the database refuses, or is gone */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(jdbcUrl, user.name(), user.password());
    }

    /** @throws SQLException if the database refuses, or is gone */
    public Connection connectAsSuperuser() throws SQLException {
        return DriverManager.getConnection(jdbcUrl, superuser.name(), superuser.password());
    }
}
