package org.millrace.bulk.rest.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AdmissionTest {
    private static final String USER = "user";

    private final ImportPermits permits = new ImportPermits(1, 1);
    private final Admission admission = admission();

    private Admission admission() {
        permits.take(USER);
        return new Admission(permits, USER);
    }

    @Test
    void connectionThatClosesWhileTheRequestIsPreparedReleasesNothing() {
        admission.connectionClosed();

        assertThat(permits.isAvailable(USER)).isFalse();
        admission.prepared();
        assertThat(permits.isAvailable(USER)).isTrue();
        assertThat(admission.begin()).isFalse();
    }

    @Test
    void requestThatIsNotPreparedReleasesThePermitOnce() {
        admission.connectionClosed();
        admission.close();
        admission.close();
        assertThat(permits.take(USER)).isEqualTo(ImportPermits.Result.TAKEN);
        assertThat(permits.isAvailable(USER)).isFalse();
    }

    @Test
    void importThatTheServerNeverBeginsReleasesThePermit() {
        admission.prepared();
        admission.connectionClosed();

        assertThat(permits.isAvailable(USER)).isTrue();
        assertThat(admission.begin()).isFalse();
    }

    @Test
    void runningImportKeepsThePermitUntilItEnds() {
        admission.prepared();
        assertThat(admission.begin()).isTrue();
        admission.connectionClosed();

        assertThat(permits.isAvailable(USER)).isFalse();
        admission.close();
        admission.close();
        assertThat(permits.isAvailable(USER)).isTrue();
    }
}
