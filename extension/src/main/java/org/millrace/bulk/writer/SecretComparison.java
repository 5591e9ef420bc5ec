package org.millrace.bulk.writer;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Set;
import org.keycloak.models.credential.OTPCredentialModel;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.keycloak.models.credential.WebAuthnCredentialModel;
import org.keycloak.util.JsonSerialization;
import org.millrace.bulk.writer.UserState.StoredCredential;

/**
 * Whether an import may show that a secret in stored form equals the stored one, by the outcome {@code unchanged}. That must not help
 * a caller who guesses: it is allowed only where the stored form holds so much that is random that nobody can send it who has not
 * read it. Other secrets are always set.
 */
final class SecretComparison {
    /** 8 random bytes, in Base64 without padding. Keycloak's own salts have 16 bytes. */
    private static final int MIN_SALT_LENGTH = 11;

    /** 80 bits in Base32, the shortest secret that authenticator applications use. */
    private static final int MIN_OTP_SECRET_LENGTH = 16;

    /** Security keys keep a public key, and no secret. */
    private static final Set<String> PUBLIC =
            Set.of(WebAuthnCredentialModel.TYPE_TWOFACTOR, WebAuthnCredentialModel.TYPE_PASSWORDLESS);

    private SecretComparison() {}

    static boolean isSafe(StoredCredential credential) {
        if (PUBLIC.contains(credential.type())) {
            return true;
        }
        return switch (credential.type()) {
            case PasswordCredentialModel.TYPE ->
                text(credential, "salt").length() >= MIN_SALT_LENGTH || hasSaltInside(text(credential, "value"));
            case OTPCredentialModel.TYPE -> text(credential, "value").length() >= MIN_OTP_SECRET_LENGTH;
            default -> false;
        };
    }

    /** The strings of bcrypt and Argon2 always have a salt. */
    private static boolean hasSaltInside(String hash) {
        return hash.startsWith("$2") || hash.startsWith("$argon2");
    }

    private static String text(StoredCredential credential, String field) {
        try {
            JsonNode secret = JsonSerialization.mapper.readTree(String.valueOf(credential.secretData()));
            return secret.path(field).asText("");
        } catch (IOException e) {
            // Jackson's message quotes the secret. What cannot be read is set.
            return "";
        }
    }
}
