package org.millrace.server;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.ConfigProvider;

/** Keycloak's own database. Safe for any thread. */
public final class Database {
    private final DataSource pool;
    private final boolean postgres;
    private final Optional<String> schema;

    private Database(DataSource pool, boolean postgres, Optional<String> schema) {
        this.pool = pool;
        this.postgres = postgres;
        this.schema = schema;
    }

    /**
     * Looks at the database behind the server's pool.
     *
     * @throws SQLException if it cannot be reached
     */
    public static Database behind(DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            String product = connection.getMetaData().getDatabaseProductName();
            return new Database(
                    pool,
                    product.toLowerCase(Locale.ROOT).contains("postgresql"),
                    ConfigProvider.getConfig().getOptionalValue("kc.db-schema", String.class));
        }
    }

    /** Whether the bulk writer can be used. */
    public boolean isPostgres() {
        return postgres;
    }

    /**
     * A connection of the pool. Inside a session's transaction it is the very connection that the session uses, and the
     * transaction decides over its commit.
     */
    public Connection connection() throws SQLException {
        return pool.getConnection();
    }

    /** A table's name for SQL, with the schema that the operator chose. */
    public String table(String name) {
        return schema.map(s -> quoted(s) + "." + name).orElse(name);
    }

    private static String quoted(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }
}
