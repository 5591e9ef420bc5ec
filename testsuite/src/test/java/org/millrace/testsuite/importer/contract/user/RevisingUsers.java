package org.millrace.testsuite.importer.contract.user;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.importer.fixture.Importing;
import org.millrace.testsuite.importer.fixture.UserLine;

/** A user who exists, and imports that change users. */
interface RevisingUsers extends Importing {
    /** A user with a value in every field. */
    default UserLine present() {
        String name = unique("present");
        UserLine user = UserLine.named(name)
                .email(name + "@example.org")
                .with("firstName", "First")
                .with("lastName", "Last")
                .with("emailVerified", true)
                .attribute("country", "NL")
                .attribute("interests", "sea", "wind")
                .password("first-" + name)
                .with("realmRoles", List.of(SampleRealm.ROLE))
                .with("clientRoles", Map.of(SampleRealm.CLIENT, List.of(SampleRealm.CLIENT_ROLE)))
                .with("groups", List.of(SampleRealm.GROUP))
                .with("requiredActions", List.of("VERIFY_EMAIL"));
        assertThat(realm().take(user).count("created")).isEqualTo(1);
        return user;
    }

    default JsonNode take(String onConflict, UserLine user) {
        return realm().with("onConflict=" + onConflict).take(user).single();
    }

    static void assertStatus(JsonNode outcome, String status) {
        assertThat(outcome.path("status").asText()).as("%s", outcome).isEqualTo(status);
    }
}
