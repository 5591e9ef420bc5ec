package org.millrace.bulk.chunk.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.ChunkExecutor;
import org.millrace.bulk.chunk.ChunkFailedException;
import org.millrace.bulk.chunk.ChunkWriter;
import org.millrace.bulk.chunk.ConcurrencyLimiter;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.chunk.RetryPolicy;
import org.millrace.bulk.chunk.StoredIds;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;

/**
 * Writes the chunks of a direct import, which has no ledger: if the result of a commit is unknown, the ids that the transaction assigned
 * are looked up. Safe for use by several threads.
 */
public final class DirectChunkWriter {
    private static final Logger LOG = Logger.getLogger(DirectChunkWriter.class);

    private static final Violation UNKNOWN = new Violation(
            "commit-unknown", null, "The connection was lost during COMMIT; the record may have been written", true);

    private final ChunkWriter writer;
    private final StoredIds stored;
    private final RetryPolicy retries;
    private final ChunkExecutor executor;
    private final BooleanSupplier stopping;
    private volatile boolean realmRemoved;

    /**
     * Writes through a writer.
     *
     * @param stored looks up ids after a commit whose result is unknown
     * @param limiter admits each transaction
     * @param stopping whether the server is about to stop, so that no further transaction begins
     */
    public DirectChunkWriter(
            ChunkWriter writer,
            StoredIds stored,
            RetryPolicy retries,
            ConcurrencyLimiter limiter,
            BooleanSupplier stopping) {
        this.writer = writer;
        this.stored = stored;
        this.retries = retries;
        this.executor = new ChunkExecutor(limiter, retries);
        this.stopping = stopping;
    }

    /**
     * Writes a chunk. One without readable records needs neither a permit nor a transaction.
     *
     * @param work the import, among which the limiter shares its permits
     * @return an outcome for each entry, in order
     * @throws InterruptedException if the server stops
     */
    public List<Outcome> run(Object work, Chunk chunk) throws InterruptedException {
        if (chunk.kind().isEmpty()) {
            return Outcomes.ofEach(chunk, item -> {
                throw new IllegalStateException("the chunk has no records");
            });
        }
        Target target = new Target();
        executor.run(work, chunk, target);
        List<Outcome> outcomes = target.outcomes;
        chunk.entries().subList(outcomes.size(), chunk.size()).stream()
                .map(Outcomes::unprocessed)
                .forEach(outcomes::add);
        return target.claims.isEmpty() ? outcomes : settled(outcomes, target.claims);
    }

    /** Whether the realm does not exist any more, so that no further transaction begins. */
    public boolean isRealmRemoved() {
        return realmRemoved;
    }

    private final class Target implements ChunkExecutor.Target<RuntimeException> {
        private final List<Outcome> outcomes = new ArrayList<>();
        private final List<Outcome> claims = new ArrayList<>(0);

        @Override
        public boolean isActive() {
            return !realmRemoved && !stopping.getAsBoolean();
        }

        @Override
        public List<Outcome> write(int first, Chunk entries) throws ChunkFailedException {
            List<Outcome> written = writer.write(entries);
            outcomes.addAll(written);
            return written;
        }

        @Override
        public void reject(int index, Outcome outcome) {
            outcomes.add(outcome);
        }

        @Override
        public long fail(int first, Chunk entries, Violation violation) {
            realmRemoved |= violation.equals(ChunkFailedException.REALM_REMOVED);
            List<Outcome> failed = Outcomes.ofEach(entries, item -> Outcomes.failed(item, violation));
            outcomes.addAll(failed);
            return Outcomes.problems(failed);
        }

        @Override
        public boolean defer(ChunkFailedException failure) {
            claims.addAll(failure.claims());
            return false;
        }
    }

    /**
     * A commit whose result was unknown may have succeeded. Its entities exist then, with the ids that it assigned, and a later attempt
     * took them for those of another client.
     */
    private List<Outcome> settled(List<Outcome> outcomes, List<Outcome> claims) {
        Map<Position, List<Outcome>> claimed = new HashMap<>();
        Set<String> ids = new HashSet<>();
        for (Outcome claim : claims) {
            claimed.computeIfAbsent(claim.position(), position -> new ArrayList<>(1))
                    .add(claim);
            if (claim instanceof Outcome.Created created) {
                ids.add(created.id());
            }
        }
        Optional<Set<String>> present = present(ids);
        return outcomes.stream()
                .map(outcome -> settled(outcome, claimed.getOrDefault(outcome.position(), List.of()), present))
                .toList();
    }

    /** Looked up for as long as writes are retried; empty if the database does not answer. */
    private Optional<Set<String>> present(Set<String> ids) {
        for (int attempts = 1; ; attempts++) {
            try {
                return Optional.of(stored.among(ids));
            } catch (RuntimeException e) {
                if (!retries.waitForDatabase(attempts)) {
                    LOG.errorf(
                            RedactedException.of(e),
                            "Commit result unknown, and lookup failed for %d created records",
                            ids.size());
                    return Optional.empty();
                }
            }
        }
    }

    private static Outcome settled(Outcome now, List<Outcome> claims, Optional<Set<String>> present) {
        if (now instanceof Outcome.Created) {
            return now;
        }
        for (Outcome claim : claims) {
            boolean created = claim instanceof Outcome.Created first
                    && present.map(ids -> ids.contains(first.id())).orElse(false);
            boolean updated = claim instanceof Outcome.Updated first
                    && now instanceof Outcome.Unchanged unchanged
                    && first.id().equals(unchanged.id());
            boolean deleted = claim instanceof Outcome.Deleted && now instanceof Outcome.Unchanged;
            if (created || updated || deleted) {
                return claim;
            }
        }
        // What the first transaction has changed may be why the second one refuses the record.
        boolean doubtful = present.isEmpty() && claims.stream().anyMatch(Outcome.Created.class::isInstance)
                || now instanceof Outcome.Rejected && claims.stream().anyMatch(Outcome.Updated.class::isInstance);
        return doubtful ? new Outcome.Failed(now.position(), now.key(), List.of(UNKNOWN), now.warnings()) : now;
    }
}
