package org.millrace.bulk.chunk.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.format.RecordReader;
import org.millrace.bulk.record.DeletionRecord;

/**
 * Cuts a body into chunks of records of one kind, either all to be written or all to delete: by number of records, by their bytes,
 * and, when the client sends slowly, by time, so that its records are written without delay. Used by one thread.
 */
public final class Chunker {
    /** Several chunks are in memory at once, so each has a share only. */
    private static final long MAX_BYTES = 8L * 1024 * 1024;

    /** At a fifth of a second each, a slow password hash, the chunk ends well within a transaction's five minutes. */
    public static final int MAX_SLOW_PARTS = 200;

    /** Long enough to fill a chunk from a fast client, short enough that a slow one sees its outcomes. */
    private static final Duration LINGER = Duration.ofMillis(250);

    private static final Duration IDLE_POLL = Duration.ofMillis(1);

    private final RecordReader reader;
    private final int maxRecords;
    private final LongSupplier nanoTime;
    private @Nullable BrokenBodyException broken;
    /** The first entry of the next chunk, if it was read already. */
    private @Nullable Entry ahead;

    private boolean ended;

    /**
     * Divides the reader's entries into chunks.
     *
     * @param maxRecords records of a chunk, at least 1
     * @param nanoTime the running time, as {@link System#nanoTime()}
     */
    public Chunker(RecordReader reader, int maxRecords, LongSupplier nanoTime) {
        this.reader = reader;
        this.maxRecords = maxRecords;
        this.nanoTime = nanoTime;
    }

    /**
     * The next chunk, or empty at the end of the body.
     *
     * @throws BrokenBodyException if the body ended prematurely, after all its complete entries were returned
     */
    public Optional<Chunk> next() throws BrokenBodyException {
        if (broken != null) {
            throw broken;
        }
        List<Entry> entries = new ArrayList<>();
        long bytes = 0;
        long start = 0;
        int slowParts = 0;
        @Nullable Kind kind = null;
        while (entries.size() < maxRecords && bytes < MAX_BYTES && slowParts < MAX_SLOW_PARTS) {
            if (!entries.isEmpty() && staysIdle(start)) {
                break;
            }
            Optional<Entry> entry = read(entries.isEmpty());
            if (entry.isEmpty()) {
                break;
            }
            if (kind == null) {
                kind = kind(entry.get());
            } else if (kind(entry.get()) != null && !kind.equals(kind(entry.get()))) {
                ahead = entry.get();
                break;
            }
            if (entries.isEmpty()) {
                start = nanoTime.getAsLong();
            }
            entries.add(entry.get());
            bytes += entry.get().bytes();
            if (entry.get() instanceof Entry.Readable readable) {
                slowParts += readable.item().slowParts();
            }
        }
        return entries.isEmpty() ? Optional.empty() : Optional.of(new Chunk(entries));
    }

    /**
     * Cuts entries where the kind of their records changes, or deletions begin or end.
     *
     * @return the entries of each chunk, in order
     */
    public static List<List<Entry>> byKind(List<Entry> entries) {
        List<List<Entry>> chunks = new ArrayList<>(1);
        int first = 0;
        Kind kind = null;
        for (int i = 0; i < entries.size(); i++) {
            Kind next = kind(entries.get(i));
            if (kind != null && next != null && !kind.equals(next)) {
                chunks.add(entries.subList(first, i));
                first = i;
            }
            kind = next == null ? kind : next;
        }
        chunks.add(entries.subList(first, entries.size()));
        return chunks;
    }

    private record Kind(Class<?> records, boolean isDeletion) {}

    private static @Nullable Kind kind(Entry entry) {
        return entry instanceof Entry.Readable readable
                ? new Kind(readable.item().kind(), readable.item() instanceof DeletionRecord)
                : null;
    }

    /** Whether the next entry would have to wait for the client; false at the end of the body. */
    public boolean wouldWait() {
        try {
            return broken == null && ahead == null && !ended && reader.wouldWait();
        } catch (IOException e) {
            // The next read says so too, at its place.
            return false;
        }
    }

    /** Waits for further input up to the maximum delay of a chunk; true if none arrived. */
    private boolean staysIdle(long start) {
        while (wouldWait()) {
            if (nanoTime.getAsLong() - start > LINGER.toNanos()) {
                return true;
            }
            LockSupport.parkNanos(IDLE_POLL.toNanos());
        }
        return false;
    }

    /** A premature end of the body completes the present chunk, so that its records are not lost; the next call throws. */
    private Optional<Entry> read(boolean first) throws BrokenBodyException {
        if (ahead != null) {
            Entry next = ahead;
            ahead = null;
            return Optional.of(next);
        }
        if (ended) {
            return Optional.empty();
        }
        try {
            Optional<Entry> next = reader.next();
            ended = next.isEmpty();
            return next;
        } catch (IOException e) {
            broken = new BrokenBodyException(e);
            if (first) {
                throw broken;
            }
            return Optional.empty();
        }
    }
}
