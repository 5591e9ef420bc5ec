package org.millrace.testsuite.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.server.SharedServers;

class SampleRealmIT {
    private static final String PASSWORD = "millrace";

    private final AdminClient admin = AdminClient.of(SharedServers.postgres().node());
    private final String realm = "sample-" + UUID.randomUUID();
    private final GeneratedUsers varied = GeneratedUsers.varied(11, HashedPassword.of(PASSWORD, 11));
    private final GeneratedUsers plain = GeneratedUsers.plain(12, HashedPassword.of(PASSWORD, 12));

    @Test
    void keycloakTakesEveryGeneratedUserAsItIs() {
        SampleRealm.create(admin, realm);

        assertThat(varied.first(60)).allSatisfy(user -> {
            Answer answer = admin.post("/admin/realms/" + realm + "/users", user);
            assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        });
    }

    @Test
    void aUserWithThePasswordHashedBeforehandCanLogIn() {
        SampleRealm.create(admin, realm);
        ObjectNode user = plain.user(5);
        admin.post("/admin/realms/" + realm + "/users", user).ok();

        assertThat(login(user, PASSWORD).json().path("access_token").asText()).isNotEmpty();
        assertThat(login(user, "something else").json().path("error").asText()).isEqualTo("invalid_grant");
    }

    private Answer login(ObjectNode user, String password) {
        return AccessToken.byPassword(
                        SharedServers.postgres().node(),
                        realm,
                        user.path("username").asText(),
                        password)
                .request();
    }
}
