package org.millrace.bulk.entity;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.chunk.ChunkCommit;
import org.millrace.bulk.chunk.ChunkFailedException;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.TransactionalWriter;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.writer.DatabaseFaults;
import org.millrace.server.caller.InactiveCallerException;

/** Of which kinds the caller may import records: a right may be taken away while an import runs for hours. Safe for any thread. */
public final class TypeRights {
    private static final Duration HOLD = Duration.ofSeconds(10);

    private final Supplier<Set<Class<?>>> lookUp;
    private final LongSupplier nanoTime;
    private @Nullable Found found;

    private record Found(Set<Class<?>> kinds, long nanoTime) {}

    /**
     * Rights of one import.
     *
     * @param lookUp the kinds of records that the caller may import at the moment
     * @param nanoTime the running time, as {@link System#nanoTime()}
     */
    public TypeRights(Supplier<Set<Class<?>>> lookUp, LongSupplier nanoTime) {
        this.lookUp = lookUp;
        this.nanoTime = nanoTime;
    }

    /**
     * Writes a chunk if the caller may import records of its type; else rejects each record, without a transaction unless a job
     * adds its own work. A removed caller is not checked again.
     *
     * @throws ChunkFailedException if the database rejects the chunk, or the permissions cannot be read
     */
    public List<Outcome> write(TransactionalWriter writer, Chunk chunk, ChunkCommit commit)
            throws ChunkFailedException {
        Chunk permitted = permitted(chunk);
        if (commit.hasRows()) {
            return writer.write(permitted, commit);
        }
        if (permitted != chunk) {
            return rejected(chunk);
        }
        try {
            return writer.write(chunk, commit);
        } catch (InactiveCallerException e) {
            return rejected(chunk);
        }
    }

    private static List<Outcome> rejected(Chunk chunk) {
        return Outcomes.ofEach(chunk, item -> Outcomes.rejected(item, List.of(ChunkKind.FORBIDDEN)));
    }

    /**
     * The chunk with the caller's permissions applied: records of a forbidden type are rejected unread.
     *
     * @throws ChunkFailedException if the permissions cannot be read
     */
    public Chunk permitted(Chunk chunk) throws ChunkFailedException {
        Optional<Class<?>> kind = chunk.kind();
        return kind.isEmpty() || kinds().contains(kind.get()) ? chunk : ChunkKind.forbidden(chunk);
    }

    private synchronized Set<Class<?>> kinds() throws ChunkFailedException {
        long now = nanoTime.getAsLong();
        Found known = found;
        if (known == null || now - known.nanoTime() >= HOLD.toNanos()) {
            known = new Found(lookedUp(), now);
            found = known;
        }
        return known.kinds();
    }

    private Set<Class<?>> lookedUp() throws ChunkFailedException {
        try {
            return Set.copyOf(lookUp.get());
        } catch (RuntimeException e) {
            throw DatabaseFaults.chunkFailure(e, List.of());
        }
    }
}
