package org.millrace.testsuite.importer.differential;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.millrace.testsuite.importer.fixture.ImportAnswer;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.importer.fixture.UserLine;
import org.millrace.testsuite.server.ServerUnderTest;
import org.millrace.testsuite.server.SharedServers;

/** The model writer leaves Keycloak's rows in MariaDB too. */
@Thorough
@EnabledIf(
        value = "org.millrace.testsuite.server.SharedServers#hasMariaDb",
        disabledReason = "MariaDB's binaries are for processes on Linux with x86-64")
class MariaDbDifferentialIT extends DifferentialContract {
    private static final String BEYOND_THREE_BYTES = "\uD834\uDD1E";

    @Override
    public ServerUnderTest server() {
        return SharedServers.mariaDb();
    }

    /** Without those whom Keycloak itself cannot store there. */
    @Override
    List<ObjectNode> users() {
        return ManyShapes.users(400).stream()
                .filter(user -> user.toString().chars().noneMatch(unit -> Character.isSurrogate((char) unit)))
                .limit(250)
                .toList();
    }

    /** Two calls of {@code PUT /users/{id}} at once end in a deadlock now and then, which Keycloak answers with 400. */
    @Override
    int inFlight() {
        return 1;
    }

    /** Keycloak's columns are of three bytes a character. */
    @Test
    void characterThatTheColumnsCannotHoldIsRejectedAsKeycloakRefusesIt() {
        UserLine user =
                UserLine.named(unique("clef")).with("attributes", Map.of("interests", List.of(BEYOND_THREE_BYTES)));
        UserLine neighbour = UserLine.named(unique("neighbour"));

        assertThat(realm().admin().post(realm().base() + "/users", user.json()).status())
                .isGreaterThanOrEqualTo(400);
        ImportAnswer answer = realm().take(user, neighbour);

        assertThat(answer.statuses()).containsExactly("rejected", "created");
        assertThat(ImportAnswer.problems(answer.line(1))).containsExactly("invalid-value");
        assertThat(realm().has(user.username())).isFalse();
    }
}
