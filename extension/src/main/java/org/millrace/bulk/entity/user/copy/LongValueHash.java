package org.millrace.bulk.entity.user.copy;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Locale;

/** The hashes by which Keycloak finds attribute values that are too long for an index: SHA-512, as given and in lower case. */
final class LongValueHash {
    private LongValueHash() {}

    static byte[] of(String value) {
        try {
            return MessageDigest.getInstance("SHA-512").digest(value.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-512", e);
        }
    }

    static byte[] ofLowerCase(String value) {
        return of(value.toLowerCase(Locale.ENGLISH));
    }
}
