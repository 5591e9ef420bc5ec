package org.millrace.bulk.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.FixedChunkGate;

class ImportMetersTest {
    private static final Chunk CHUNK = new Chunk(List.of());

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final ImportMeters meters = new ImportMeters(registry, new FixedChunkGate(4));

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

    private double writing() {
        return registry.get("keycloak.bulk.import.writing.chunks").gauge().value();
    }
}
