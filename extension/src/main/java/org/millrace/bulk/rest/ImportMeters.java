package org.millrace.bulk.rest;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.millrace.bulk.chunk.ChunkGate;
import org.millrace.bulk.chunk.Tally;
import org.millrace.bulk.chunk.TransactionalWriter;

/** The import's meters, {@code keycloak_bulk_import_*} in Prometheus' spelling. Safe for any thread. */
final class ImportMeters {
    private static final String PREFIX = "keycloak.bulk.import.";

    private final MeterRegistry registry;
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger writing = new AtomicInteger();
    private volatile IntSupplier jobs = () -> 0;

    ImportMeters(MeterRegistry registry, ChunkGate gate) {
        this.registry = registry;
        Gauge.builder(PREFIX + "running.jobs", this, meters -> meters.running.get() + meters.jobs.getAsInt())
                .description("Imports that run on this node, and jobs that it works on")
                .register(registry);
        Gauge.builder(PREFIX + "concurrency.limit", gate, ChunkGate::limit)
                .description("Chunks that may be written at once on this node")
                .register(registry);
        Gauge.builder(PREFIX + "writing.chunks", writing, AtomicInteger::get)
                .description("Chunks that are being written on this node")
                .register(registry);
    }

    /** Says who knows how many jobs this node works on. */
    void countJobs(IntSupplier counted) {
        jobs = counted;
    }

    /** Counts each chunk while it is written and takes its time, whether it could be written or not. */
    TransactionalWriter metered(String entity, TransactionalWriter writer) {
        Timer timer = timer(entity);
        return (chunk, commit) -> {
            Timer.Sample sample = Timer.start();
            writing.incrementAndGet();
            try {
                return writer.write(chunk, commit);
            } finally {
                writing.decrementAndGet();
                sample.stop(timer);
            }
        };
    }

    private Timer timer(String entity) {
        return Timer.builder(PREFIX + "chunk")
                .description("Time to write one chunk, from its look-ups to its commit")
                .tag("entity", entity)
                .register(registry);
    }

    /** Records of an import that has ended, or of a job, on the node that noticed. */
    void ended(String entity, Tally tally) {
        tally.byStatus()
                .forEach((status, records) -> registry.counter(PREFIX + "records", "entity", entity, "status", status)
                        .increment(records));
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
}
