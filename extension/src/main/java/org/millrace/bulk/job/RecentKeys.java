package org.millrace.bulk.job;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The keys of chunks that were claimed lately. Each claim is compared with all chunks that are being written, under the lock that
 * all claims meet at: there is no time to read theirs again and again. A chunk's keys never change. Safe for any thread.
 */
final class RecentKeys {
    /** Eight megabytes: those of more chunks of the usual size than are written at once. */
    private static final int MOST_HASHES = 1 << 20;

    /** What it takes to keep those of one chunk, however few they are, counted in hashes. */
    private static final int EACH = 32;

    private final Map<Chunk, ChunkKeys> kept = new LinkedHashMap<>(16, 0.75f, true);
    private int hashes;

    private record Chunk(String uploadId, int seq) {}

    /** The keys of a chunk; empty if they are not kept. */
    synchronized Optional<ChunkKeys> of(String uploadId, int seq) {
        return Optional.ofNullable(kept.get(new Chunk(uploadId, seq)));
    }

    /** Keeps them until there are too many others that were asked for later. */
    synchronized void keep(String uploadId, int seq, ChunkKeys keys) {
        @Nullable ChunkKeys before = kept.put(new Chunk(uploadId, seq), keys);
        hashes += weight(keys) - (before == null ? 0 : weight(before));
        var eldest = kept.values().iterator();
        while (hashes > MOST_HASHES) {
            hashes -= weight(eldest.next());
            eldest.remove();
        }
    }

    private static int weight(ChunkKeys keys) {
        return keys.size() + EACH;
    }

    /** Forgets them all. */
    synchronized void clear() {
        kept.clear();
        hashes = 0;
    }
}
