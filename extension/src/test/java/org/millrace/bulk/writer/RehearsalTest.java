package org.millrace.bulk.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RehearsalTest {
    private static Findings checked(Rehearsal rehearsal, String username) {
        Findings findings = new Findings(Validation.STRICT, List.of());
        rehearsal.checkKeys(username, null, findings);
        return findings;
    }

    @Test
    void whatWasRememberedIsFoundWhateverItsCaseAndNothingElse() {
        Rehearsal rehearsal = Rehearsal.of(1024 * 1024);
        for (int i = 0; i < 10_000; i++) {
            rehearsal.remember(UserState.named("id-" + i, "User-" + i), false);
        }

        for (int i = 0; i < 10_000; i++) {
            assertThat(checked(rehearsal, "user-" + i).problems()).hasSize(1);
            assertThat(checked(rehearsal, "other-" + i).problems()).isEmpty();
        }
    }

    @Test
    void aFullTableSaysSo() {
        Rehearsal rehearsal = Rehearsal.of(16 * 1024);
        for (int i = 0; i < 10_000; i++) {
            rehearsal.remember(UserState.named("id-" + i, "user-" + i), false);
        }

        Findings findings = checked(rehearsal, "another");

        assertThat(findings.isRejected()).isFalse();
        assertThat(findings.warnings())
                .extracting(violation -> violation.code())
                .containsExactly("dry-run-limit");
    }

    @Test
    void whereNothingIsRolledBackNothingIsRemembered() {
        Rehearsal none = Rehearsal.none();

        none.remember(UserState.named("id", "alice"), false);

        assertThat(none.isReal()).isFalse();
        assertThat(checked(none, "alice").problems()).isEmpty();
    }
}
