package org.millrace.server;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import javax.sql.DataSource;
import org.eclipse.microprofile.config.ConfigProvider;

/** Keycloak's own database. Safe for any thread. */
public final class Database {
    private final DataSource pool;
    private final boolean postgres;
    private final boolean upperCase;
    private final String prefix;

    private Database(DataSource pool, boolean postgres, boolean upperCase, String prefix) {
        this.pool = pool;
        this.postgres = postgres;
        this.upperCase = upperCase;
        this.prefix = prefix;
    }

    /**
     * Looks at the database behind the server's pool.
     *
     * @throws SQLException if it cannot be reached
     */
    public static Database behind(DataSource pool) throws SQLException {
        try (Connection connection = pool.getConnection()) {
            DatabaseMetaData described = connection.getMetaData();
            String quote = described.getIdentifierQuoteString();
            return new Database(
                    pool,
                    described.getDatabaseProductName().toLowerCase(Locale.ROOT).contains("postgresql"),
                    described.supportsMixedCaseIdentifiers(),
                    ConfigProvider.getConfig()
                            .getOptionalValue("kc.db-schema", String.class)
                            .map(schema -> quote + schema.replace(quote, quote + quote) + quote + ".")
                            .orElse(""));
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

    /**
     * A table's name for SQL, with the schema that the operator chose.
     *
     * @param name in lower case. Where case matters, as in MariaDB on Linux, tables have the names in Keycloak's change log, which
     *     are in upper case
     */
    public String table(String name) {
        return prefix + (upperCase ? name.toUpperCase(Locale.ROOT) : name);
    }
}
