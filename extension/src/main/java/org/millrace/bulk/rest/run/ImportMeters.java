package org.millrace.bulk.rest.run;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.millrace.bulk.chunk.ConcurrencyLimiter;
import org.millrace.bulk.chunk.TransactionalWriter;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.chunk.outcome.OutcomeStatus;

/** The import's meters, {@code keycloak_bulk_import_*} in Prometheus' spelling. Safe for any thread. */
public final class ImportMeters {
    private static final String PREFIX = "keycloak.bulk.import.";

    private final MeterRegistry registry;
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger writing = new AtomicInteger();
    private final Map<String, Map<OutcomeStatus, Counter>> records = new HashMap<>();
    private volatile IntSupplier jobs = () -> 0;

    /**
     * Registers all meters, at zero, so that a rate over the first records of an import can be computed.
     *
     * @param entities names of the record types
     */
    ImportMeters(MeterRegistry registry, ConcurrencyLimiter gate, List<String> entities) {
        this.registry = registry;
        for (String entity : entities) {
            timer(entity);
            Map<OutcomeStatus, Counter> byStatus = new EnumMap<>(OutcomeStatus.class);
            for (OutcomeStatus status : OutcomeStatus.values()) {
                byStatus.put(status, counter(entity, status));
            }
            records.put(entity, byStatus);
        }
        Gauge.builder(PREFIX + "running.jobs", this, meters -> meters.running.get() + meters.jobs.getAsInt())
                .description("Running imports and jobs on this node")
                .register(registry);
        Gauge.builder(PREFIX + "running.imports", running, AtomicInteger::get)
                .description("Running imports on this node, without jobs")
                .register(registry);
        Gauge.builder(PREFIX + "concurrency.limit", gate, ConcurrencyLimiter::limit)
                .description("Concurrency limit: chunks written at the same time on this node")
                .register(registry);
        Gauge.builder(PREFIX + "writing.chunks", writing, AtomicInteger::get)
                .description("Chunks being written on this node")
                .register(registry);
    }

    /** Says who knows how many jobs this node works on. */
    void countJobs(IntSupplier counted) {
        jobs = counted;
    }

    /** Counts each chunk while it is written and takes its time, whether it could be written or not. */
    public TransactionalWriter metered(String entity, TransactionalWriter writer) {
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
                .description("Time to write one chunk, from its lookups to its commit")
                .tag("entity", entity)
                .register(registry);
    }

    private Counter counter(String entity, OutcomeStatus status) {
        return Counter.builder(PREFIX + "records")
                .description("Records by the status of their outcome, without those of dry runs")
                .tag("entity", entity)
                .tag("status", status.word())
                .register(registry);
    }

    /** Counts a record with its outcome. */
    void count(String entity, Outcome outcome) {
        count(entity, outcome.status(), 1);
    }

    /** Adds to the counter of records with this status. */
    void count(String entity, OutcomeStatus status, long number) {
        Counter counter = records.getOrDefault(entity, Map.of()).get(status);
        if (counter != null) {
            counter.increment(number);
        }
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
