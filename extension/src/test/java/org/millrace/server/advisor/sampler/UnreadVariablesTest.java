package org.millrace.server.advisor.sampler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnreadVariablesTest {

    private static final Set<String> KNOWN =
            Set.of("KC_HTTP_POOL_MAX_THREADS", "KC_HTTP_PORT", "KC_LOG_LEVEL_<CATEGORY>");

    @ParameterizedTest
    @CsvSource({
        "KC_HTTP_POOL_MAX_THREAD, true",
        "KC_HTTP_POOL_MAX_THREADS, false",
        "KC_HTTP_PORT, false",
        "KC_LOG_LEVEL_ORG_KEYCLOAK, false",
        "KC_SPI_ADMIN_REALM_RESTAPI_EXTENSION__ADVISOR__WINDOW, false",
        "KC_DEBUG_PORT, false",
        "KC_RUN_IN_CONTAINER, false",
        "KC_OPTS, false",
        "KC_CONFIG_FILE, false",
        "KC_PROFILE, false",
        "KC_VERBOSE, false",
        "KC_DRY_RUN, false",
        "KC_DRY_RUN_BUILD, false",
        "KC_DRY_RUNS, true",
        "KC_SERVICE_PASSWORD, false",
        "KC_HOSTNAME_URL, false",
        "KC_ACCOUNT_VITE_URL, false",
        "KC_ADMIN_VITE_URL, false",
        "KC_CLI_CLIENT_SECRET, false",
        "KC_CLI_EDITOR, false",
        "KC_CLI_PASSWORD, false",
        "KC_CLI_KEY_PASSWORD, false",
        "KC_CLI_STORE_PASSWORD, false",
        "KC_CLI_TRUSTSTORE_PASSWORD, false",
        "KC_CLI_PASSWORDS, true",
        "KC_SERVICE_HOST, false",
        "KC_DISCOVERY_PORT_7800_TCP_ADDR, false",
        "KC_SERVICE_PORT_HTTPS, false",
        "KCRAW_DB, false",
        "HOME, false"
    })
    void optionThatDoesNotExistIsFound(String variable, boolean unread) {
        assertThat(UnreadVariables.isUnread(variable, KNOWN)).isEqualTo(unread);
    }
}
