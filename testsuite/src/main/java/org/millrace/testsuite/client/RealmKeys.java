package org.millrace.testsuite.client;

import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * The keys of all realms that tests create. Keycloak makes two key pairs for a realm that brings none, which takes much of the time of its
 * creation.
 */
final class RealmKeys {
    private static final String PROVIDER = "org.keycloak.keys.KeyProvider";
    private static final String PRIVATE_KEY = privateKey();

    private RealmKeys() {}

    /** Field {@code components} of a {@code RealmRepresentation}: keys of the kinds that a new realm has. */
    static Map<String, Object> components() {
        return Map.of(
                PROVIDER,
                List.of(
                        component("rsa", Map.of("privateKey", List.of(PRIVATE_KEY), "keyUse", List.of("SIG"))),
                        component(
                                "rsa-enc",
                                Map.of(
                                        "privateKey",
                                        List.of(PRIVATE_KEY),
                                        "keyUse",
                                        List.of("ENC"),
                                        "algorithm",
                                        List.of("RSA-OAEP"))),
                        component("hmac-generated", Map.of("algorithm", List.of("HS512"))),
                        component("aes-generated", Map.of())));
    }

    private static Map<String, Object> component(String provider, Map<String, ?> config) {
        return Map.of("name", provider, "providerId", provider, "config", config);
    }

    private static String privateKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return Base64.getEncoder()
                    .encodeToString(generator.generateKeyPair().getPrivate().getEncoded());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has RSA", e);
        }
    }
}
