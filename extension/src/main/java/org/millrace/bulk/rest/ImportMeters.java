package org.millrace.bulk.rest;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.atomic.AtomicInteger;
import org.millrace.bulk.chunk.ChunkGate;
import org.millrace.bulk.chunk.ChunkWriter;
import org.millrace.bulk.chunk.Counts;

/** The import's meters, {@code keycloak_bulk_import_*} in Prometheus' spelling. Safe for any thread. */
final class ImportMeters {
    private static final String PREFIX = "keycloak.bulk.import.";

    private final MeterRegistry registry;
    private final AtomicInteger running = new AtomicInteger();

    ImportMeters(MeterRegistry registry, ChunkGate gate) {
        this.registry = registry;
        Gauge.builder(PREFIX + "running.jobs", running, AtomicInteger::get)
                .description("Imports that run on this node")
                .register(registry);
        Gauge.builder(PREFIX + "concurrency.limit", gate, ChunkGate::limit)
                .description("Chunks that may be written at once on this node")
                .register(registry);
    }

    /** Takes the time of each chunk, whether it could be written or not. */
    ChunkWriter metered(String entity, ChunkWriter writer) {
        Timer timer = Timer.builder(PREFIX + "chunk")
                .description("Time to write one chunk, from its look-ups to its commit")
                .tag("entity", entity)
                .register(registry);
        return chunk -> {
            Timer.Sample sample = Timer.start();
            try {
                return writer.write(chunk);
            } finally {
                sample.stop(timer);
            }
        };
    }

    /** Records of an import that has ended. */
    void ended(String entity, Counts counts) {
        count(entity, "created", counts.created());
        count(entity, "updated", counts.updated());
        count(entity, "unchanged", counts.unchanged());
        count(entity, "rejected", counts.rejected());
        count(entity, "failed", counts.failed());
        count(entity, "unprocessed", counts.unprocessed());
    }

    /** Says that an import began; to be closed when it ends. */
    Running begun() {
        running.incrementAndGet();
        return () -> running.decrementAndGet();
    }

    /** An import that runs. */
    @FunctionalInterface
    interface Running extends AutoCloseable {
        @Override
        void close();
    }

    private void count(String entity, String status, long records) {
        registry.counter(PREFIX + "records", "entity", entity, "status", status).increment(records);
    }
}
