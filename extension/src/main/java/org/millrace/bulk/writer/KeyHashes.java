package org.millrace.bulk.writer;

import java.util.Arrays;

/**
 * A set of texts of which only 64-bit hashes are kept, eight bytes each in a table half full at most. Two of a million texts
 * share a hash once in ten million sets. For one thread.
 *
 * @see <a href="http://www.isthe.com/chongo/tech/comp/fnv/">FNV-1a</a>
 */
final class KeyHashes {
    private static final int INITIAL_SLOTS = 1024;

    private final int maxSlots;
    private long[] slots = new long[INITIAL_SLOTS];
    private int used;

    KeyHashes(long maxBytes) {
        this.maxSlots = Math.max(INITIAL_SLOTS, Integer.highestOneBit((int) Math.min(maxBytes / Long.BYTES, 1 << 28)));
    }

    boolean contains(String key) {
        return slots[place(hash(key))] != 0;
    }

    /** Adds a text, and tells whether there was room for it. */
    boolean add(String key) {
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

    private static long hash(String key) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < key.length(); i++) {
            hash = (hash ^ key.charAt(i)) * 0x100000001b3L;
        }
        hash = (hash ^ hash >>> 32) * 0xd6e8feb86659fd93L;
        hash ^= hash >>> 32;
        return hash == 0 ? 1 : hash;
    }
}
