package org.millrace.bulk.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseFaultsTest {
    @ParameterizedTest
    @ValueSource(strings = {"08006", "08001", "57P01", "57P02", "57P03", "53300", "53100", "25P03", "25006"})
    void theDatabaseIsNotThere(String state) {
        assertThat(DatabaseFaults.isUnreachable(new IllegalStateException(new SQLException("gone", state))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"23505", "40001", "40P01", "42P01", "22001", "57014"})
    void theDatabaseIsThereAndRefuses(String state) {
        assertThat(DatabaseFaults.isUnreachable(new SQLException("no", state))).isFalse();
    }

    @Test
    void aPoolWithoutConnectionsSaysNoState() {
        assertThat(DatabaseFaults.isUnreachable(new SQLException("Sorry, acquisition timeout!")))
                .isTrue();
    }

    @Test
    void whatHasNothingToDoWithTheDatabaseIsNone() {
        assertThat(DatabaseFaults.isUnreachable(new IllegalStateException("a defect")))
                .isFalse();
    }
}
