package org.millrace.server.advisor.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

class ConnectionLimitsTest {

    @Test
    void optionsOfKeycloaksConnectionsAreInForceAndNoOthersAreSent() {
        Properties credentials = new Properties();
        PGProperty.OPTIONS.set(credentials, "-c work_mem=64MB");

        assertThat(effective(
                        "jdbc:postgresql://db/keycloak?options=-c%20jit%3Doff", new Properties(), PGProperty.OPTIONS))
                .isEqualTo("-c jit=off");
        assertThat(effective("jdbc:postgresql://db/keycloak", credentials, PGProperty.OPTIONS))
                .isEqualTo("-c work_mem=64MB");
        assertThat(effective("jdbc:postgresql://db/keycloak", new Properties(), PGProperty.OPTIONS))
                .isNull();
    }

    @Test
    void whatTheUrlSaysOfItsConnectionsIsNotSaidOfTheAdvisors() {
        String url = "jdbc:postgresql://a:1,b:2/keycloak?ApplicationName=keycloak&ssl=true&socketTimeout=0"
                + "&connectTimeout=0&loginTimeout=0&targetServerType=primary";

        assertThat(ConnectionLimits.url(url))
                .isEqualTo("jdbc:postgresql://a:1,b:2/keycloak?ssl=true&targetServerType=primary");
        assertThat(effective(url, new Properties(), PGProperty.APPLICATION_NAME))
                .isEqualTo("millrace-advisor");
        assertThat(effective(url, new Properties(), PGProperty.SOCKET_TIMEOUT)).isEqualTo("5");
        assertThat(effective(url + "&prepareThreshold=1", new Properties(), PGProperty.PREPARE_THRESHOLD))
                .isEqualTo("0");
    }

    @Test
    void urlWithoutAnythingElseHasNoParameters() {
        assertThat(ConnectionLimits.url("jdbc:postgresql://db/keycloak")).isEqualTo("jdbc:postgresql://db/keycloak");
        assertThat(ConnectionLimits.url("jdbc:postgresql://db/keycloak?ApplicationName=keycloak"))
                .isEqualTo("jdbc:postgresql://db/keycloak");
    }

    /** As the driver understands both together. */
    private static @Nullable String effective(String url, Properties credentials, PGProperty property) {
        @Nullable Properties all = Driver.parseURL(ConnectionLimits.url(url), ConnectionLimits.properties(credentials));
        return all == null ? null : property.getOrDefault(all);
    }
}
