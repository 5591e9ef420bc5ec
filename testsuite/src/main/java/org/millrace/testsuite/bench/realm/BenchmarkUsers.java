package org.millrace.testsuite.bench.realm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.millrace.testsuite.data.GeneratedUsers;
import org.millrace.testsuite.data.HashedPassword;

/**
 * The users of every cell: the plain generated ones with a random number in front of their names. Names in ascending order would
 * always touch the same few index pages, which favours the writer of the rows. Immutable.
 */
public final class BenchmarkUsers {
    private static final long SEED = 2;

    private final GeneratedUsers plain = GeneratedUsers.plain(SEED, HashedPassword.of("benchmark", SEED));

    /** User <i>n</i> as a {@code UserRepresentation}, new for each caller. */
    public ObjectNode user(int number) {
        String prefix = prefix(number);
        ObjectNode user = plain.user(number);
        return user.put("username", prefix + user.path("username").asText())
                .put("email", prefix + user.path("email").asText());
    }

    /** Users 0 to {@code count - 1}, one JSON object with a line feed each, in UTF-8. */
    public List<byte[]> lines(int count) {
        return lines(0, count);
    }

    /** Users {@code first} to {@code first + count - 1}, one JSON object with a line feed each, in UTF-8. */
    public List<byte[]> lines(int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(number -> (user(number) + "\n").getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    /** The same users, each with another value of one attribute and nothing else to say. */
    public List<byte[]> changedLines(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> {
                    ObjectNode changed = user(number).retain("username");
                    changed.putObject("attributes").putArray("customerNumber").add("changed-" + number);
                    return (changed + "\n").getBytes(StandardCharsets.UTF_8);
                })
                .toList();
    }

    /** As many users with the same names and nothing else. */
    public List<byte[]> bareLines(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> (bareUser(number) + "\n").getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    /** User <i>n</i> with its name and nothing else. */
    public ObjectNode bareUser(int number) {
        return user(number).retain("username");
    }

    /** Eight random hexadecimal digits and a dash: always the same for a number. */
    public static String prefix(int number) {
        return "%08x-".formatted(new SplittableRandom(SEED + number).nextInt());
    }
}
