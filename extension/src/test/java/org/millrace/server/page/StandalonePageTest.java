package org.millrace.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;

class StandalonePageTest {
    private static final URI ADMIN = URI.create("https://admin.example.org/auth/");
    private static final URI USERS = URI.create("https://login.example.org/auth/");

    @Test
    void onlyTheSilentLoginLeavesTheHost() {
        assertThat(StandalonePage.headers(ADMIN, USERS, null).get("Content-Security-Policy"))
                .isEqualTo("default-src 'none'; script-src 'self'; style-src 'self';"
                        + " connect-src 'self' https://login.example.org; frame-src 'self' https://login.example.org;"
                        + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
        assertThat(StandalonePage.headers(ADMIN, ADMIN, null).get("Content-Security-Policy"))
                .contains("connect-src 'self';")
                .doesNotContain("https:");
    }

    @Test
    void transportSecurityIsTheOneOfTheRealm() {
        assertThat(StandalonePage.headers(ADMIN, USERS, "max-age=60"))
                .containsEntry("Strict-Transport-Security", "max-age=60");
        assertThat(StandalonePage.headers(ADMIN, USERS, "")).doesNotContainKey("Strict-Transport-Security");
    }

    @Test
    void hostOfUsersIsNotTheOneOfAdministrators() {
        assertThat(StandalonePage.isAdminHost(ADMIN, USERS, "admin.example.org"))
                .isTrue();
        assertThat(StandalonePage.isAdminHost(ADMIN, USERS, "admin.example.org:443"))
                .isTrue();
        assertThat(StandalonePage.isAdminHost(ADMIN, USERS, "login.example.org"))
                .isFalse();
        assertThat(StandalonePage.isAdminHost(ADMIN, USERS, "admin.example.org.attacker.test"))
                .isFalse();
        assertThat(StandalonePage.isAdminHost(ADMIN, USERS, "admin.example.org:8443"))
                .isFalse();
    }

    @Test
    void withoutAHostForAdministratorsThePageIsOnEveryHost() {
        assertThat(StandalonePage.isAdminHost(USERS, USERS, "other.example.org"))
                .isTrue();
    }
}
