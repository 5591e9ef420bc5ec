package org.millrace.bulk.password.model;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.millrace.bulk.record.user.HashRecord;

/** A notation of password hashes. Implementations have no state and may be used by any thread. */
public interface HashFormat {
    /** Lower-case with hyphens; the value of {@code hash.format}. */
    String id();

    /** The format and the systems that use it, for the list of formats. */
    String description();

    /** Whether a text describes itself as of this format, by its prefix. */
    boolean recognises(String hash);

    /**
     * Parses a hash and checks it completely, except for its cost.
     *
     * @throws InvalidHashException if the hash is malformed or of an unsupported variant; the message repeats no part of the hash
     */
    PasswordHash parse(HashRecord hash);

    /** One hash for each notation, all of the password {@code correct horse}. */
    List<HashRecord> examples();

    /** Parameters of a hash with an explicit format, with their descriptions. */
    default Map<String, String> parameters() {
        return Map.of();
    }

    /** The limits that apply. */
    default Set<HashLimits.Limit> limits() {
        return Set.of();
    }
}
