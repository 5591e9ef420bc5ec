package org.millrace.bulk.writer;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.OptimisticLockException;
import java.io.UncheckedIOException;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.keycloak.models.ModelException;
import org.millrace.bulk.chunk.ChunkFailedException;
import org.millrace.bulk.chunk.ChunkFailedException.Fault;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.writer.copy.CopyException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

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
    void locksAndDuplicatesOfMariaDbHaveTheirOwnCodes() {
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

    @ParameterizedTest
    @ValueSource(strings = {"P0001", "23514", "23502", "44000", "42501", "54000", "38000", "45000", "22023"})
    void refusedRowConcernsItsRecord(String state) {
        assertThat(fault(new SQLException("not this row", state))).isEqualTo(Fault.RECORD);
    }

    @ParameterizedTest
    @ValueSource(strings = {"42P01", "42703", "0A000", "55000", "58030", "XX000"})
    void refusedStatementConcernsNoSingleRecord(String state) {
        assertThat(fault(new SQLException("not now and not later", state))).isEqualTo(Fault.DATABASE);
    }

    /** Hibernate updated no row. */
    @Test
    void rowThatAnotherTransactionRemovedIsAConcurrentChange() {
        for (RuntimeException e : List.of(
                new OptimisticLockException("no row"),
                new ModelException("Database operation failed", new OptimisticLockException("no row")))) {
            ChunkFailedException failure = DatabaseFaults.chunkFailure(e, List.of());

            assertThat(failure.fault()).isEqualTo(Fault.RECORD);
            assertThat(failure.violation().code()).isEqualTo("concurrent-change");
            assertThat(failure.violation().retryable()).isTrue();
        }
    }

    /** As Narayana reports it: the exception of the resource is suppressed in that of the transaction manager. */
    @Test
    void failedCommitIsClassifiedByTheSuppressedExceptionOfItsConnection() {
        IllegalStateException commit = new IllegalStateException("ARJUNA016053: Could not commit transaction.");
        commit.addSuppressed(new IllegalArgumentException("XA_RBROLLBACK", new SQLException("terminated", "57P01")));
        List<Outcome> outcomes = List.of(new Outcome.Unprocessed(new Position(1), Optional.empty()));

        ChunkFailedException failure = DatabaseFaults.chunkFailure(new IllegalStateException(commit), outcomes);

        assertThat(failure.fault()).isEqualTo(Fault.UNREACHABLE);
        assertThat(failure.claims()).isEqualTo(outcomes);
    }

    @Test
    void commitThatTheDatabaseRefusedIsNotInDoubt() {
        IllegalStateException commit = new IllegalStateException("ARJUNA016053: Could not commit transaction.");
        commit.addSuppressed(new IllegalArgumentException("XA_RBROLLBACK", new SQLException("deferred", "23514")));
        List<Outcome> outcomes = List.of(new Outcome.Unprocessed(new Position(1), Optional.empty()));

        assertThat(DatabaseFaults.chunkFailure(commit, outcomes).claims()).isEmpty();
    }

    @Test
    void refusedCopyNamesItsTableAndNoData() {
        SQLException refused = new SQLException("guest is not welcome", "P0001");

        ChunkFailedException failure = DatabaseFaults.chunkFailure(
                new UncheckedIOException(new CopyException("user_entity", refused)), List.of());

        assertThat(failure.violation().code()).isEqualTo("refused-by-database");
        assertThat(failure.violation().detail())
                .contains("\"user_entity\"", "P0001")
                .doesNotContain("guest");
    }

    @Test
    void refusedBatchNamesTableAndColumn() {
        ServerErrorMessage fields = new ServerErrorMessage("SERROR\0C23502\0Mno value\0tgroup_attribute\0ctenant\0");
        SQLException batch = new BatchUpdateException("aborted", "23502", 0, new int[0], new PSQLException(fields));

        ChunkFailedException failure = DatabaseFaults.chunkFailure(new IllegalStateException(batch), List.of());

        assertThat(failure.violation().detail()).contains("table \"group_attribute\", column \"tenant\"");
    }
}
