package org.millrace.bulk.undo;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/** The first 128 bits of the SHA-256 digest of an entity's state, in Base64. */
public final class Fingerprint {
    private static final int BYTES = 16;
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();

    private Fingerprint() {}

    /** The fingerprint of a state. */
    public static String of(String state) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(state.getBytes(StandardCharsets.UTF_8));
            return BASE64.encodeToString(Arrays.copyOf(digest, BYTES));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime supports SHA-256", e);
        }
    }
}
