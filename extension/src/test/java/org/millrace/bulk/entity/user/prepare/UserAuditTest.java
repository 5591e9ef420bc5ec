package org.millrace.bulk.entity.user.prepare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserState;

class UserAuditTest {
    private static UserState user(String username, String email, String lastName, boolean enabled, boolean verified) {
        return new UserState(
                "id", username, email, null, lastName, enabled, verified, 0, 0, null, List.of(), List.of(), Set.of(),
                Set.of(), Set.of(), List.of(), null, null);
    }

    @Test
    void changedFieldsThatDecideAboutLoginsAreNamedWithoutTheirValues() {
        UserState before = user("ann", "ann@example.org", "A", true, false);
        UserState after = user("anna", "other@example.org", "B", false, true);

        List<String> parts = UserAudit.parts(new UserChange(before, after));

        assertThat(parts).containsExactly("fields changed [username, email, emailVerified, enabled]");
    }

    @Test
    void otherFieldsAreNotNamed() {
        UserState before = user("ann", "ann@example.org", "A", true, true);

        List<String> parts = UserAudit.parts(new UserChange(before, user("ann", "ann@example.org", "B", true, true)));

        assertThat(parts).isEmpty();
    }
}
