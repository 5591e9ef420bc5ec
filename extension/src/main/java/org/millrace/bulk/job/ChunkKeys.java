package org.millrace.bulk.job;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.millrace.bulk.chunk.KeyHashes;
import org.millrace.bulk.format.Entry;

/**
 * What makes records of one chunk collide with those of others, as sorted 32-bit hashes: two chunks that share none can be
 * written at once, on different nodes. That two of the largest chunks share a hash by chance costs a wait, no more. Immutable.
 */
final class ChunkKeys {
    private final int[] hashes;

    private ChunkKeys(int[] hashes) {
        this.hashes = hashes;
    }

    static ChunkKeys of(List<Entry> entries) {
        int[] found = new int[4 * entries.size()];
        int size = 0;
        for (Entry entry : entries) {
            if (entry instanceof Entry.Readable readable) {
                for (String key : readable.item().keys()) {
                    if (!key.isEmpty()) {
                        found = size < found.length ? found : Arrays.copyOf(found, 2 * size + 1);
                        found[size++] = (int) KeyHashes.hash(key);
                    }
                }
            }
        }
        int[] hashes = Arrays.copyOf(found, size);
        Arrays.sort(hashes);
        return new ChunkKeys(hashes);
    }

    static ChunkKeys of(byte[] bytes) {
        int[] hashes = new int[bytes.length / Integer.BYTES];
        ByteBuffer.wrap(bytes).asIntBuffer().get(hashes);
        return new ChunkKeys(hashes);
    }

    byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(hashes.length * Integer.BYTES);
        bytes.asIntBuffer().put(hashes);
        return bytes.array();
    }

    boolean sharesWith(ChunkKeys other) {
        int here = 0;
        int there = 0;
        while (here < hashes.length && there < other.hashes.length) {
            int order = Integer.compare(hashes[here], other.hashes[there]);
            if (order == 0) {
                return true;
            }
            here += order < 0 ? 1 : 0;
            there += order > 0 ? 1 : 0;
        }
        return false;
    }
}
