package org.millrace.advisor.sampler.postgres.connection;

import java.util.Optional;

/**
 * Keycloak's schema: the configured one, or the one with its tables. Tables of other applications in the same database are
 * ignored.
 *
 * @param configured empty if Keycloak uses the connection's default
 */
public record DatabaseSchema(Optional<String> configured) {

    private static final String OID = """
            (SELECT coalesce((SELECT oid FROM pg_namespace WHERE nspname = :schema),
                             (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('user_entity')),
                             (SELECT oid FROM pg_namespace WHERE nspname = current_schema())))""";

    /** The statement with its number in place of each {@code :schema_oid}. */
    public String in(String sql) {
        return sql.replace(
                ":schema_oid",
                OID.replace(":schema", configured.map(DatabaseSchema::literal).orElse("NULL")));
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
