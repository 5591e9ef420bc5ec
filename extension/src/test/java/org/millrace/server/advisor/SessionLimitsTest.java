package org.millrace.server.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

class SessionLimitsTest {

    private static final String LIMITS = "-c statement_timeout=2000 -c lock_timeout=200";

    @Test
    void optionsOfTheUrlAreInForceAndTheLimitsAfterThem() {
        String url = "jdbc:postgresql://db/keycloak?options=-c%20synchronous_commit%3Doff%20-c%20lock_timeout%3D0";

        assertThat(effective(url, new Properties(), PGProperty.OPTIONS))
                .isEqualTo("-c synchronous_commit=off -c lock_timeout=0 " + LIMITS);
    }

    @Test
    void optionsOutsideTheUrlApplyToo() {
        Properties credentials = new Properties();
        PGProperty.OPTIONS.set(credentials, "-c work_mem=64MB");

        assertThat(effective("jdbc:postgresql://db/keycloak", credentials, PGProperty.OPTIONS))
                .isEqualTo("-c work_mem=64MB " + LIMITS);
        assertThat(effective("jdbc:postgresql://db/keycloak", new Properties(), PGProperty.OPTIONS))
                .isEqualTo(LIMITS);
    }

    @Test
    void whatTheUrlSaysOfItsConnectionsIsNotSaidOfTheAdvisors() {
        String url = "jdbc:postgresql://a:1,b:2/keycloak?ApplicationName=keycloak&ssl=true&socketTimeout=0"
                + "&connectTimeout=0&loginTimeout=0&readOnlyMode=ignore&targetServerType=primary";

        assertThat(SessionLimits.url(url))
                .isEqualTo("jdbc:postgresql://a:1,b:2/keycloak?ssl=true&targetServerType=primary");
        assertThat(effective(url, new Properties(), PGProperty.APPLICATION_NAME))
                .isEqualTo("millrace-advisor");
        assertThat(effective(url, new Properties(), PGProperty.SOCKET_TIMEOUT)).isEqualTo("5");
        assertThat(effective(url, new Properties(), PGProperty.READ_ONLY_MODE)).isEqualTo("always");
    }

    @Test
    void urlWithoutAnythingElseHasNoParameters() {
        assertThat(SessionLimits.url("jdbc:postgresql://db/keycloak")).isEqualTo("jdbc:postgresql://db/keycloak");
        assertThat(SessionLimits.url("jdbc:postgresql://db/keycloak?options=-c%20work_mem=64MB"))
                .isEqualTo("jdbc:postgresql://db/keycloak");
    }

    /** As the driver understands both together. */
    private static @Nullable String effective(String url, Properties credentials, PGProperty property) {
        @Nullable Properties all = Driver.parseURL(SessionLimits.url(url), SessionLimits.properties(url, credentials));
        return all == null ? null : property.getOrDefault(all);
    }
}
