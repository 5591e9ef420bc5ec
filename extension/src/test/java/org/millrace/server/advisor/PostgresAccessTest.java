package org.millrace.server.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.Test;

class PostgresAccessTest {

    private static final String MARKER = "m4rk3r";

    @Test
    void otherDatabaseIsNotAccessed() {
        assertThat(PostgresAccess.from(config("jdbc:h2:mem:x"))).isEmpty();
    }

    @Test
    void passwordIsNeitherInTheTextNorInFailures() {
        PostgresAccess access =
                PostgresAccess.from(config("jdbc:postgresql://127.0.0.1:1/x")).orElseThrow();

        assertThat(access.toString()).doesNotContain(MARKER);
        assertThatThrownBy(access::open)
                .isInstanceOf(SQLException.class)
                .satisfies(failure -> assertThat(stackTrace(failure)).doesNotContain(MARKER));
    }

    @Test
    void passwordInAUrlThatCannotBeReadIsNotInTheFailure() {
        PostgresAccess access = PostgresAccess.from(config("jdbc:postgresql://127.0.0.1:port/x?password=" + MARKER))
                .orElseThrow();

        assertThatThrownBy(access::open)
                .isInstanceOf(SQLException.class)
                .satisfies(failure -> assertThat(stackTrace(failure)).doesNotContain(MARKER));
    }

    @Test
    void coresOfALocalDatabaseAreThisMachines() {
        PostgresAccess local =
                PostgresAccess.from(config("jdbc:postgresql://127.0.0.1:5432/x")).orElseThrow();
        PostgresAccess several =
                PostgresAccess.from(config("jdbc:postgresql://a:1,b:2/x")).orElseThrow();

        assertThat(local.cores(OptionalDouble.empty()))
                .hasValue(Runtime.getRuntime().availableProcessors());
        assertThat(several.cores(OptionalDouble.empty())).isEmpty();
        assertThat(several.cores(OptionalDouble.of(16))).hasValue(16);
    }

    private static String stackTrace(Throwable failure) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static Config config(String url) {
        Map<String, String> values = new HashMap<>();
        values.put("quarkus.datasource.jdbc.url", url);
        values.put("quarkus.datasource.username", "keycloak");
        values.put("quarkus.datasource.password", MARKER);
        values.put("quarkus.datasource.jdbc.additional-jdbc-properties.connectTimeout", "1");
        return new SmallRyeConfigBuilder()
                .withSources(new PropertiesConfigSource(values, "test", 100))
                .build();
    }
}
