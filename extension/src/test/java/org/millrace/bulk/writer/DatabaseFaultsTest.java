package org.millrace.bulk.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.millrace.bulk.chunk.ChunkFailure.Fault;

class DatabaseFaultsTest {
    @ParameterizedTest
    @ValueSource(strings = {"08006", "08001", "57P01", "57P02", "57P03", "53300", "53100", "25006"})
    void theDatabaseIsNotThere(String state) {
        assertThat(DatabaseFaults.isUnreachable(new IllegalStateException(new SQLException("gone", state))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"23505", "40001", "40P01", "42P01", "22001", "57014", "25P03"})
    void theDatabaseIsThereAndRefuses(String state) {
        assertThat(DatabaseFaults.isUnreachable(new SQLException("no", state))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"40001", "40P01", "55P03", "HYT00", "57014", "25P03"})
    void theSameAgainMaySucceed(String state) {
        assertThat(fault(new SQLException("not now", state))).isEqualTo(Fault.TRANSIENT);
    }

    @Test
    void mariaDbTellsLocksAndDuplicatesByItsOwnCodes() {
        assertThat(fault(new SQLException("lock wait timeout", "HY000", 1205))).isEqualTo(Fault.TRANSIENT);
        assertThat(fault(new SQLException("duplicate entry", "23000", 1062))).isEqualTo(Fault.RECORD);
        assertThat(DatabaseFaults.isDuplicate(new SQLException("duplicate entry", "23000", 1062)))
                .isTrue();
        assertThat(DatabaseFaults.isDuplicate(new SQLException("no parent", "23000", 1452)))
                .isFalse();
    }

    private static Fault fault(SQLException e) {
        return DatabaseFaults.chunkFailure(new IllegalStateException(e), List.of())
                .fault();
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
