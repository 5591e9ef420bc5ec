package org.millrace.advisor.change;

import org.jspecify.annotations.Nullable;

/**
 * One setting that gets another value.
 *
 * @param from the value in force, null if unset
 * @param to the value to set, null to unset it
 */
public record Step(
        Kind kind,
        String name,
        @Nullable String from,
        @Nullable String to) {

    public enum Kind {
        /** A Keycloak option that is read at start. */
        OPTION("option"),
        /** A Keycloak option that {@code kc.sh build} reads. */
        BUILD_OPTION("build-option"),
        /** A property of Quarkus below Keycloak's options. */
        PROPERTY("property"),
        /** An option of the JVM, for {@code JAVA_OPTS_APPEND}. */
        JVM_OPTION("jvm-option"),
        /** A parameter of the one database, for {@code ALTER DATABASE}. */
        DATABASE_PARAMETER("database-parameter"),
        /** A storage parameter of a table: {@code user_entity.autovacuum_enabled}. */
        TABLE_OPTION("table-option"),
        /** Whether a table survives a crash: {@code logged} or {@code unlogged}. */
        TABLE_PERSISTENCE("table-persistence"),
        /** An index by name; its value is the table and columns, {@code user_entity (email)}. */
        INDEX("index"),
        /** A PostgreSQL parameter, for {@code ALTER SYSTEM} or the provider's parameter group. */
        POSTGRES("postgres-parameter"),
        /** A resource of the container or pod. */
        RESOURCE("resource");

        private final String label;

        Kind(String label) {
            this.label = label;
        }

        /** As reports write it. */
        public String label() {
            return label;
        }
    }

    Step reversed() {
        return new Step(kind, name, to, from);
    }
}
