package org.millrace.bulk.entity.user.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.writer.Validation;
import org.millrace.bulk.writer.ValidationResult;

class DryRunStateTest {
    private static ValidationResult checked(DryRunState dryRunState, String id, String username) {
        ValidationResult result = new ValidationResult(Validation.STRICT, List.of());
        dryRunState.check(UserState.named(id, username), null, false, result);
        return result;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void storedKeysAreFoundInAnyCaseAndNoOthers(boolean changing) {
        DryRunState dryRunState = DryRunState.of(changing, 64 * 1024 * 1024);
        for (int i = 0; i < 10_000; i++) {
            dryRunState.remember(UserState.named("id-" + i, "User-" + i), "User-" + i + "@example.org");
        }

        for (int i = 0; i < 10_000; i++) {
            assertThat(checked(dryRunState, "another", "user-" + i).problems()).hasSize(1);
            assertThat(checked(dryRunState, "another", "other-" + i).problems()).isEmpty();
            assertThat(dryRunState.byEmail("user-" + i + "@EXAMPLE.org")).isPresent();
            assertThat(dryRunState.byUsername("other-" + i)).isEmpty();
        }
    }

    @Test
    void whoMayBeChangedIsRememberedWholeAndLosesTheNameThatWasGivenUp() {
        DryRunState dryRunState = DryRunState.of(true, 64 * 1024 * 1024);
        dryRunState.remember(UserState.named("id", "before"), null);

        dryRunState.remember(UserState.named("id", "after"), null);

        assertThat(dryRunState.byUsername("before")).isEmpty();
        assertThat(dryRunState.byUsername("after")).contains("id");
        assertThat(dryRunState.user("id")).map(UserState::username).contains("after");
        assertThat(checked(dryRunState, "id", "after").problems()).isEmpty();
    }

    @Test
    void dryRunInOneSessionRemembersUsersThatAreNotWritten() {
        DryRunState dryRunState = DryRunState.inOneSession(64 * 1024 * 1024);

        dryRunState.remember(UserState.named("f:store:id", "federated"), "federated@example.org");

        assertThat(dryRunState.isReal()).isFalse();
        assertThat(dryRunState.user("f:store:id")).map(UserState::username).contains("federated");
        assertThat(dryRunState.byUsername("federated")).contains("f:store:id");
        assertThat(checked(dryRunState, "another", "federated").problems()).hasSize(1);
    }

    @Test
    void importRemembersNothing() {
        DryRunState none = DryRunState.none();

        none.remember(UserState.named("id", "name"), null);

        assertThat(none.user("id")).isEmpty();
        assertThat(checked(none, "another", "name").problems()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void beyondTheLimitItSaysOnceThatRepeatsAreNotNoticed(boolean changing) {
        DryRunState dryRunState = DryRunState.of(changing, 16 * 1024);
        for (int i = 0; i < 10_000; i++) {
            dryRunState.remember(UserState.named("id-" + i, "user-" + i), null);
        }

        ValidationResult first = checked(dryRunState, "another", "other");

        assertThat(first.isRejected()).isFalse();
        assertThat(first.warnings()).extracting(violation -> violation.code()).containsExactly("dry-run-limit");
        assertThat(checked(dryRunState, "another", "other").warnings()).isEmpty();
        assertThat(checked(dryRunState, "another", "user-1").problems()).hasSize(1);
    }

    @Test
    void aUsernameMustNotEqualAnEmailWhereUsersLogInWithEither() {
        DryRunState dryRunState = DryRunState.of(false, 64 * 1024 * 1024);
        dryRunState.remember(UserState.named("id", "alice@example.org"), null);
        ValidationResult result = new ValidationResult(Validation.STRICT, List.of());

        dryRunState.check(UserState.named("other", "bob"), "alice@example.org", true, result);

        assertThat(result.problems()).extracting(violation -> violation.code()).containsExactly("email-exists");
    }

    @Test
    void whereNothingIsRolledBackNothingIsRemembered() {
        DryRunState none = DryRunState.none();

        none.remember(UserState.named("id", "alice"), null);

        assertThat(none.isReal()).isFalse();
        assertThat(none.byUsername("alice")).isEmpty();
        assertThat(checked(none, "another", "alice").problems()).isEmpty();
    }
}
