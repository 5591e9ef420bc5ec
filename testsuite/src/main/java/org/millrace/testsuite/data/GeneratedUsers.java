package org.millrace.testsuite.data;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Users by number: user <i>n</i> of a seed is always the same, on every machine and in any order of calls, and no two users of
 * one seed share a name or an email address. Nothing is kept in memory, so a file of any length can be streamed. Immutable and
 * thread-safe.
 *
 * <p>A plain user has an email address, first and last name, two attributes, a prehashed password, one group and one realm role
 * in addition to the default one. Further {@linkplain Trait traits} are drawn for each user.
 */
public final class GeneratedUsers {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String[] MAIL_DOMAINS = {
        "example.com", "example.org", "example.net", "mail.example.org", "post.example.net"
    };
    /** Odd, so that neighbouring numbers start generators that have nothing in common. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final long seed;
    private final HashedPassword password;
    private final EnumSet<Trait> traits;

    private GeneratedUsers(long seed, HashedPassword password, Set<Trait> traits) {
        this.seed = seed;
        this.password = password;
        this.traits = traits.isEmpty() ? EnumSet.noneOf(Trait.class) : EnumSet.copyOf(traits);
    }

    /** Users who all have the same fields. */
    public static GeneratedUsers plain(long seed, HashedPassword password) {
        return new GeneratedUsers(seed, password, Set.of());
    }

    /** Users of whom each has each trait with a chance of one in four. */
    public static GeneratedUsers varied(long seed, HashedPassword password) {
        return new GeneratedUsers(seed, password, EnumSet.allOf(Trait.class));
    }

    /** The same with only these traits to draw. */
    public GeneratedUsers with(Set<Trait> only) {
        return new GeneratedUsers(seed, password, only);
    }

    /** User <i>n</i> as a {@code UserRepresentation}, new for each caller. */
    public ObjectNode user(long number) {
        SplittableRandom random = new SplittableRandom(seed + number * SPREAD);
        Names.Person person = Names.next(random);
        String username = person.given().ascii() + "." + person.family().ascii() + number;
        ObjectNode user = JSON.createObjectNode()
                .put("username", username)
                .put("email", username + "@" + MAIL_DOMAINS[random.nextInt(MAIL_DOMAINS.length)])
                .put("emailVerified", true)
                .put("enabled", true)
                .put("firstName", person.given().written())
                .put("lastName", person.family().written());
        ObjectNode attributes = user.putObject("attributes");
        attributes.putArray("country").add(person.country());
        attributes.putArray("customerNumber").add("C-%09d".formatted(number));
        user.putArray("credentials").add(password.credential());
        user.putArray("groups").add(SampleRealm.GROUP);
        user.putArray("realmRoles").add(SampleRealm.ROLE);
        for (Trait trait : traits) {
            if (random.nextInt(4) == 0) {
                trait.apply(user, random);
            }
        }
        return user;
    }

    /** The user name of user <i>n</i> as Keycloak keeps it: in lower case. */
    public String username(long number) {
        Names.Person person = Names.next(new SplittableRandom(seed + number * SPREAD));
        return person.given().ascii() + "." + person.family().ascii() + number;
    }

    /** Users 0 to {@code count - 1}, in order. */
    public Stream<ObjectNode> first(long count) {
        return LongStream.range(0, count).mapToObj(this::user);
    }

    /** One line of NDJSON in UTF-8, with the line feed. */
    public byte[] line(long number) {
        try {
            return (JSON.writeValueAsString(user(number)) + "\n").getBytes(StandardCharsets.UTF_8);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree is always writable", e);
        }
    }

    /** Writes users {@code from} to {@code to - 1} as NDJSON. */
    public void write(long from, long to, OutputStream out) throws IOException {
        for (long number = from; number < to; number++) {
            out.write(line(number));
        }
    }
}
