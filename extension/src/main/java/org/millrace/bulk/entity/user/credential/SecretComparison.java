package org.millrace.bulk.entity.user.credential;

import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.credential.OTPCredentialModel;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.keycloak.models.credential.WebAuthnCredentialModel;
import org.keycloak.util.JsonSerialization;
import org.millrace.bulk.entity.user.state.UserState.StoredCredential;

/**
 * Whether an import may show that a secret in stored form equals the stored one, by the outcome {@code unchanged}. The outcome
 * must not help a caller who guesses, so it is allowed only for stored forms with enough random bits (for example a salt). Other
 * secrets are always written.
 */
final class SecretComparison {
    /** 8 random bytes, in Base64 without padding. Keycloak's own salts have 16 bytes. */
    private static final int MIN_SALT_LENGTH = 11;

    /** 80 bits in Base32, the shortest secret that authenticator applications use. */
    private static final int MIN_OTP_SECRET_LENGTH = 16;

    /** Security keys keep a public key, and no secret. */
    private static final Set<String> PUBLIC =
            Set.of(WebAuthnCredentialModel.TYPE_TWOFACTOR, WebAuthnCredentialModel.TYPE_PASSWORDLESS);

    /** Before the name of an algorithm that only imported passwords have. */
    private static final String IMPORTED = "millrace-";

    private static final Set<String> RANDOM = Set.of("bcrypt", "argon2", "scrypt");

    private SecretComparison() {}

    static boolean isSafe(StoredCredential credential) {
        if (PUBLIC.contains(credential.type())) {
            return true;
        }
        return switch (credential.type()) {
            case PasswordCredentialModel.TYPE ->
                hasRandomSalt(credential)
                        && (text(credential, "salt").length() >= MIN_SALT_LENGTH
                                || hasSaltInside(text(credential, "value")));
            case OTPCredentialModel.TYPE -> text(credential, "value").length() >= MIN_OTP_SECRET_LENGTH;
            default -> false;
        };
    }

    /**
     * Whether the salt of the algorithm is random. Salts of Keycloak's own algorithms and of bcrypt, Argon2 and scrypt are; other systems'
     * digests may be salted with a user name.
     */
    private static boolean hasRandomSalt(StoredCredential credential) {
        String algorithm = field(credential.credentialData(), "algorithm");
        return !algorithm.startsWith(IMPORTED) || RANDOM.contains(algorithm.substring(IMPORTED.length()));
    }

    /** The strings of bcrypt and Argon2 always have a salt. */
    private static boolean hasSaltInside(String hash) {
        return hash.startsWith("$2") || hash.startsWith("$argon2");
    }

    private static String text(StoredCredential credential, String field) {
        return field(credential.secretData(), field);
    }

    private static String field(@Nullable String json, String field) {
        try {
            return JsonSerialization.mapper
                    .readTree(String.valueOf(json))
                    .path(field)
                    .asText("");
        } catch (IOException e) {
            // Jackson's message quotes the secret. What cannot be read is set.
            return "";
        }
    }
}
