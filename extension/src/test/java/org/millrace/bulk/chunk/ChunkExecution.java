package org.millrace.bulk.chunk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.millrace.bulk.chunk.ChunkFailedException.Fault;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.chunk.run.DirectChunkWriter;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.field.Violation;

/** Runs chunks against a database with faults, on a clock that pauses advance. */
abstract class ChunkExecution {
    static final Violation CONFLICT = Violation.of("conflict", null, "taken");
    static final Violation GONE = new Violation("database-error", null, "away", true);

    /** A database with some records it will never take, and some faults that pass. */
    static final class Writer implements ChunkWriter, StoredIds {
        final Set<String> refused = new HashSet<>();
        final List<Integer> sizes = new ArrayList<>();
        final Set<String> stored = new HashSet<>();
        int transientFaults;
        int unreachableFor;
        int unseenCommits;

        @Override
        public List<Outcome> write(Chunk chunk) throws ChunkFailedException {
            sizes.add(chunk.size());
            if (unreachableFor > 0) {
                unreachableFor--;
                throw new ChunkFailedException(
                        Fault.UNREACHABLE, GONE, new IllegalStateException("connection refused"));
            }
            if (transientFaults > 0) {
                transientFaults--;
                throw new ChunkFailedException(Fault.TRANSIENT, CONFLICT, new IllegalStateException("deadlock"));
            }
            List<Outcome> outcomes = Outcomes.ofEach(chunk, this::created);
            if (outcomes.stream()
                    .filter(Outcome.Created.class::isInstance)
                    .anyMatch(outcome -> refused.contains(outcome.key().orElseThrow()))) {
                throw new ChunkFailedException(Fault.RECORD, CONFLICT, new IllegalStateException("duplicate key"));
            }
            outcomes.stream()
                    .filter(Outcome.Created.class::isInstance)
                    .forEach(outcome -> stored.add(outcome.key().orElseThrow()));
            if (unseenCommits > 0) {
                unseenCommits--;
                throw new ChunkFailedException(Fault.UNREACHABLE, GONE, outcomes, new IllegalStateException("reset"));
            }
            return outcomes;
        }

        Outcome created(ImportRecord item) {
            String key = item.key().orElseThrow();
            return stored.contains(key)
                    ? Outcomes.rejected(item, List.of(CONFLICT))
                    : Outcomes.created(item, "id of " + key);
        }

        @Override
        public Set<String> among(Set<String> ids) {
            Set<String> present = stored.stream().map(key -> "id of " + key).collect(Collectors.toSet());
            present.retainAll(ids);
            return present;
        }
    }

    final AtomicLong clock = new AtomicLong();
    final List<Long> pauses = new ArrayList<>();
    final AtomicBoolean stopping = new AtomicBoolean();
    final Outage outage = new Outage(Duration.ofSeconds(60), stopping::get, clock::get, this::pause);
    final Writer writer = new Writer();
    final RetryPolicy retries = new RetryPolicy(outage, this::pause);

    List<Outcome> run(ChunkWriter to, StoredIds stored, Chunk chunk) {
        try {
            return new DirectChunkWriter(to, stored, retries, new FixedConcurrencyLimiter(1), () -> false)
                    .run(this, chunk);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    void pause(long nanos) {
        pauses.add(nanos);
        clock.addAndGet(nanos);
    }

    /** Keeps outcomes as a job does, and takes a chunk up again later. */
    final class Deferring implements ChunkExecutor.Target<RuntimeException> {
        final List<Outcome> kept = new ArrayList<>();
        final List<Fault> deferred = new ArrayList<>();

        @Override
        public boolean isActive() {
            return true;
        }

        @Override
        public List<Outcome> write(int first, Chunk entries) throws ChunkFailedException {
            assertThat(first).isEqualTo(kept.size());
            List<Outcome> outcomes = writer.write(entries);
            kept.addAll(outcomes);
            return outcomes;
        }

        @Override
        public void reject(int index, Outcome outcome) {
            assertThat(index).isEqualTo(kept.size());
            kept.add(outcome);
        }

        @Override
        public long fail(int first, Chunk entries, Violation violation) {
            assertThat(first).isEqualTo(kept.size());
            List<Outcome> failed = Outcomes.ofEach(entries, item -> Outcomes.failed(item, violation));
            kept.addAll(failed);
            return Outcomes.problems(failed);
        }

        @Override
        public boolean defer(ChunkFailedException failure) {
            deferred.add(failure.fault());
            return true;
        }

        List<Outcome> run(Chunk chunk) throws InterruptedException {
            int done = new ChunkExecutor(new FixedConcurrencyLimiter(1), retries).run(this, chunk, this);
            assertThat(done).isEqualTo(kept.size());
            return kept;
        }
    }
}
