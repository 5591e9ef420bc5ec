package org.millrace.testsuite.advisor;

import java.util.List;
import java.util.Map;
import org.millrace.testsuite.client.AdminClient;

/** A realm to put load on: users with a password, and a client that may log in for itself and look at users. */
final class LoadedRealm {

    static final String NAME = "load";
    static final String CLIENT = "load-client";
    static final String SECRET = "load-client-secret";
    static final String PASSWORD = "secret-of-a-user";
    static final int USERS = 20;

    /** Hashing is to cost next to nothing. */
    static final String CHEAP = "hashAlgorithm(pbkdf2-sha256) and hashIterations(1000)";

    private LoadedRealm() {}

    /** @param passwordPolicy empty for Keycloak's default, whose hash takes most of a tenth of a second */
    static void create(AdminClient admin, String passwordPolicy) {
        admin.createRealm(
                NAME,
                Map.of(
                        "passwordPolicy",
                        passwordPolicy,
                        "eventsEnabled",
                        true,
                        "enabledEventTypes",
                        List.of("LOGIN", "CLIENT_LOGIN", "REFRESH_TOKEN")));
        admin.createClient(
                NAME,
                Map.of(
                        "clientId", CLIENT,
                        "secret", SECRET,
                        "serviceAccountsEnabled", true,
                        "directAccessGrantsEnabled", true,
                        "standardFlowEnabled", false));
        String account = admin.get("/admin/realms/" + NAME + "/users?exact=true&username=service-account-" + CLIENT)
                .ok()
                .json()
                .path(0)
                .path("id")
                .asText();
        admin.grant(NAME, account, "realm-management", "view-users");
        for (int i = 0; i < USERS; i++) {
            admin.createUser(NAME, name(i), PASSWORD);
        }
    }

    static String name(int number) {
        return "user-" + number;
    }
}
