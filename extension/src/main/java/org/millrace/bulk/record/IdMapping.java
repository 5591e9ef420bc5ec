package org.millrace.bulk.record;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The ids that an import gives to its records: those of the records, or new ones. A new id depends on nothing but the old one and the
 * import's seed, so that every chunk, part and node of an import maps alike. Immutable.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562#name-uuid-version-8">RFC 9562, UUID version 8</a>
 */
public final class IdMapping {
    /** Uses the ids of the records. */
    public static final IdMapping KEEP = new IdMapping(null, 0);

    private static final int UUID_BYTES = 16;

    private final @Nullable String seed;
    private final long startedMillis;

    private IdMapping(@Nullable String seed, long startedMillis) {
        this.seed = seed;
        this.startedMillis = startedMillis;
    }

    /**
     * Gives new ids.
     *
     * @param seed of one import, random and the same on every node
     * @param startedMillis when the import or job was started, in milliseconds since the epoch
     */
    public static IdMapping seeded(String seed, long startedMillis) {
        return new IdMapping(seed, startedMillis);
    }

    /** Whether records keep their ids. */
    public boolean isKeeping() {
        return seed == null;
    }

    /**
     * Whether the id of an entity may be replaced: new ids are for what this import may have created.
     *
     * @param createdMillis when the entity was created, in milliseconds since the epoch; null if that is not known
     */
    public boolean mayReplaceIdOf(@Nullable Long createdMillis) {
        return isKeeping() || createdMillis != null && createdMillis >= startedMillis;
    }

    /** The new id for an id in the records; null for null. */
    public @Nullable String map(@Nullable String id) {
        return id == null ? null : of(id);
    }

    /** The new id for an id in the records. */
    public String of(String id) {
        if (seed == null || id.isBlank()) {
            return id;
        }
        byte[] hash = sha256(seed + '\0' + id);
        hash[6] = (byte) (hash[6] & 0x0F | 0x80);
        hash[8] = (byte) (hash[8] & 0x3F | 0x80);
        ByteBuffer bytes = ByteBuffer.wrap(Arrays.copyOf(hash, UUID_BYTES));
        return new UUID(bytes.getLong(), bytes.getLong()).toString();
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
