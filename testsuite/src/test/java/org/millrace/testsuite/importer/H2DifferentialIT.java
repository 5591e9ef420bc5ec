package org.millrace.testsuite.importer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.server.SharedServers;

/** Users of the model writer are what {@code POST /users} and the role mappings leave, as far as the API shows it. */
class H2DifferentialIT {
    private static final int USERS = 250;

    @Test
    void whateverTheApiShowsIsWhatPostUsersAndRoleMappingsLeave() {
        Twins twins = Twins.of(() -> ManyShapes.realm(ImportRealm.shared(SharedServers.h2())));
        List<UserLine> users =
                ManyShapes.users(USERS).stream().map(UserLine::of).toList();
        Instant start = Instant.ofEpochMilli(System.currentTimeMillis());

        assertThat(twins.differences(users)).isEmpty();

        Portraits expected = new Portraits(twins.keycloaks(), start);
        Portraits actual = new Portraits(twins.millraces(), start);
        Map<String, String> expectedIds = twins.keycloaks().ids();
        Map<String, String> actualIds = twins.millraces().ids();
        assertThat(actualIds.keySet()).isEqualTo(expectedIds.keySet()).hasSize(USERS);
        expectedIds.forEach((username, id) -> assertThat(actual.below(actualIds.getOrDefault(username, "")))
                .as(username)
                .isEqualTo(expected.below(id)));
    }
}
