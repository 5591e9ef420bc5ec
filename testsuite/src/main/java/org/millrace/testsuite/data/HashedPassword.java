package org.millrace.testsuite.data;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.SplittableRandom;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * A password that has been hashed elsewhere, as Keycloak's export files carry it: {@code pbkdf2-sha512} with the
 * iterations and the key length of Keycloak's own provider, computed by the JDK. One hash takes about a fifth of a second,
 * so all users of a run share one. Immutable.
 */
public final class HashedPassword {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int ITERATIONS = 210_000;
    private static final int KEY_BITS = 512;
    private static final int SALT_BYTES = 16;

    private final ObjectNode credential;

    private HashedPassword(ObjectNode credential) {
        this.credential = credential;
    }

    /** @param seed of the salt: the same seed gives the same hash */
    public static HashedPassword of(String password, long seed) {
        byte[] salt = new byte[SALT_BYTES];
        new SplittableRandom(seed).nextBytes(salt);
        Base64.Encoder base64 = Base64.getEncoder();
        ObjectNode secret = JSON.createObjectNode()
                .put("value", base64.encodeToString(pbkdf2(password, salt)))
                .put("salt", base64.encodeToString(salt));
        ObjectNode data =
                JSON.createObjectNode().put("hashIterations", ITERATIONS).put("algorithm", "pbkdf2-sha512");
        return new HashedPassword(JSON.createObjectNode()
                .put("type", "password")
                .put("secretData", secret.toString())
                .put("credentialData", data.toString()));
    }

    /** A {@code CredentialRepresentation}, new for each caller. */
    public JsonNode credential() {
        return credential.deepCopy();
    }

    private static byte[] pbkdf2(String password, byte[] salt) {
        try {
            PBEKeySpec spec = new PBEKeySpec(password.toCharArray(), salt, ITERATIONS, KEY_BITS);
            return SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512")
                    .generateSecret(spec)
                    .getEncoded();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has PBKDF2WithHmacSHA512", e);
        }
    }

    @Override
    public String toString() {
        return "a hashed password";
    }
}
