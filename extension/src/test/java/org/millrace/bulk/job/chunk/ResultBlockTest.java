package org.millrace.bulk.job.chunk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.chunk.outcome.OutcomeJson;
import org.millrace.bulk.chunk.outcome.OutcomeStatus;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

class ResultBlockTest {
    private static final Position LINE = new Position(5_000_000_000L);
    private static final Optional<String> KEY = Optional.of("ann");
    private static final List<Violation> WARNINGS = List.of(Violation.of("unknown-field", "oddity", "It is not known"));
    private static final List<Violation> PROBLEMS = List.of(
            Violation.of("invalid-value", "email", "It is no address"),
            new Violation("database-error", null, "The database is away", true));

    static Stream<Outcome> outcomes() {
        return Stream.of(
                new Outcome.Created(LINE, KEY, "id-1", List.of()),
                new Outcome.Created(LINE, Optional.empty(), "id-1", WARNINGS),
                new Outcome.Updated(LINE, KEY, "id-1", WARNINGS, "email"),
                new Outcome.Updated(LINE, KEY, "id-1", List.of()),
                new Outcome.Unchanged(LINE, KEY, "id-1", List.of(), "username"),
                new Outcome.Unchanged(LINE, KEY, null, WARNINGS),
                new Outcome.Deleted(LINE, KEY, "id-1", List.of(), "id"),
                new Outcome.Rejected(LINE, KEY, PROBLEMS, WARNINGS),
                new Outcome.Rejected(LINE, Optional.empty(), List.of(), List.of()),
                new Outcome.Rejected(LINE, KEY, Collections.nCopies(70, PROBLEMS.get(0)), List.of()),
                new Outcome.Failed(LINE, KEY, PROBLEMS, List.of()),
                new Outcome.Failed(LINE, Optional.of("k".repeat(400)), PROBLEMS, List.of()),
                new Outcome.Created(LINE, Optional.of("half a pair \ud83d"), "id-1", List.of()),
                new Outcome.Created(LINE, Optional.of("ärger 🙂"), "id-1", List.of()),
                new Outcome.Unprocessed(LINE, KEY));
    }

    @ParameterizedTest
    @MethodSource("outcomes")
    void outcomeReadsAsItWasBeforeItWasStored(Outcome outcome) throws Exception {
        List<RecordResult> unpacked = ResultBlock.unpack(ResultBlock.pack(RecordResult.decided(List.of(outcome))));

        List<Outcome> read = RecordResult.outcomes(unpacked);
        assertThat(read).singleElement().hasSameClassAs(outcome);
        assertThat(new OutcomeJson().outcome(read.get(0), 3)).isEqualTo(new OutcomeJson().outcome(outcome, 3));
    }

    @Test
    void eachStatusIsStored() {
        List<Outcome> all = outcomes().toList();

        List<RecordResult> unpacked = ResultBlock.unpack(ResultBlock.pack(RecordResult.decided(all)));

        assertThat(RecordResult.outcomes(unpacked).stream().map(Outcome::status).distinct())
                .containsExactlyInAnyOrder(OutcomeStatus.values());
    }

    @Test
    void deferredRecordKeepsItsPlaceAmongOutcomes() {
        List<RecordResult> results = new ArrayList<>(RecordResult.decided(
                outcomes().filter(outcome -> outcome.id() != null).limit(2).toList()));
        results.add(1, new RecordResult.Deferred(new Position(7), "database-error"));

        assertThat(ResultBlock.unpack(ResultBlock.pack(results))).isEqualTo(results);
        assertThat(RecordResult.outcomes(results)).hasSize(2);
    }

    @Test
    void blockThatIsNoneIsRefused() {
        byte[] block = ResultBlock.pack(RecordResult.decided(outcomes().toList()));

        assertThatThrownBy(() -> ResultBlock.unpack(new byte[] {1, 2, 3})).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> ResultBlock.unpack(Arrays.copyOf(block, block.length / 2)))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> ResultBlock.unpack(deflated("{\"part\":1,\"line\":1,\"status\":\"created\"}\n")))
                .as("another format, whose beginning is a large number")
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> ResultBlock.unpack(deflated("\u00ff\u00ff\u00ff\u00ff")))
                .as("a negative number of results")
                .isInstanceOf(IllegalStateException.class);
    }

    private static byte[] deflated(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DeflaterOutputStream out = new DeflaterOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.ISO_8859_1));
        }
        return bytes.toByteArray();
    }
}
