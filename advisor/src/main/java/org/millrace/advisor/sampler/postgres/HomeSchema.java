package org.millrace.advisor.sampler.postgres;

import java.util.Optional;

/**
 * Keycloak's schema: the one it is set to use, or the one in which its tables are found. Other applications may share the
 * database, and what they do with their tables is their affair.
 *
 * @param configured empty if Keycloak takes the connection's own
 */
record HomeSchema(Optional<String> configured) {

    private static final String OID = """
            (SELECT coalesce((SELECT oid FROM pg_namespace WHERE nspname = :schema),
                             (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('user_entity')),
                             (SELECT oid FROM pg_namespace WHERE nspname = current_schema())))""";

    /** The statement with its number in place of each {@code :home}. */
    String in(String sql) {
        return sql.replace(
                ":home",
                OID.replace(":schema", configured.map(HomeSchema::literal).orElse("NULL")));
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }
}
