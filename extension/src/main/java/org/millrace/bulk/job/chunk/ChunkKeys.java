package org.millrace.bulk.job.chunk;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.millrace.bulk.chunk.run.KeyHashes;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.DeletionRecord;

/**
 * Keys of a chunk's records as sorted 64-bit hashes: chunks without a common hash can be written concurrently, on different
 * nodes. 32 bits are too few: one of a hundred pairs of chunks of 2,000 users would collide, and with dozens of concurrent chunks
 * the following ones would wait most of the time. Immutable.
 */
public final class ChunkKeys {
    /** Represents the deletions of a chunk. A chunk that deletes is never written concurrently with one that does not. */
    private static final long DELETION = Long.MIN_VALUE;

    private final long[] hashes;

    private ChunkKeys(long[] hashes) {
        this.hashes = hashes;
    }

    static ChunkKeys of(List<Entry> entries) {
        long[] found = new long[4 * entries.size() + 1];
        int size = 0;
        for (Entry entry : entries) {
            if (entry instanceof Entry.Readable readable) {
                if (readable.item() instanceof DeletionRecord && (size == 0 || found[0] != DELETION)) {
                    found = size < found.length ? found : Arrays.copyOf(found, 2 * size + 1);
                    found[size++] = found[0];
                    found[0] = DELETION;
                }
                for (String key : readable.item().keys()) {
                    if (!key.isEmpty()) {
                        found = size < found.length ? found : Arrays.copyOf(found, 2 * size + 1);
                        found[size++] = KeyHashes.hash(key);
                    }
                }
            }
        }
        long[] hashes = Arrays.copyOf(found, size);
        Arrays.sort(hashes);
        return new ChunkKeys(hashes);
    }

    /** Keys as {@link #bytes} returned them. */
    public static ChunkKeys of(byte[] bytes) {
        long[] hashes = new long[bytes.length / Long.BYTES];
        ByteBuffer.wrap(bytes).asLongBuffer().get(hashes);
        return new ChunkKeys(hashes);
    }

    byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(hashes.length * Long.BYTES);
        bytes.asLongBuffer().put(hashes);
        return bytes.array();
    }

    /** How many hashes there are, eight bytes each. */
    public int size() {
        return hashes.length;
    }

    private boolean isDeletion() {
        return hashes.length > 0 && hashes[0] == DELETION;
    }

    /** Whether records of both chunks may have a key in common. */
    public boolean sharesWith(ChunkKeys other) {
        if (isDeletion() != other.isDeletion()) {
            return true;
        }
        int here = isDeletion() ? 1 : 0;
        int there = here;
        while (here < hashes.length && there < other.hashes.length) {
            int order = Long.compare(hashes[here], other.hashes[there]);
            if (order == 0) {
                return true;
            }
            here += order < 0 ? 1 : 0;
            there += order > 0 ? 1 : 0;
        }
        return false;
    }
}
