package org.millrace.bulk.chunk.run;

import java.util.Arrays;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.format.Entry;

/**
 * A set of strings, ignoring case, that stores only 64-bit hashes: eight bytes each, in a table at most half full. Among a
 * million strings, two share a hash once in ten million sets. For one thread.
 *
 * @see <a href="http://www.isthe.com/chongo/tech/comp/fnv/">FNV-1a</a>
 */
public final class KeyHashes {
    private static final int INITIAL_SLOTS = 1024;

    /** Twice the size of the keys of the largest chunk. */
    private static final long MAX_CHUNK_BYTES = 1024 * 1024;

    private final int maxSlots;
    private long[] slots = new long[INITIAL_SLOTS];
    private int used;

    /** @param maxBytes memory for the table, at least 8 KiB */
    public KeyHashes(long maxBytes) {
        this.maxSlots = Math.max(INITIAL_SLOTS, Integer.highestOneBit((int) Math.min(maxBytes / Long.BYTES, 1 << 28)));
    }

    /** The keys of all records of a chunk. */
    static KeyHashes of(Chunk chunk) {
        KeyHashes keys = new KeyHashes(MAX_CHUNK_BYTES);
        for (Entry entry : chunk.entries()) {
            if (entry instanceof Entry.Readable readable) {
                for (String key : readable.item().keys()) {
                    if (!key.isEmpty() && !keys.add(key)) {
                        throw new IllegalStateException("a chunk has more keys than any chunk can have");
                    }
                }
            }
        }
        return keys;
    }

    /** Whether the text was added, or one that shares its hash. */
    public boolean contains(String key) {
        return slots[place(hash(key))] != 0;
    }

    /** Adds a string; false if the set is full. */
    public boolean add(String key) {
        if (used >= maxSlots / 2) {
            return false;
        }
        if (used >= slots.length / 2) {
            grow();
        }
        long hash = hash(key);
        int place = place(hash);
        if (slots[place] == 0) {
            slots[place] = hash;
            used++;
        }
        return true;
    }

    /** Whether a text was added to both sets. */
    public boolean sharesWith(KeyHashes other) {
        for (long hash : slots) {
            if (hash != 0 && other.slots[other.place(hash)] != 0) {
                return true;
            }
        }
        return false;
    }

    private void grow() {
        long[] before = slots;
        slots = new long[2 * before.length];
        Arrays.stream(before).filter(hash -> hash != 0).forEach(hash -> slots[place(hash)] = hash);
    }

    /** Where the hash is, or would be put. */
    private int place(long hash) {
        int place = (int) hash & slots.length - 1;
        while (slots[place] != 0 && slots[place] != hash) {
            place = place + 1 & slots.length - 1;
        }
        return place;
    }

    /** The hash of one text, never 0. */
    public static long hash(String key) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < key.length(); i++) {
            hash = (hash ^ lowerCase(key.charAt(i))) * 0x100000001b3L;
        }
        hash = (hash ^ hash >>> 32) * 0xd6e8feb86659fd93L;
        hash ^= hash >>> 32;
        return hash == 0 ? 1 : hash;
    }

    private static char lowerCase(char c) {
        if (c < 0x80) {
            return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
        }
        return Character.toLowerCase(c);
    }
}
