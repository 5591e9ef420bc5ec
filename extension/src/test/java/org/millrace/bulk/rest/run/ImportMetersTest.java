package org.millrace.bulk.rest.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.FixedConcurrencyLimiter;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.field.Position;

class ImportMetersTest {
    private static final Chunk CHUNK = new Chunk(List.of());

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final ImportMeters meters = new ImportMeters(registry, new FixedConcurrencyLimiter(4), List.of("users"));

    @Test
    void chunkCountsWhileItIsWritten() throws Exception {
        List<Double> during = new ArrayList<>();

        meters.metered("users", (chunk, commit) -> {
                    during.add(writing());
                    return List.of();
                })
                .write(CHUNK);

        assertThat(during).containsExactly(1.0);
        assertThat(writing()).isZero();
    }

    @Test
    void chunkThatFailsCountsNoLonger() {
        assertThatThrownBy(() -> meters.metered("users", (chunk, commit) -> {
                            throw new IllegalStateException("a defect");
                        })
                        .write(CHUNK))
                .hasMessage("a defect");

        assertThat(writing()).isZero();
    }

    @Test
    void everySeriesIsThereAtZeroBeforeTheFirstImport() {
        for (String status :
                List.of("created", "updated", "deleted", "unchanged", "rejected", "failed", "unprocessed")) {
            assertThat(records(status)).as(status).isZero();
        }
        assertThat(registry.get("keycloak.bulk.import.chunk")
                        .tag("entity", "users")
                        .timer()
                        .count())
                .isZero();
    }

    @Test
    void recordIsCountedByTheStatusOfItsOutcome() {
        meters.count("users", new Outcome.Unprocessed(new Position(1), Optional.empty()));

        assertThat(records("unprocessed")).isEqualTo(1);
        assertThat(records("failed")).isZero();
    }

    private double records(String status) {
        return registry.get("keycloak.bulk.import.records")
                .tags("entity", "users", "status", status)
                .counter()
                .count();
    }

    private double writing() {
        return registry.get("keycloak.bulk.import.writing.chunks").gauge().value();
    }
}
