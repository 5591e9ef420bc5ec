package org.millrace.bulk.password.model;

import java.util.Map;

/**
 * A hash in the terms of one of Keycloak's own password hash providers.
 *
 * @param algorithm the provider's id
 * @param parameters {@code credentialData.additionalParameters}
 */
public record KeycloakHash(
        String algorithm, int iterations, Map<String, String> parameters, byte[] value, byte[] salt) {
    /** Names the algorithm only. */
    @Override
    public String toString() {
        return "KeycloakHash[algorithm=" + algorithm + "]";
    }
}
