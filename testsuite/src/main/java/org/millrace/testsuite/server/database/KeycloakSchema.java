package org.millrace.testsuite.server.database;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.millrace.testsuite.server.database.Database.Account;

/** Keycloak's own database in a fresh PostgreSQL, owned by a role without privileges, as in production. */
final class KeycloakSchema {
    private static final Account OWNER = new Account("keycloak", "keycloak");

    private KeycloakSchema() {}

    static Database create(String host, int port, Account superuser) {
        String server = "jdbc:postgresql://" + host + ":" + port + "/";
        try (Connection connection =
                        DriverManager.getConnection(server + "postgres", superuser.name(), superuser.password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE keycloak LOGIN PASSWORD 'keycloak'");
            statement.execute("CREATE DATABASE keycloak OWNER keycloak");
        } catch (SQLException e) {
            throw new IllegalStateException("cannot create Keycloak's database on " + server, e);
        }
        return at(server, superuser);
    }

    /** The one that is there already. */
    static Database existing(String host, int port, Account superuser) {
        return at("jdbc:postgresql://" + host + ":" + port + "/", superuser);
    }

    private static Database at(String server, Account superuser) {
        return new Database(DatabaseKind.POSTGRES, server + "keycloak", OWNER, superuser);
    }
}
