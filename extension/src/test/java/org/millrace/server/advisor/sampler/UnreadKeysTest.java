package org.millrace.server.advisor.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.ConfigValue;
import java.util.Set;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnreadKeysTest {

    private static final Set<String> KNOWN =
            Set.of("quarkus.http.limits.max-frame-size", "quarkus.http.header.*.value", "quarkus.http.http2");

    @ParameterizedTest
    @CsvSource({
        "QUARKUS_HTTP_HTTP2_MAX_FRAME_SIZE, true",
        "QUARKUS_HTTP_LIMITS_MAX_FRAME_SIZE, false",
        "quarkus.http.limits.max-frame-size, false",
        "quarkus.http.limits.max.frame.size, false",
        "quarkus.http.http2.max-header-list-size, true",
        "QUARKUS_HTTP_HEADER_MINE_VALUE, false",
        "QUARKUS_VERTX_WORKER_POOL_SIZE, true",
        "QUARKUS_DATASOURCE_JDBC_MAX_SIZE, false",
        "HOME, false"
    })
    void keyThatNothingReadsIsFound(String name, boolean unread) {
        assertThat(UnreadKeys.isUnread(name, KNOWN)).isEqualTo(unread);
    }

    /** Keycloak gives {@code conf/quarkus.properties} this name, and SmallRye one around it. */
    @ParameterizedTest
    @CsvSource({
        "PropertiesConfigSource[source=KcQuarkusPropertiesConfigSource], true",
        "EnvConfigSource, true",
        "SysPropConfigSource, true",
        "PropertiesConfigSource[source=KcEnvVarConfigSource], false",
        "PropertiesConfigSource[source=keycloak.conf], false"
    })
    void sourceOfAnOperatorIsKnownByItsName(String name, boolean operators) {
        assertThat(UnreadKeys.isOfAnOperator(new Source(name))).isEqualTo(operators);
    }

    @ParameterizedTest
    @CsvSource({"${POOL_MIN:5}, false", "5, false", "${POOL_MIN:6}, true", "6, true"})
    void valueThatIsInForceIsNotOverriddenHoweverItIsWritten(String written, boolean overridden) {
        ConfigValue inForce = ConfigValue.builder()
                .withName("quarkus.datasource.jdbc.min-size")
                .withValue("5")
                .withRawValue("${POOL_MIN:5}")
                .build();

        assertThat(UnreadKeys.isOverridden(written, inForce)).isEqualTo(overridden);
    }

    private record Source(String name) implements ConfigSource {

        @Override
        public String getName() {
            return name;
        }

        @Override
        public Set<String> getPropertyNames() {
            return Set.of();
        }

        @Override
        public @Nullable String getValue(String property) {
            return null;
        }
    }
}
