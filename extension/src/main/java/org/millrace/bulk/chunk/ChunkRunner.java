package org.millrace.bulk.chunk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.Position;
import org.millrace.bulk.record.Violation;

/**
 * Brings a chunk to an end whatever the database says: tries again what may succeed, and halves what does not until the
 * culprit stands alone, so that one record never sinks its neighbours. Safe for any thread.
 */
public final class ChunkRunner {
    private static final Logger LOG = Logger.getLogger(ChunkRunner.class);

    /** Once more for a lost race (the second look-up sees the winner), twice more for deadlocks. */
    private static final int MAX_RETRIES = 2;

    /**
     * What nobody foresaw may be one record's doing or everybody's, as when the realm was removed: enough to find several culprits in a
     * chunk, and far fewer than its records.
     */
    private static final int MAX_UNFORESEEN = 100;

    private static final Violation UNFORESEEN =
            new Violation("internal-error", null, "An unforeseen error; see the server's log", true);

    private final ChunkWriter writer;
    private final StoredIds stored;
    private final Outage outage;

    /**
     * Runs chunks through a writer.
     *
     * @param stored is asked after a commit of which nobody saw the end
     * @param outage how long a database may be away
     */
    public ChunkRunner(ChunkWriter writer, StoredIds stored, Outage outage) {
        this.writer = writer;
        this.stored = stored;
        this.outage = outage;
    }

    /** Writes the chunk; there is an outcome for each entry, in order, and no exception for what the database says. */
    public List<Outcome> run(Chunk chunk) {
        Attempts attempts = new Attempts();
        List<Outcome> outcomes = run(chunk, MAX_RETRIES, attempts);
        return attempts.claims.isEmpty() ? outcomes : settled(outcomes, attempts.claims);
    }

    /** What the attempts to write one chunk have come to so far. */
    private static final class Attempts {
        private final List<Outcome> claims = new ArrayList<>(0);
        private int unforeseen;
        private @Nullable ChunkFailure hopeless;

        private ChunkFailure unforeseen(RuntimeException e) {
            ChunkFailure failure = new ChunkFailure(ChunkFailure.Fault.DATABASE, UNFORESEEN, e);
            unforeseen++;
            if (unforeseen == MAX_UNFORESEEN) {
                hopeless = failure;
            }
            return failure;
        }
    }

    private List<Outcome> run(Chunk chunk, int retries, Attempts attempts) {
        if (attempts.hopeless != null) {
            return failed(chunk, attempts.hopeless);
        }
        ChunkFailure failure;
        int attempt = 0;
        do {
            try {
                List<Outcome> outcomes = writer.write(chunk);
                outage.end();
                return outcomes;
            } catch (ChunkFailure e) {
                failure = e;
                LOG.debugf(
                        Redacted.of(e),
                        "Chunk of %d: %s",
                        chunk.size(),
                        e.violation().code());
                attempts.claims.addAll(e.claims());
            } catch (RuntimeException e) {
                LOG.logf(
                        retries == MAX_RETRIES ? Logger.Level.ERROR : Logger.Level.DEBUG,
                        Redacted.of(e),
                        "Chunk of %d failed",
                        chunk.size());
                ChunkFailure unforeseen = attempts.unforeseen(e);
                return chunk.size() > 1 ? halve(chunk, unforeseen, attempts) : failed(chunk, unforeseen);
            }
        } while (failure.fault() == ChunkFailure.Fault.UNREACHABLE && outage.outlast(attempt++));
        return switch (failure.fault()) {
            case TRANSIENT -> retries > 0 ? run(chunk, retries - 1, attempts) : failed(chunk, failure);
            case RECORD -> retries == MAX_RETRIES ? run(chunk, retries - 1, attempts) : halve(chunk, failure, attempts);
            case DATABASE, UNREACHABLE -> failed(chunk, failure);
        };
    }

    private List<Outcome> halve(Chunk chunk, ChunkFailure failure, Attempts attempts) {
        if (chunk.size() == 1) {
            return List.of(rejected(chunk.entries().get(0), failure.violation()));
        }
        List<Outcome> outcomes = new ArrayList<>(chunk.size());
        for (Chunk half : chunk.halves()) {
            long problems = outcomes.stream().filter(Outcome::isProblem).count();
            outcomes.addAll(run(half.allowing(chunk.maxProblems() - problems), MAX_RETRIES - 1, attempts));
        }
        return outcomes;
    }

    /**
     * A commit of which nobody saw the end may have succeeded. Then its entities are there, with the ids that it gave them, and
     * a later attempt took them for somebody else's.
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
        try {
            Set<String> present = stored.among(ids);
            return outcomes.stream()
                    .map(outcome -> claimed.getOrDefault(outcome.position(), List.of()).stream()
                            .filter(claim -> holds(claim, outcome, present))
                            .findFirst()
                            .orElse(outcome))
                    .toList();
        } catch (RuntimeException e) {
            LOG.errorf(Redacted.of(e), "Nobody knows whether %d records are in the database", claims.size());
            return outcomes;
        }
    }

    private static boolean holds(Outcome claim, Outcome now, Set<String> present) {
        if (claim instanceof Outcome.Created created) {
            return !(now instanceof Outcome.Created) && present.contains(created.id());
        }
        return claim instanceof Outcome.Updated updated
                && now instanceof Outcome.Unchanged unchanged
                && unchanged.id().equals(updated.id());
    }

    private static List<Outcome> failed(Chunk chunk, ChunkFailure failure) {
        if (failure.fault() != ChunkFailure.Fault.TRANSIENT) {
            LOG.errorf(Redacted.of(failure), "A chunk of %d records could not be written", chunk.size());
        }
        return Outcomes.ofEach(chunk, item -> failed(item, failure.violation()));
    }

    private static Outcome failed(ImportRecord item, Violation violation) {
        return new Outcome.Failed(item.position(), item.key(), List.of(violation), item.warnings());
    }

    private static Outcome rejected(Entry entry, Violation violation) {
        return entry instanceof Entry.Readable readable
                ? Outcomes.rejected(readable.item(), List.of(violation))
                : Outcomes.unreadable((Entry.Unreadable) entry);
    }
}
