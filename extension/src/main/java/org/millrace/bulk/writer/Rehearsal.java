package org.millrace.bulk.writer;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.Violation;

/**
 * What a dry run has written and rolled back: the records behind it have to find it as if it were there. Of each user only
 * hashes of its keys are remembered, eight bytes a key, up to a limit. Shared by the threads of one import.
 */
public final class Rehearsal {
    private static final int INITIAL_SLOTS = 1024;
    private static final String SEPARATOR = "\0";

    private final int maxSlots;
    private long[] slots = new long[INITIAL_SLOTS];
    private int used;

    private Rehearsal(long maxBytes) {
        this.maxSlots = Integer.highestOneBit((int) Math.min(maxBytes / Long.BYTES, 1 << 28));
    }

    /**
     * A dry run.
     *
     * @param maxBytes memory for what it remembers
     */
    public static Rehearsal of(long maxBytes) {
        return new Rehearsal(maxBytes);
    }

    /** No dry run: what was written is in the database. */
    public static Rehearsal none() {
        return new Rehearsal(0);
    }

    /** Whether anything is rolled back at all. */
    public boolean isReal() {
        return maxSlots > 0;
    }

    /** The user of an earlier chunk that a record means; the id is as good as any, for the user has none. */
    Optional<String> find(UserRecord item, @Nullable String username, @Nullable String email) {
        boolean found = contains("i", item.id()) || contains("u", username) || contains("e", email);
        return found ? Optional.of(item.id() == null ? "rehearsed" : item.id()) : Optional.empty();
    }

    /** Whether an earlier chunk has taken this very record already. */
    boolean hasTaken(UserRecord item, String username) {
        return contains("c", username + SEPARATOR + item.contentHash());
    }

    void checkId(@Nullable String id, Findings findings) {
        if (contains("i", id)) {
            findings.reject(Violation.of("id-exists", "id", "A user with this id exists"));
        }
    }

    void checkKeys(String username, @Nullable String email, Findings findings) {
        if (contains("u", username)) {
            findings.reject(Violation.of("username-exists", "username", "User exists with same username"));
        }
        if (contains("e", email)) {
            findings.reject(Violation.of("email-exists", "email", "User exists with same email"));
        }
        if (isFull()) {
            findings.warn(Violation.of(
                    "dry-run-limit", null, "Too many records: repeats of earlier ones are no longer noticed"));
        }
    }

    /** Remembers a user who was created or changed. */
    void remember(UserState user, boolean duplicateEmails) {
        add("i", user.id());
        add("u", user.username());
        add("e", duplicateEmails ? null : user.email());
    }

    /** Remembers that a record was taken, so that the same once more changes nothing. */
    void rememberTaken(UserRecord item, String username) {
        add("c", username + SEPARATOR + item.contentHash());
    }

    private synchronized boolean isFull() {
        return isReal() && used >= maxSlots / 2;
    }

    private synchronized boolean contains(String kind, @Nullable String key) {
        if (key == null || used == 0) {
            return false;
        }
        return slots[place(hash(kind, key))] != 0;
    }

    private synchronized void add(String kind, @Nullable String key) {
        if (key == null || !isReal() || isFull()) {
            return;
        }
        if (used >= slots.length / 2) {
            grow();
        }
        long hash = hash(kind, key);
        int place = place(hash);
        if (slots[place] == 0) {
            slots[place] = hash;
            used++;
        }
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

    /** FNV-1a over characters, mixed once more, and never 0: of a million keys, two share a hash once in ten million runs. */
    private static long hash(String kind, String key) {
        String text = kind + key.toLowerCase(Locale.ROOT);
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        hash = (hash ^ hash >>> 32) * 0xd6e8feb86659fd93L;
        hash ^= hash >>> 32;
        return hash == 0 ? 1 : hash;
    }
}
