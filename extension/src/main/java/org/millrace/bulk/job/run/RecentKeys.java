package org.millrace.bulk.job.run;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.job.chunk.ChunkKeys;

/**
 * Cached keys of recently claimed chunks. Each claim is compared with all running chunks under the job's lock, where reading
 * their keys again would take too long. A chunk's keys never change. Thread-safe.
 */
final class RecentKeys {
    /** Eight megabytes: those of more chunks of the usual size than are written at once. */
    private static final int MOST_HASHES = 1 << 20;

    /** Fixed memory of a chunk's entry, counted in hashes. */
    private static final int EACH = 32;

    private final Map<Chunk, ChunkKeys> kept = new LinkedHashMap<>(16, 0.75f, true);
    private int hashes;

    private record Chunk(String uploadId, int seq) {}

    /** The keys of a chunk; empty if they are not cached. */
    synchronized Optional<ChunkKeys> of(String uploadId, int seq) {
        return Optional.ofNullable(kept.get(new Chunk(uploadId, seq)));
    }

    /** Caches keys until more recently used ones replace them. */
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

    /** Clears the cache. */
    synchronized void clear() {
        kept.clear();
        hashes = 0;
    }
}
