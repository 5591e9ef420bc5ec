package org.millrace.advisor.change;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.model.setting.KeycloakSettings;
import org.millrace.advisor.model.setting.PostgresSettings;

/**
 * Statements for PostgreSQL, for a superuser in the database of Keycloak. Each runs outside a transaction, because some cannot
 * run inside one.
 */
public final class SqlTarget implements ChangeTarget {

    /** What PostgreSQL reads at its start only. */
    private static final Set<String> AT_START =
            Set.of("shared_buffers", "max_connections", "huge_pages", "wal_buffers", "autovacuum_max_workers");

    private static final String PUBLIC = "public";

    private static final String SYSTEM = "ALTER SYSTEM";

    /** As {@code pg_settings.source} says it. */
    private static final String COMMAND_LINE = "command line";

    /** The same, of what is among the options that Keycloak's connections are opened with. */
    private static final String CONNECTION = " client";

    /** The same; the name of the file comes after it for those alone who may read all settings. */
    private static final String FILE = "configuration file";

    /** What initdb writes to postgresql.conf: who has such a value has it from there, whether the file is named or not. */
    private static final Map<String, String> WRITTEN_BY_INITDB = Map.of(
            "max_wal_size", "1024MB", "min_wal_size", "80MB", "max_connections", "100", "shared_buffers", "128MB");

    /** Where {@code ALTER SYSTEM} writes. */
    private static final String OWN_FILE = "auto.conf";

    private final Settings settings;

    /** @param settings in force, for names, for what was never set by {@code ALTER SYSTEM} and for indexes in the way */
    public SqlTarget(Settings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return "sql";
    }

    @Override
    public boolean takes(Step.Kind kind) {
        return switch (kind) {
            case POSTGRES, DATABASE_PARAMETER, TABLE_OPTION, TABLE_PERSISTENCE, INDEX -> true;
            default -> false;
        };
    }

    @Override
    public String write(List<Step> steps) {
        StringBuilder out = new StringBuilder();
        schema().ifPresent(schema -> out.append("SET search_path TO ")
                .append(Identifier.of(schema))
                .append(schema.equals(PUBLIC) ? ";\n" : ", public;\n"));
        steps.forEach(step -> out.append(line(step)).append('\n'));
        if (steps.stream().anyMatch(step -> step.kind() == Step.Kind.POSTGRES)) {
            out.append("SELECT pg_reload_conf();\n");
        }
        if (steps.stream().anyMatch(step -> AT_START.contains(step.name()))) {
            out.append("-- Takes effect after a restart of PostgreSQL.\n");
        }
        return steps.isEmpty() ? "" : out.toString();
    }

    /** Where the tables are: options of the connections may say so, or settings of the role. */
    private Optional<String> schema() {
        return text(PostgresSettings.SCHEMA).or(() -> text(KeycloakSettings.DB_SCHEMA));
    }

    private String line(Step step) {
        if (step.kind() == Step.Kind.POSTGRES && origin(step).contains(COMMAND_LINE)) {
            return elsewhere(step, "on the command line of PostgreSQL");
        }
        if (step.kind() == Step.Kind.POSTGRES && origin(step).endsWith(CONNECTION)) {
            return elsewhere(step, "by the options of Keycloak's connections, in its JDBC URL or in separate settings");
        }
        return isPinning(step) ? pinned(step) : statement(step) + ";";
    }

    private static String elsewhere(Step step, String where) {
        return "-- " + step.name() + " is set " + where + ", and can be changed there alone: to " + step.to();
    }

    /** The value is right either way; who may see the file can have it come from there again. */
    private String pinned(Step step) {
        return "-- Keycloak's role may not see which file sets " + step.name()
                + " (pg_read_all_settings may), so ALTER SYSTEM holds the value from here on. If postgresql.conf says it: "
                + "ALTER SYSTEM RESET " + step.name() + "\n" + statement(step) + ";";
    }

    private String statement(Step step) {
        return switch (step.kind()) {
            case POSTGRES -> parameter(step);
            case DATABASE_PARAMETER ->
                database()
                        + (step.to() == null
                                ? " RESET " + step.name()
                                : " SET " + step.name() + " = " + literal(step.to()));
            case TABLE_OPTION -> tableOption(step);
            case TABLE_PERSISTENCE ->
                "ALTER TABLE " + Identifier.of(step.name()) + " SET "
                        + String.valueOf(step.to()).toUpperCase(Locale.ROOT);
            case INDEX -> index(step);
            default -> throw new IllegalArgumentException("no SQL for " + step.kind());
        };
    }

    /** An invalid index is never read, and still keeps one of its name from being made. */
    private String index(Step step) {
        String drop = "DROP INDEX CONCURRENTLY IF EXISTS " + Identifier.of(step.name());
        if (step.to() == null) {
            return drop;
        }
        boolean invalid = settings.find(PostgresSettings.INVALID_INDEXES)
                .filter(found -> found.names().contains(step.name()))
                .isPresent();
        return (invalid ? drop + ";\n" : "") + "CREATE INDEX CONCURRENTLY IF NOT EXISTS " + Identifier.of(step.name())
                + " ON " + step.to();
    }

    /** What only the configuration file or the default says is brought back by taking our own line away. */
    private String parameter(Step step) {
        String scope = scope(origin(step));
        if (step.to() == null || scope.equals(SYSTEM) && isInForce(step) && isKnownFromElsewhere(step)) {
            return scope + " RESET " + step.name();
        }
        return scope + " SET " + step.name() + " = " + literal(step.to());
    }

    /** The level at which it is set: a value of the database or the role overrides the server's configuration. */
    private String scope(String origin) {
        if (origin.endsWith(" database user")) {
            return role() + " IN DATABASE " + named(PostgresSettings.DATABASE);
        }
        if (origin.endsWith(" user")) {
            return role();
        }
        if (origin.endsWith(" global")) {
            return "ALTER ROLE ALL";
        }
        return origin.endsWith(" database") ? database() : SYSTEM;
    }

    private String database() {
        return "ALTER DATABASE " + named(PostgresSettings.DATABASE);
    }

    private String role() {
        return "ALTER ROLE " + named(PostgresSettings.ROLE);
    }

    /** The name as PostgreSQL reported it; before the parameters were read, the name that Keycloak's guides use. */
    private String named(SettingName setting) {
        return Identifier.of(text(setting).orElse("keycloak"));
    }

    private String origin(Step step) {
        return settings.find(PostgresSettings.named(step.name()))
                .map(Setting::origin)
                .orElse("");
    }

    /** It is not known of a file without a name, which may be the one of {@code ALTER SYSTEM}. */
    private boolean isKnownFromElsewhere(Step step) {
        return !origin(step).contains(OWN_FILE) && (!origin(step).endsWith(FILE) || isWrittenByInitdb(step));
    }

    /** A value of who knows which file is brought back by a line of our own. */
    private boolean isPinning(Step step) {
        return step.kind() == Step.Kind.POSTGRES
                && origin(step).endsWith(FILE)
                && isInForce(step)
                && !isWrittenByInitdb(step);
    }

    private boolean isWrittenByInitdb(Step step) {
        return settings.find(PostgresSettings.named(step.name()))
                .filter(now ->
                        WRITTEN_BY_INITDB.containsKey(step.name()) && same(now, WRITTEN_BY_INITDB.get(step.name())))
                .isPresent();
    }

    private boolean isInForce(Step step) {
        return settings.find(PostgresSettings.named(step.name()))
                .filter(now -> step.to() != null && same(now, step.to()))
                .isPresent();
    }

    /** As text, or as the same amount of memory. */
    private static boolean same(Setting now, String value) {
        String spaced = value.replaceFirst("^(\\d+)\\s*(\\D+)$", "$1 $2");
        OptionalDouble bytes = PostgresSettings.bytes(now);
        OptionalDouble other = PostgresSettings.bytes(new Setting(now.name(), spaced, ""));
        return now.is(value) || bytes.isPresent() && bytes.equals(other);
    }

    private static String tableOption(Step step) {
        int dot = step.name().lastIndexOf('.');
        String table = Identifier.of(step.name().substring(0, dot));
        String option = step.name().substring(dot + 1);
        return "ALTER TABLE " + table
                + (step.to() == null ? " RESET (" + option + ")" : " SET (" + option + " = " + step.to() + ")");
    }

    private Optional<String> text(SettingName name) {
        return settings.find(name).flatMap(Setting::text).filter(value -> !value.isBlank());
    }

    private static String literal(String value) {
        return "'" + value.replace("'", "''") + "'";
    }
}
