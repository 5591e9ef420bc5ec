package org.millrace.bulk.chunk;

import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.ImportRecord;
import org.millrace.bulk.record.Violation;

/**
 * Brings a chunk to an end whatever the database says: tries again what may succeed, and halves what does not until the
 * culprit stands alone, so that one record never sinks its neighbours. Safe for any thread.
 */
public final class ChunkRunner {
    private static final Logger LOG = Logger.getLogger(ChunkRunner.class);

    /** Once more for a lost race (the second look-up sees the winner), twice more for deadlocks. */
    private static final int MAX_RETRIES = 2;

    private final ChunkWriter writer;

    /** Runs chunks through a writer. */
    public ChunkRunner(ChunkWriter writer) {
        this.writer = writer;
    }

    /** Writes the chunk; there is an outcome for each entry, in order, and no exception for what the database says. */
    public List<Outcome> run(Chunk chunk) {
        return run(chunk, MAX_RETRIES);
    }

    private List<Outcome> run(Chunk chunk, int retries) {
        try {
            return writer.write(chunk);
        } catch (ChunkFailure failure) {
            LOG.debugf(
                    Redacted.of(failure),
                    "Chunk of %d: %s",
                    chunk.size(),
                    failure.violation().code());
            return switch (failure.fault()) {
                case TRANSIENT -> retries > 0 ? run(chunk, retries - 1) : failed(chunk, failure);
                case RECORD -> retries == MAX_RETRIES ? run(chunk, retries - 1) : halve(chunk, failure);
                case DATABASE -> failed(chunk, failure);
            };
        } catch (RuntimeException e) {
            LOG.errorf(Redacted.of(e), "Chunk of %d failed", chunk.size());
            return failed(chunk, unforeseen(e));
        }
    }

    private List<Outcome> halve(Chunk chunk, ChunkFailure failure) {
        if (chunk.size() == 1) {
            return List.of(rejected(chunk.entries().get(0), failure.violation()));
        }
        List<Outcome> outcomes = new ArrayList<>(chunk.size());
        for (Chunk half : chunk.halves()) {
            long problems = outcomes.stream().filter(Outcome::isProblem).count();
            outcomes.addAll(run(half.allowing(chunk.maxProblems() - problems), MAX_RETRIES - 1));
        }
        return outcomes;
    }

    private static ChunkFailure unforeseen(RuntimeException e) {
        Violation violation = new Violation("internal-error", null, "An unforeseen error; see the server's log", true);
        return new ChunkFailure(ChunkFailure.Fault.DATABASE, violation, e);
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
