package org.millrace.testsuite.importer.contract.user.password;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.millrace.testsuite.client.Metrics;
import org.millrace.testsuite.endpoint.PasswordEndpoints;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.ServerLog;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** Users whose passwords an endpoint verifies. After each test, no log contains a secret. */
abstract class ImportingLegacyPasswords implements Importing {
    static final PasswordEndpoints ENDPOINTS = PasswordEndpoints.instance();
    ServerLog log;

    @Override
    public ServerUnderTest server() {
        return SharedServers.postgres();
    }

    @BeforeEach
    void noteLog() {
        log = ServerLog.from(server().node());
    }

    @AfterEach
    void noSecretIsWritten() {
        assertThat(log.text()).doesNotContain(PasswordEndpoints.TOKEN, "rekramtnuocca");
        assertThat(Metrics.of(server().node()).text()).doesNotContain(PasswordEndpoints.TOKEN, "rekramtnuocca");
        log.assertNoError();
    }

    UserLine user(String name, Map<String, ?> hash) {
        return UserLine.named(name)
                .email(name + "@example.org")
                .with("emailVerified", true)
                .with("firstName", "Some")
                .with("lastName", "Body")
                .with(
                        "credentials",
                        List.of(Map.of(
                                "type",
                                "password",
                                "hash",
                                hash,
                                "createdDate",
                                1_500_000_000_000L,
                                "userLabel",
                                "from 2017")));
    }

    static Map<String, String> legacy(String account, String endpoint) {
        return Map.of("format", "legacy", "value", account, "endpoint", endpoint);
    }

    /** An account whose password no log may have. */
    String account() {
        return unique("accountmarker-");
    }
}
