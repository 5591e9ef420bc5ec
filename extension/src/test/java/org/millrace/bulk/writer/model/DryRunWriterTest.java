package org.millrace.bulk.writer.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.provider.ProviderFactory;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.ChunkCommit;
import org.millrace.bulk.chunk.ChunkFailedException;
import org.millrace.bulk.chunk.Users;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.PartialWriteException;
import org.millrace.server.Database;
import org.millrace.server.Transactions;
import org.millrace.server.caller.InactiveCallerException;

class DryRunWriterTest {
    private static final int BYTES = 10;
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final List<Long> written = new ArrayList<>();
    private final Deque<Long> failing = new ArrayDeque<>();
    private final Deque<Long> failingOnce = new ArrayDeque<>();
    private final Deque<Long> disabling = new ArrayDeque<>();
    /** Results of the next checks for lock waits; false afterwards. */
    private final Deque<BooleanSupplier> lockWaits = new ArrayDeque<>();

    private final AtomicLong time = new AtomicLong();
    private final Timer timer = new Timer();
    private DryRunWriter writer = writer(100 * BYTES);

    /** Keeps what would run later. */
    private static final class Timer extends ScheduledThreadPoolExecutor {
        private final Deque<Runnable> tasks = new ArrayDeque<>();

        private Timer() {
            super(1);
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long initial, long delay, TimeUnit unit) {
            tasks.add(task);
            return super.scheduleWithFixedDelay(() -> {}, 1, 1, TimeUnit.DAYS);
        }

        void runLast() throws InterruptedException, ExecutionException {
            submit(tasks.removeLast()).get();
        }
    }

    private DryRunWriter writer(long maxBytes) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:");
        try {
            return new DryRunWriter(
                    new Transactions(fake(KeycloakSessionFactory.class)),
                    Database.behind(source, Optional.empty()),
                    new LockWaits(
                            duration ->
                                    !lockWaits.isEmpty() && lockWaits.remove().getAsBoolean(),
                            "realm"),
                    "realm",
                    this::write,
                    maxBytes,
                    timer,
                    time::get);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Each call returns another fake, or nothing. */
    private static <T> T fake(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    boolean isProvider = method.getName().equals("getProvider");
                    Class<?> result = isProvider ? (Class<?>) arguments[0] : method.getReturnType();
                    if (result == boolean.class) {
                        return false;
                    }
                    return result.isInterface() && result != ProviderFactory.class ? fake(result) : null;
                }));
    }

    private List<Outcome> write(Chunk chunk, @Nullable KeycloakSession session, @Nullable RealmModel realm) {
        long line = chunk.entries().get(0).position().line();
        if (failing.contains(line) || failingOnce.remove(line)) {
            throw new PartialWriteException(
                    Violation.of("unknown-role", null, "There is no role"), new IllegalStateException("removed"));
        }
        if (disabling.contains(line)) {
            throw new InactiveCallerException("the caller is disabled");
        }
        written.add(line);
        return List.of();
    }

    private static Chunk chunk(long line) {
        return new Chunk(List.of(new Entry.Readable(Users.user(line, "user-" + line), BYTES)));
    }

    private void pause(long seconds) throws InterruptedException, ExecutionException {
        time.addAndGet(seconds * SECOND);
        timer.runLast();
    }

    private void write(long line) throws ChunkFailedException {
        writer.write(chunk(line), ChunkCommit.NONE);
    }

    private void assertHasEnded(long line) throws ChunkFailedException {
        assertThat(writer.write(chunk(line), ChunkCommit.NONE)).singleElement().satisfies(outcome -> {
            assertThat(outcome).isInstanceOf(Outcome.Failed.class);
            assertThat(outcome.problems()).extracting(Violation::code).containsExactly("dry-run-ended");
        });
    }

    @AfterEach
    void close() {
        writer.close();
    }

    @Test
    void writesEarlierRecordsOnceMoreAfterALongPause() throws Exception {
        write(1);
        pause(5);

        write(2);
        pause(2);
        write(3);
        pause(2);
        write(4);
        pause(1);
        write(5);

        assertThat(written).containsExactly(1L, 1L, 2L, 3L, 4L, 1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void writesChunksThatWerePredictedElsewhereFirst() throws Exception {
        writer.keep(chunk(1));
        writer.keep(chunk(2));

        write(3);

        assertThat(written).containsExactly(1L, 2L, 3L);
    }

    @Test
    void endsIfChunksThatWerePredictedElsewhereAreNotKept() throws Exception {
        writer = writer(BYTES);
        writer.keep(chunk(1));
        writer.keep(chunk(2));

        assertHasEnded(3);
        assertThat(written).isEmpty();
    }

    @Test
    void writesEarlierRecordsAgainIfConnectionsWaitForItsLocks() throws Exception {
        write(1);
        lockWaits.add(() -> true);
        write(2);

        write(3);

        assertThat(written).containsExactly(1L, 2L, 1L, 2L, 3L);
    }

    @Test
    void endsAfterThreeRollbacksForOtherConnections() throws Exception {
        // After the first chunk; after the second, before which the first is written again; after the third.
        Stream.of(true, false, true, false, false, true).forEach(waits -> lockWaits.add(() -> waits));
        write(1);
        write(2);
        write(3);

        assertHasEnded(4);
        assertThat(written).containsExactly(1L, 1L, 2L, 1L, 2L, 3L);
    }

    /** Its chunks, too, may wait until another import's chunk, which waits for its locks, releases its permit. */
    @Test
    void endsAfterThreePausesDuringWhichOtherConnectionsWait() throws Exception {
        for (long line = 1; line <= 3; line++) {
            write(line);
            lockWaits.add(() -> true);
            timer.runLast();
        }

        assertHasEnded(4);
    }

    @Test
    void endsIfConnectionsWaitForItsLocksWheneverItWritesEarlierRecords() throws Exception {
        write(1);
        pause(5);
        lockWaits.add(() -> true);
        lockWaits.add(() -> true);

        assertThatThrownBy(() -> write(2)).hasMessage("dry-run-ended");
        assertHasEnded(3);
        assertThat(written).containsExactly(1L, 1L, 1L);
    }

    @Test
    void continuesWithoutChecksAfterOneHasFailed() throws Exception {
        writer.keep(chunk(1));
        writer.keep(chunk(2));
        lockWaits.add(() -> {
            throw new IllegalStateException("the database rejected the statement");
        });
        lockWaits.add(() -> true);

        write(3);
        write(4);

        assertThat(written).containsExactly(1L, 1L, 2L, 3L, 4L);
    }

    @Test
    void endsImmediatelyIfAnEarlierRecordDisablesTheCaller() {
        writer.keep(chunk(1));
        disabling.add(1L);

        assertThatThrownBy(() -> write(2)).isInstanceOf(InactiveCallerException.class);
        disabling.clear();
        assertThatThrownBy(() -> write(3)).isInstanceOf(InactiveCallerException.class);
        assertThat(written).isEmpty();
    }

    @Test
    void writesEarlierRecordsASecondTimeIfOneIsNotPossibleAtFirst() throws Exception {
        write(1);
        write(2);
        pause(5);
        failingOnce.add(2L);

        write(3);

        assertThat(written).containsExactly(1L, 2L, 1L, 1L, 2L, 3L);
    }

    @Test
    void endsAfterALongPauseWithoutMemoryOfTheEarlierRecords() throws Exception {
        writer = writer(BYTES);
        write(1);
        write(2);
        pause(5);

        assertHasEnded(3);
        assertThat(written).containsExactly(1L, 2L);
    }

    @Test
    void endsAfterARejectedChunkWithoutMemoryOfTheEarlierRecords() throws Exception {
        writer = writer(BYTES);
        write(1);
        write(2);
        failing.add(3L);

        assertThatThrownBy(() -> write(3)).hasMessage("unknown-role");
        assertHasEnded(4);
    }

    @Test
    void endsIfAnEarlierRecordIsNotPossibleAnyMore() throws Exception {
        write(1);
        pause(5);
        failing.add(1L);

        assertThatThrownBy(() -> write(2)).hasMessage("dry-run-ended");
        failing.clear();
        assertHasEnded(3);
        assertThat(written).containsExactly(1L);
    }
}
