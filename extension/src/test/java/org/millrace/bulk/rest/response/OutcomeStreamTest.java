package org.millrace.bulk.rest.response;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.chunk.ForeignKeyChecks;
import org.millrace.bulk.chunk.outcome.Counts;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.chunk.outcome.SummaryNotes;
import org.millrace.bulk.format.RecordLimits;
import org.millrace.bulk.format.source.Sources;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.rest.setting.ImportOptions.Reported;
import org.millrace.bulk.rest.setting.ImportSettings;
import org.millrace.bulk.rest.setting.RequestLimits;
import org.millrace.bulk.writer.AdminEventLevel;
import org.millrace.bulk.writer.MatchByEmail;

class OutcomeStreamTest {
    private static final ImportSettings SETTINGS = new ImportSettings(
            OptionalInt.of(2),
            25,
            2000,
            4,
            new RequestLimits(1024 * 1024, 200, 1000, 3, 0),
            new RecordLimits(1024, 32, 100),
            0,
            64 * 1024 * 1024,
            1024 * 1024,
            Duration.ofSeconds(60),
            Duration.ofSeconds(60),
            Duration.ofSeconds(60),
            ForeignKeyChecks.ROW,
            MatchByEmail.VERIFIED,
            AdminEventLevel.NONE,
            Sources.builtIn());

    /** A client that reads only on demand. */
    private static final class Client implements ClientChannel {
        private final ByteArrayOutputStream received = new ByteArrayOutputStream();
        private boolean reads = true;
        private boolean gone;

        @Override
        public boolean isFull() throws ClientDisconnectedException {
            if (gone) {
                throw new ClientDisconnectedException("hung up");
            }
            return !reads;
        }

        @Override
        public void breakOff() {
            gone = true;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            assertThat(reads).as("nothing is written that would have to wait").isTrue();
            received.write(bytes, offset, length);
        }

        private List<String> lines() {
            return received.toString(StandardCharsets.UTF_8).lines().toList();
        }
    }

    private final Client client = new Client();
    private final AtomicLong clock = new AtomicLong();

    @Test
    void outcomesAreThereWhenAChunkIsDone() throws IOException {
        try (OutcomeStream stream = stream(Reported.ALL)) {
            stream.accept(created(1));
            stream.accept(rejected(2));
            stream.flush();

            assertThat(client.lines())
                    .containsExactly(
                            "{\"line\":1,\"key\":\"user-1\",\"status\":\"created\",\"id\":\"id-1\"}",
                            "{\"line\":2,\"key\":\"user-2\",\"status\":\"rejected\",\"problems\":[{\"code\":\"invalid-email\","
                                    + "\"field\":\"email\",\"detail\":\"no mail\",\"retryable\":false}]}");
        }
    }

    @Test
    void clientThatDoesNotReadWaitsForNothingAndMissesNothing() throws IOException {
        try (OutcomeStream stream = stream(Reported.ALL)) {
            stream.accept(created(1));
            stream.flush();
            client.reads = false;
            for (int line = 2; line <= 50_000; line++) {
                stream.accept(created(line));
            }
            stream.flush();
            assertThat(client.lines()).hasSize(1);

            client.reads = true;
            stream.accept(created(50_001));
            stream.finish(new Counts(), Duration.ofSeconds(1), false, SummaryNotes.NONE);
        }

        List<String> lines = client.lines();
        assertThat(lines).hasSize(50_002);
        for (int line = 1; line <= 50_001; line++) {
            assertThat(lines.get(line - 1)).startsWith("{\"line\":" + line + ",");
        }
        assertThat(lines.get(50_001)).startsWith("{\"summary\":");
    }

    @Test
    void clientThatNeverReadsIsGivenUp() throws IOException {
        LongClock hurried = new LongClock(clock);
        try (OutcomeStream stream = new OutcomeStream(client, Reported.ALL, SETTINGS, hurried::next)) {
            client.reads = false;
            stream.accept(created(1));

            assertThatThrownBy(() -> stream.finish(new Counts(), Duration.ZERO, false, SummaryNotes.NONE))
                    .isInstanceOf(ClientDisconnectedException.class)
                    .hasMessageContaining("60 seconds");
        }
        assertThat(client.gone).as("the answer is cut off").isTrue();
    }

    @Test
    void clientThatIsGoneIsNoFailureBeforeTheEnd() throws IOException {
        try (OutcomeStream stream = stream(Reported.ALL)) {
            stream.accept(created(1));
            stream.flush();
            client.gone = true;
            for (int line = 2; line <= 5000; line++) {
                stream.accept(created(line));
            }
            stream.flush();

            assertThatThrownBy(() -> stream.finish(new Counts(), Duration.ZERO, false, SummaryNotes.NONE))
                    .isInstanceOf(ClientDisconnectedException.class);
        }
        assertThat(client.lines()).hasSize(1);
    }

    @Test
    void whatIsStillHereCanBeSentWithoutASummary() throws IOException {
        try (OutcomeStream stream = stream(Reported.ALL)) {
            client.reads = false;
            stream.accept(created(1));
            stream.flush();
            client.reads = true;
            stream.accept(created(2));
            stream.sendRest();
        }

        assertThat(client.lines()).hasSize(2).noneMatch(line -> line.contains("summary"));
    }

    @Test
    void pendingOutputIsSentToConnectedClientsOnly() throws IOException {
        try (OutcomeStream stream = stream(Reported.ALL)) {
            client.reads = false;
            stream.accept(created(1));
            stream.flush();
            stream.accept(created(2));
            assertThat(stream.unsentBytes()).isPositive();

            client.reads = true;
            stream.flush();
            assertThat(stream.unsentBytes()).isZero();
            assertThat(client.lines()).hasSize(2);

            client.reads = false;
            stream.accept(created(3));
            stream.flush();
            assertThat(stream.unsentBytes()).isPositive();
            client.gone = true;
            stream.flush();
            assertThat(stream.unsentBytes()).isZero();
        }
    }

    @Test
    void whatCouldNotBeKeptAsAWholeIsNotTriedAgain() throws IOException {
        OutcomeStream stream = stream(Reported.ALL);
        client.reads = false;
        stream.accept(created(1));
        stream.flush();
        // As a disk that is gone.
        stream.close();
        stream.accept(created(2));
        assertThatThrownBy(stream::flush)
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(ClientDisconnectedException.class);

        assertThat(stream.unsentBytes()).isZero();
        client.reads = true;
        assertThatThrownBy(stream::sendRest)
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(ClientDisconnectedException.class);
        assertThat(client.lines()).isEmpty();
    }

    @Test
    void onlyWhatWasAskedForIsSentAndTheSummaryAlways() throws IOException {
        try (OutcomeStream stream = stream(Reported.PROBLEMS)) {
            stream.accept(created(1));
            stream.accept(rejected(2));
            stream.finish(
                    new Counts(),
                    Duration.ofMillis(4),
                    false,
                    new SummaryNotes(
                            List.of("clients", "realm settings"),
                            List.of(),
                            Optional.of("table user_entity has the trigger audit"),
                            List.of(),
                            Map.of("chunk", 3L, "row", 1L)));
        }

        assertThat(client.lines()).hasSize(2);
        assertThat(client.lines().get(0)).contains("rejected");
        assertThat(client.lines().get(1))
                .startsWith("{\"summary\":{\"read\":0,")
                .contains("\"seconds\":0.004")
                .contains("\"foreignKeyChecks\":{\"chunk\":3,\"row\":1}")
                .contains("\"notImported\":[\"clients\",\"realm settings\"]");
    }

    /** Time that passes ten seconds a look. */
    private record LongClock(AtomicLong nanos) {
        private long next() {
            return nanos.addAndGet(TimeUnit.SECONDS.toNanos(10));
        }
    }

    private OutcomeStream stream(Reported reported) {
        return new OutcomeStream(client, reported, SETTINGS, clock::get);
    }

    private static Outcome created(long line) {
        return new Outcome.Created(new Position(line), Optional.of("user-" + line), "id-" + line, List.of());
    }

    private static Outcome rejected(long line) {
        return new Outcome.Rejected(
                new Position(line),
                Optional.of("user-" + line),
                List.of(Violation.of("invalid-email", "email", "no mail")),
                List.of());
    }
}
