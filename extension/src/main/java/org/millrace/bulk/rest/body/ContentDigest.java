package org.millrace.bulk.rest.body;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.millrace.server.problem.Problem;

/**
 * Digests of a body's encoded bytes, from the header {@code Content-Digest}. Unknown algorithms and broken ones such as MD5 are
 * ignored. For one thread.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9530">RFC 9530</a>
 */
public final class ContentDigest {
    /** The header's name, RFC 9530. */
    public static final String HEADER = "Content-Digest";

    private static final Map<String, String> ALGORITHMS = Map.of("sha-256", "SHA-256", "sha-512", "SHA-512");
    private static final Pattern MEMBER = Pattern.compile("\\s*([a-z][a-z0-9_.*-]*)=:([A-Za-z0-9+/]*={0,2}):\\s*");

    private record Expected(MessageDigest digest, byte[] value) {}

    private final List<Expected> expected;

    private ContentDigest(List<Expected> expected) {
        this.expected = expected;
    }

    /**
     * Reads the header.
     *
     * @param values of all headers with the name, may be none
     * @throws RejectedBodyException with a problem of status 400 if the header violates the standard
     */
    public static ContentDigest of(List<String> values) throws RejectedBodyException {
        Map<String, Expected> expected = new LinkedHashMap<>();
        for (String value : values) {
            for (String member : value.split(",", -1)) {
                Matcher matcher = MEMBER.matcher(member);
                if (!matcher.matches()) {
                    throw new RejectedBodyException(new Problem(
                            400,
                            "invalid-digest",
                            "The header Content-Digest cannot be read",
                            "Expected, for example, sha-256=:…: with Base64 between the colons"));
                }
                String algorithm = ALGORITHMS.get(matcher.group(1));
                if (algorithm != null) {
                    // Of several with one name the last one counts (RFC 8941).
                    expected.put(algorithm, new Expected(digest(algorithm), bytes(matcher.group(2))));
                }
            }
        }
        return new ContentDigest(List.copyOf(expected.values()));
    }

    private static byte[] bytes(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            // No digest is equal to it.
            return new byte[0];
        }
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has " + algorithm, e);
        }
    }

    /** The body, whose bytes are counted in as they are read. */
    public InputStream of(InputStream body) {
        InputStream counted = body;
        for (Expected each : expected) {
            counted = new DigestInputStream(counted, each.digest());
        }
        return counted;
    }

    /** Reads the remaining body, and verifies the digest of all of it. */
    public void check(InputStream body) throws IOException {
        body.transferTo(OutputStream.nullOutputStream());
        for (Expected each : expected) {
            if (!MessageDigest.isEqual(each.digest().digest(), each.value())) {
                throw new RejectedBodyException(new Problem(
                        400,
                        "digest-mismatch",
                        "The body does not match Content-Digest",
                        "The body was changed or truncated in transit; send it again"));
            }
        }
    }
}
