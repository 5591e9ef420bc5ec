package org.millrace.bulk.password.model;

import java.util.EnumMap;
import java.util.Map;

/**
 * Upper bounds for the cost of one password verification, at import and at login. They protect the server from hashes with
 * excessive parameters.
 */
public record HashLimits(Map<Limit, Long> values) {
    /** In MiB: the moderate limit of libsodium. A few concurrent logins still fit into a small heap. */
    private static final long MEMORY_MIB = 256;

    /** One limit, with the name of its setting, its default value and the largest value that can be set. */
    public enum Limit {
        /** Cost of bcrypt, the logarithm of its rounds. 16 takes about four seconds. */
        BCRYPT_COST("max-bcrypt-cost", 16, 4, 31, "Maximum cost of an imported bcrypt hash."),
        /** Rounds of PBKDF2, SHA-crypt, phpass, Drupal and digests. */
        ITERATIONS(
                "max-hash-iterations",
                5_000_000,
                1000,
                Integer.MAX_VALUE,
                "Maximum number of iterations of an imported PBKDF2, SHA-crypt, phpass or digest hash."),
        /** Memory of one Argon2 or scrypt verification, in MiB. */
        MEMORY(
                "max-hash-memory-mib",
                MEMORY_MIB,
                1,
                4096,
                "Memory of one verification of an Argon2 or scrypt hash, in MiB; never more than half of the heap."),
        /** Memory that one Argon2 or scrypt verification passes over, in MiB: memory times iterations (Argon2), times p (scrypt). */
        WORK(
                "max-hash-work-mib",
                16 * MEMORY_MIB,
                1,
                1024 * 1024,
                "Memory in MiB times iterations of an Argon2 hash, or times p of a scrypt hash.");

        private final String setting;
        private final long standard;
        private final long least;
        private final long greatest;
        private final String help;

        Limit(String setting, long standard, long least, long greatest, String help) {
            this.setting = setting;
            this.standard = standard;
            this.least = least;
            this.greatest = greatest;
            this.help = help;
        }

        /** The name of the setting. */
        public String setting() {
            return setting;
        }

        /** The value without a setting. */
        public long standard() {
            return standard;
        }

        /** The smallest value that can be set. */
        public long least() {
            return least;
        }

        /** The largest value that can be set. */
        public long greatest() {
            return greatest;
        }

        /** The meaning, in one sentence. */
        public String help() {
            return help;
        }
    }

    public HashLimits {
        values = Map.copyOf(values);
    }

    /** The limits without any setting. */
    public static HashLimits standard() {
        Map<Limit, Long> values = new EnumMap<>(Limit.class);
        for (Limit limit : Limit.values()) {
            values.put(limit, limit.standard());
        }
        return new HashLimits(values);
    }

    /** The value of a limit. */
    public long of(Limit limit) {
        return values.getOrDefault(limit, limit.standard());
    }

    /**
     * Validates one cost.
     *
     * @param what name of the parameter in the format
     * @throws InvalidHashException if it exceeds the limit
     */
    public void check(Limit limit, long cost, String what) {
        if (cost > of(limit)) {
            throw InvalidHashException.tooExpensive(
                    what + " is " + cost + "; " + limit.setting() + " allows at most " + of(limit));
        }
    }
}
