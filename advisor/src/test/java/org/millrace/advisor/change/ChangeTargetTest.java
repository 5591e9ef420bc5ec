package org.millrace.advisor.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.advisor.model.Setting;
import org.millrace.advisor.model.SettingName;
import org.millrace.advisor.model.Settings;

class ChangeTargetTest {

    private static final Step POOL = new Step(Step.Kind.OPTION, "db-pool-max-size", "5", "20");
    private static final Step QUEUE = new Step(Step.Kind.OPTION, "http-max-queued-requests", null, "1000");
    private static final Step RESETS =
            new Step(Step.Kind.PROPERTY, "quarkus.http.limits.rst-flood-max-rst-frame-per-window", "0", null);
    private static final Step METASPACE = new Step(Step.Kind.JVM_OPTION, "-XX:MaxMetaspaceSize", "256m", "384m");
    private static final Step WAL = new Step(Step.Kind.POSTGRES, "max_wal_size", "1024MB", "8GB");

    @Test
    void configurationFileHasALineForEachOption() {
        assertThat(applied(new KeycloakConf(Settings.NONE)))
                .isEqualTo("db-pool-max-size=20\nhttp-max-queued-requests=1000\n");
        assertThat(reverted(new KeycloakConf(Settings.NONE)))
                .isEqualTo("# remove: http-max-queued-requests\ndb-pool-max-size=5\n");
    }

    @Test
    void buildOptionsSayWhoReadsThem() {
        Step build = new Step(Step.Kind.BUILD_OPTION, "metrics-enabled", "false", "true");

        assertThat(new KeycloakConf(Settings.NONE).write(List.of(build)))
                .isEqualTo("# kc.sh build reads this one:\nmetrics-enabled=true\n");
    }

    @Test
    void environmentHasKeycloaksQuarkusAndJavasVariables() {
        assertThat(applied(new Environment(Settings.NONE))).isEqualTo("""
                export KC_DB_POOL_MAX_SIZE='20'
                export KC_HTTP_MAX_QUEUED_REQUESTS='1000'
                unset QUARKUS_HTTP_LIMITS_RST_FLOOD_MAX_RST_FRAME_PER_WINDOW
                export JAVA_OPTS_APPEND="$JAVA_OPTS_APPEND -XX:MaxMetaspaceSize=384m"
                """);
        assertThat(reverted(new Environment(Settings.NONE)))
                .contains("export QUARKUS_HTTP_LIMITS_RST_FLOOD_MAX_RST_FRAME_PER_WINDOW='0'");
    }

    @Test
    void optionsOfProvidersKeepTheirSeparators() {
        Step provider = new Step(Step.Kind.OPTION, "spi-password-hashing--argon2--cpu-cores", null, "it's 2");

        assertThat(new Environment(Settings.NONE).write(List.of(provider)))
                .isEqualTo("export KC_SPI_PASSWORD_HASHING__ARGON2__CPU_CORES='it'\\''s 2'\n");
    }

    @ParameterizedTest
    @CsvSource({"CLI, the command line", "ENV, an environment variable", "SysPropConfigSource, a system property"})
    void lineOfTheFileSaysWhatGoesBeforeIt(String origin, String place) {
        KeycloakConf conf = new KeycloakConf(settings("db-pool-max-size", "5", origin));

        assertThat(conf.write(List.of(POOL)))
                .isEqualTo("# set by " + place + " now, which goes before this file: change it there\n"
                        + "db-pool-max-size=20\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"keycloak.conf", "Persisted", "default", "Derived"})
    void lineOfTheFileStandsAloneIfNothingGoesBeforeIt(String origin) {
        KeycloakConf conf = new KeycloakConf(settings("db-pool-max-size", "5", origin));

        assertThat(conf.write(List.of(POOL))).isEqualTo("db-pool-max-size=20\n");
    }

    @Test
    void variableSaysThatTheCommandLineGoesBeforeIt() {
        Environment environment = new Environment(settings("db-pool-max-size", "5", "CLI"));

        assertThat(environment.write(List.of(POOL))).isEqualTo("""
                # set by the command line now, which goes before variables: change it there
                export KC_DB_POOL_MAX_SIZE='20'
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"keycloak.conf", "ENV", "SysPropConfigSource", "default"})
    void variableOfKeycloaksStandsAloneIfNothingGoesBeforeIt(String origin) {
        Environment environment = new Environment(settings("db-pool-max-size", "5", origin));

        assertThat(environment.write(List.of(POOL))).isEqualTo("export KC_DB_POOL_MAX_SIZE='20'\n");
    }

    @Test
    void categoryWithCapitalsIsSpeltInAVariableOfItsOwn() {
        Step small = new Step(Step.Kind.OPTION, "log-level-org.infinispan", "trace", "info");
        Step capitals = new Step(Step.Kind.OPTION, "log-level-org.hibernate.SQL", "debug", "info");

        assertThat(new Environment(Settings.NONE).write(List.of(small, capitals)))
                .isEqualTo("""
                export KC_LOG_LEVEL_ORG_INFINISPAN='info'
                export KCKEY_LOG_LEVEL_ORG_HIBERNATE_SQL='log-level-org.hibernate.SQL'
                export KC_LOG_LEVEL_ORG_HIBERNATE_SQL='info'
                """);
    }

    @Test
    void propertyOfTheFileIsTakenOutOfIt() {
        assertThat(propertySetBy("quarkus.properties").write(List.of(RESETS)))
                .isEqualTo(
                        "# take quarkus.http.limits.rst-flood-max-rst-frame-per-window out of conf/quarkus.properties\n");
    }

    @Test
    void propertyOfAVariableIsUnset() {
        assertThat(propertySetBy("EnvConfigSource").write(List.of(RESETS)))
                .isEqualTo("unset QUARKUS_HTTP_LIMITS_RST_FLOOD_MAX_RST_FRAME_PER_WINDOW\n");
    }

    @Test
    void variableOfQuarkusSaysThatASystemPropertyGoesBeforeIt() {
        assertThat(propertySetBy("SysPropConfigSource").write(List.of(RESETS))).isEqualTo("""
                # set by a system property now, which goes before variables: change it there
                unset QUARKUS_HTTP_LIMITS_RST_FLOOD_MAX_RST_FRAME_PER_WINDOW
                """);
    }

    /** Another file than the usual one is shown by its own name. */
    @ParameterizedTest
    @ValueSource(strings = {"keycloak.conf", "production.conf"})
    void optionOfTheFileIsTakenOutOfIt(String origin) {
        Step stack = new Step(Step.Kind.OPTION, "cache-stack", "kubernetes", null);
        Environment environment = new Environment(settings("cache-stack", "kubernetes", origin));

        assertThat(environment.write(List.of(stack)))
                .isEqualTo("# take cache-stack out of Keycloak's configuration file\n");
    }

    @Test
    void keycloakResourceHasFieldsOfItsOwnForPoolAndResources() {
        Step limit = new Step(Step.Kind.RESOURCE, "limits.cpu", "3", "7.5");

        assertThat(new KeycloakResource().write(List.of(POOL, QUEUE, limit, METASPACE, RESETS)))
                .isEqualTo("""
                # A fragment: merge it into your resource; lists such as additionalOptions and env replace those that are there.
                # add to what JAVA_OPTS_APPEND holds already
                # remove: env QUARKUS_HTTP_LIMITS_RST_FLOOD_MAX_RST_FRAME_PER_WINDOW
                apiVersion: "k8s.keycloak.org/v2alpha1"
                kind: "Keycloak"
                metadata:
                  name: "keycloak"
                spec:
                  db:
                    poolMaxSize: 20
                  resources:
                    limits:
                      cpu: "7.5"
                  additionalOptions:
                    - name: "http-max-queued-requests"
                      value: "1000"
                  unsupported:
                    podTemplate:
                      spec:
                        containers:
                          - env:
                              - name: "JAVA_OPTS_APPEND"
                                value: "-XX:MaxMetaspaceSize=384m"
                """);
    }

    @Test
    void whatTheResourceIsToLoseIsNamedByItsPlace() {
        Step pool = new Step(Step.Kind.OPTION, "db-pool-initial-size", "15", null);
        Step limit = new Step(Step.Kind.RESOURCE, "limits.cpu", "3", null);
        Step heap = new Step(Step.Kind.JVM_OPTION, "-XX:MaxHeapSize", "192m", null);
        Step stack = new Step(Step.Kind.OPTION, "cache-stack", "kubernetes", null);

        assertThat(new KeycloakResource().write(List.of(pool, limit, heap, stack)))
                .isEqualTo("""
                # remove: spec.db.poolInitialSize
                # remove: spec.resources.limits.cpu
                # remove: -XX:MaxHeapSize=192m from JAVA_OPTS_APPEND
                # remove: additionalOptions cache-stack
                """);
    }

    @Test
    void fragmentWithoutOptionsOfTheJavaMachineHasNoWordAboutThem() {
        assertThat(new KeycloakResource().write(List.of(QUEUE)))
                .startsWith("# A fragment: ")
                .doesNotContain("JAVA_OPTS_APPEND");
        assertThat(new KeycloakResource().write(List.of())).isEmpty();
    }

    @Test
    void longTextIsOneQuotedLineInYaml() {
        Step format = new Step(Step.Kind.OPTION, "log-console-format", null, "%d \"%p\" \\ # ".repeat(20));

        assertThat(new KeycloakResource().write(List.of(format)))
                .contains("value: \"" + "%d \\\"%p\\\" \\\\ # ".repeat(20) + "\"\n");
    }

    @Test
    void optionsOfTheJavaMachineAreOneVariable() {
        Step pause = new Step(Step.Kind.JVM_OPTION, "-XX:MaxGCPauseMillis", null, "100");

        assertThat(new KeycloakResource().write(List.of(METASPACE, pause)))
                .containsOnlyOnce("name: \"JAVA_OPTS_APPEND\"")
                .contains("value: \"-XX:MaxMetaspaceSize=384m -XX:MaxGCPauseMillis=100\"");
    }

    private static Environment propertySetBy(String origin) {
        return new Environment(settings(RESETS.name(), "0", origin));
    }

    private static Settings settings(String name, String value, String origin) {
        return Settings.of(List.of(new Setting(new SettingName(name), value, origin)));
    }

    private static String applied(ChangeTarget target) {
        return target.write(all().forTarget(target).apply());
    }

    private static String reverted(ChangeTarget target) {
        return target.write(all().forTarget(target).revert());
    }

    private static ChangeSet all() {
        return new ChangeSet(List.of(POOL, QUEUE, RESETS, METASPACE, WAL), Set.of());
    }
}
