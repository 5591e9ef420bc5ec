package org.millrace.advisor.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Settings;
import org.millrace.advisor.model.setting.PostgresSettings;

class SqlTargetTest {

    private static final ChangeSet CHANGES = new ChangeSet(
            List.of(
                    new Step(Step.Kind.POSTGRES, "max_wal_size", "1024MB", "8GB"),
                    new Step(Step.Kind.TABLE_OPTION, "user_entity.autovacuum_vacuum_scale_factor", null, "0.01"),
                    new Step(Step.Kind.INDEX, "idx_user_email", null, "user_entity (email)")),
            Set.of());

    @Test
    void statementsAreEachByThemselvesAndReloadInTheEnd() {
        assertThat(applied(sql("pg_settings, default"))).isEqualTo("""
                ALTER SYSTEM SET max_wal_size = '8GB';
                ALTER TABLE user_entity SET (autovacuum_vacuum_scale_factor = 0.01);
                CREATE INDEX CONCURRENTLY IF NOT EXISTS idx_user_email ON user_entity (email);
                SELECT pg_reload_conf();
                """);
    }

    @Test
    void aParameterWithoutAPreviousValueIsReset() {
        assertThat(reverted(sql("pg_settings, default"))).isEqualTo("""
                DROP INDEX CONCURRENTLY IF EXISTS idx_user_email;
                ALTER TABLE user_entity RESET (autovacuum_vacuum_scale_factor);
                ALTER SYSTEM RESET max_wal_size;
                SELECT pg_reload_conf();
                """);
    }

    @Test
    void parameterThatWasSetBySystemIsSetBack() {
        assertThat(reverted(sql("pg_settings, configuration file postgresql.auto.conf")))
                .contains("ALTER SYSTEM SET max_wal_size = '1024MB';");
    }

    @Test
    void parameterOfAKnownConfigurationFileComesFromThereAgain() {
        assertThat(reverted(sql("pg_settings, configuration file postgresql.conf")))
                .contains("ALTER SYSTEM RESET max_wal_size;");
    }

    /** In postgresql.conf, whose name a role without the rights of pg_read_all_settings is not shown. */
    @Test
    void valueThatInitdbHasWrittenComesFromTheFileAgain() {
        assertThat(reverted(sql("pg_settings, configuration file")))
                .contains("ALTER SYSTEM RESET max_wal_size;")
                .doesNotContain("--", "SET max_wal_size =");
    }

    /** Which is what a role without the rights of pg_read_all_settings is shown. */
    @Test
    void aParameterOfAnUnreadFileKeepsItsValueWithAComment() {
        SqlTarget unknown = new SqlTarget(Settings.of(
                List.of(new Setting(PostgresSettings.MAX_WAL_SIZE, "1536 MB", "pg_settings, configuration file"))));
        assertThat(applied(unknown))
                .contains("ALTER SYSTEM SET max_wal_size = '8GB';")
                .doesNotContain("--");
        List<Step> revert = List.of(
                new Step(Step.Kind.INDEX, "idx_user_email", "user_entity (email)", null),
                new Step(Step.Kind.TABLE_OPTION, "user_entity.autovacuum_vacuum_scale_factor", "0.01", null),
                new Step(Step.Kind.POSTGRES, "max_wal_size", "8GB", "1536MB"));
        assertThat(unknown.write(revert)).isEqualTo("""
                DROP INDEX CONCURRENTLY IF EXISTS idx_user_email;
                ALTER TABLE user_entity RESET (autovacuum_vacuum_scale_factor);
                -- Keycloak's role may not see which file sets max_wal_size (pg_read_all_settings may), so ALTER SYSTEM holds \
                the value from here on. If postgresql.conf says it: ALTER SYSTEM RESET max_wal_size
                ALTER SYSTEM SET max_wal_size = '1536MB';
                SELECT pg_reload_conf();
                """);
    }

    @Test
    void anInvalidIndexIsDroppedBeforeItIsCreatedAgain() {
        SqlTarget sql = new SqlTarget(Settings.of(
                List.of(new Setting(PostgresSettings.INVALID_INDEXES, "idx_other, idx_user_email", "catalog"))));

        assertThat(applied(sql)).contains("""
                DROP INDEX CONCURRENTLY IF EXISTS idx_user_email;
                CREATE INDEX CONCURRENTLY IF NOT EXISTS idx_user_email ON user_entity (email);
                """);
        assertThat(reverted(sql)).containsOnlyOnce("idx_user_email").contains("DROP INDEX CONCURRENTLY IF EXISTS");
    }

    @Test
    void indexOfWhichAnInvalidOneHasThePrefixIsJustMade() {
        SqlTarget sql = new SqlTarget(
                Settings.of(List.of(new Setting(PostgresSettings.INVALID_INDEXES, "idx_user_email_ccnew", "catalog"))));

        assertThat(applied(sql)).doesNotContain("DROP INDEX");
    }

    @ParameterizedTest
    @CsvSource({
        "'pg_settings, database', ALTER DATABASE keycloak",
        "'pg_settings, user', ALTER ROLE keycloak",
        "'pg_settings, database user', ALTER ROLE keycloak IN DATABASE keycloak",
        "'pg_settings, global', ALTER ROLE ALL"
    })
    void parameterIsChangedAndSetBackWhereItWasSet(String origin, String scope) {
        assertThat(applied(sql(origin))).contains(scope + " SET max_wal_size = '8GB';");
        assertThat(reverted(sql(origin))).contains(scope + " SET max_wal_size = '1024MB';");
    }

    /** Words that PostgreSQL reserves are names only in quotes. */
    @ParameterizedTest
    @CsvSource({"user, '\"user\"'", "iam_2, iam_2", "Iam, '\"Iam\"'"})
    void theRoleIsTheReportedOne(String role, String written) {
        SqlTarget sql = new SqlTarget(Settings.of(List.of(
                new Setting(PostgresSettings.named("max_wal_size"), "1024 MB", "pg_settings, user"),
                new Setting(PostgresSettings.ROLE, role, "catalog"),
                new Setting(new SettingName("db-username"), "another", "test"))));

        assertThat(applied(sql)).contains("ALTER ROLE " + written + " SET max_wal_size = '8GB';");
    }

    @Test
    void parameterOfTheCommandLineIsLeftToWhoStartsTheDatabase() {
        assertThat(applied(sql("pg_settings, command line")))
                .contains(
                        "-- max_wal_size is set on the command line of PostgreSQL, and can be changed there alone: to 8GB\n")
                .doesNotContain("ALTER SYSTEM");
    }

    @Test
    void parameterOfKeycloaksConnectionsIsLeftToItsUrl() {
        assertThat(applied(sql("pg_settings, client")))
                .contains("-- max_wal_size is set by the options of Keycloak's connections")
                .doesNotContain("ALTER SYSTEM");
    }

    @Test
    void schemaOfKeycloakIsSearchedAndNamesAreQuoted() {
        SqlTarget sql = new SqlTarget(Settings.of(List.of(
                new Setting(new SettingName("db-schema"), "iam", "test"),
                new Setting(new SettingName("postgres.database"), "my db", "test"))));
        Step declared =
                new Step(Step.Kind.DATABASE_PARAMETER, "millrace.migration_until", null, "2026-01-01T00:00:00Z");

        assertThat(sql.write(List.of(declared))).isEqualTo("""
                SET search_path TO iam, public;
                ALTER DATABASE "my db" SET millrace.migration_until = '2026-01-01T00:00:00Z';
                """);
    }

    /** An option of the connections, or a setting of the role, may lead to another than the option of Keycloak says. */
    @Test
    void schemaInWhichTheTablesWereFoundGoesBeforeTheOneThatIsSet() {
        Setting set = new Setting(new SettingName("db-schema"), "iam", "test");

        assertThat(applied(inSchema("kc", set))).startsWith("SET search_path TO kc, public;\n");
        assertThat(applied(inSchema("public", set))).startsWith("SET search_path TO public;\n");
    }

    private static SqlTarget inSchema(String found, Setting other) {
        return new SqlTarget(Settings.of(List.of(new Setting(PostgresSettings.SCHEMA, found, "catalog"), other)));
    }

    private static SqlTarget sql(String origin) {
        return new SqlTarget(Settings.of(List.of(new Setting(PostgresSettings.MAX_WAL_SIZE, "1024 MB", origin))));
    }

    private static String applied(SqlTarget sql) {
        return sql.write(CHANGES.apply());
    }

    private static String reverted(SqlTarget sql) {
        return sql.write(CHANGES.revert());
    }
}
