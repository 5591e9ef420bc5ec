package org.millrace.bulk.password;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.format.parser.HashJson;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.field.Characters;
import org.millrace.bulk.record.user.HashRecord;

/** Tries passwords on hashes without storing either. */
public final class PasswordCheck {
    /** The most pairs of one check. */
    public static final int MAX_PAIRS = 100;

    /** Hashes can be expensive by design; hashes that were not verified within this time are reported as such. */
    private static final Duration TIME_LIMIT = Duration.ofSeconds(60);

    private final List<Pair> pairs;

    private PasswordCheck(List<Pair> pairs) {
        this.pairs = pairs;
    }

    /** A hash and the password that is expected to match it. */
    private record Pair(HashRecord hash, String password) {
        @Override
        public String toString() {
            return hash.toString();
        }
    }

    /**
     * What came of one pair.
     *
     * @param format the id of the format; null if it was not recognised
     * @param code the code of the problem; null if there is none
     */
    public record Result(
            @Nullable String format,
            boolean matches,
            @Nullable String code,
            @Nullable String detail) {}

    /**
     * Reads a list of objects with {@code hash} and {@code password}.
     *
     * @throws IllegalArgumentException if it is something else or too long; the message repeats no part of it
     */
    public static PasswordCheck of(JsonNode list) {
        if (!list.isArray() || list.size() > MAX_PAIRS) {
            throw new IllegalArgumentException(
                    "Expected a list of at most " + MAX_PAIRS + " objects with hash and password");
        }
        List<Pair> pairs = new ArrayList<>(list.size());
        for (JsonNode pair : list) {
            if (pair.size() != 2 || !pair.has("hash") || !pair.path("password").isTextual()) {
                throw new IllegalArgumentException("Each object must have exactly the fields hash and password");
            }
            if (pair.path("password").asText().length() > PasswordHash.MAX_PASSWORD_BYTES) {
                throw new IllegalArgumentException(
                        "A password has more than " + PasswordHash.MAX_PASSWORD_BYTES + " characters");
            }
            if (!Characters.arePaired(pair.path("password").asText())) {
                throw new IllegalArgumentException("A password contains an unpaired surrogate");
            }
            pairs.add(new Pair(
                    HashJson.of(pair.path("hash")), pair.path("password").asText()));
        }
        return new PasswordCheck(pairs);
    }

    /** The number of pairs. */
    public int size() {
        return pairs.size();
    }

    /** Verifies all pairs, one after the other. */
    public List<Result> run(ForeignPasswords passwords) {
        long start = System.nanoTime();
        List<Result> results = new ArrayList<>(pairs.size());
        for (Pair pair : pairs) {
            results.add(
                    System.nanoTime() - start > TIME_LIMIT.toNanos()
                            ? new Result(
                                    null,
                                    false,
                                    "check-timed-out",
                                    "The check took longer than " + TIME_LIMIT.toSeconds()
                                            + " seconds; send fewer pairs")
                            : run(pair, passwords));
        }
        return results;
    }

    private static Result run(Pair pair, ForeignPasswords passwords) {
        String format = null;
        if (LegacyPassword.isNamedBy(pair.hash())) {
            return new Result(
                    LegacyPassword.FORMAT,
                    false,
                    "endpoint-not-called",
                    "A check does not call password endpoints; only logins do");
        }
        try {
            HashFormats.Parsed parsed = HashFormats.parse(pair.hash());
            format = parsed.format().id();
            passwords.check(parsed.hash());
            return new Result(format, passwords.matches(parsed.hash(), pair.password()), null, null);
        } catch (InvalidHashException e) {
            return new Result(format, false, e.code(), e.getMessage());
        }
    }

    /** Results as the API writes them. */
    public static ArrayNode json(List<Result> results) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (Result result : results) {
            ObjectNode each = list.addObject();
            each.put("format", result.format()).put("matches", result.matches());
            if (result.code() != null) {
                each.putObject("problem").put("code", result.code()).put("detail", result.detail());
            }
        }
        return list;
    }
}
