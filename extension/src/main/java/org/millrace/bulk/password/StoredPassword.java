package org.millrace.bulk.password;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.password.model.KeycloakHash;
import org.millrace.bulk.password.model.PasswordHash;
import org.millrace.bulk.record.user.HashRecord;

/** A password credential as Keycloak stores it. Neither field is for logs. */
public record StoredPassword(String credentialData, String secretData) {
    /** The beginning of all algorithms that this package verifies. */
    public static final String ALGORITHM_PREFIX = "millrace-";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ALGORITHM = "algorithm";
    private static final String PARAMETERS = "additionalParameters";
    private static final String VALUE = "value";
    private static final String SALT = "salt";

    static StoredPassword of(PasswordHash hash) {
        HashRecord stored = hash.stored();
        return of(
                hash.iterations(),
                ALGORITHM_PREFIX + stored.format(),
                stored.parameters(),
                stored.value(),
                stored.salt() == null ? null : stored.salt().getBytes(StandardCharsets.UTF_8));
    }

    static StoredPassword of(KeycloakHash hash) {
        return of(
                hash.iterations(),
                hash.algorithm(),
                hash.parameters(),
                Base64.getEncoder().encodeToString(hash.value()),
                hash.salt());
    }

    static StoredPassword of(
            int iterations, String algorithm, Map<String, String> parameters, String value, byte @Nullable [] salt) {
        ObjectNode data = JSON.createObjectNode();
        data.put("hashIterations", iterations).put(ALGORITHM, algorithm);
        ObjectNode additional = data.putObject(PARAMETERS);
        new TreeMap<>(parameters)
                .forEach((name, text) -> additional.putArray(name).add(text));
        ObjectNode secret = JSON.createObjectNode();
        secret.put(VALUE, value);
        if (salt != null) {
            secret.put(SALT, Base64.getEncoder().encodeToString(salt));
        }
        secret.putObject(PARAMETERS);
        return new StoredPassword(data.toString(), secret.toString());
    }

    /** Whether this package verifies the credential. */
    static boolean isForeign(String algorithm) {
        return algorithm.startsWith(ALGORITHM_PREFIX);
    }

    /**
     * The hash in the terms of its format.
     *
     * @throws InvalidHashException if the fields are not what {@link #of(PasswordHash)} writes
     */
    HashRecord hash() {
        try {
            JsonNode data = JSON.readTree(credentialData);
            JsonNode secret = JSON.readTree(secretData);
            String algorithm = data.path(ALGORITHM).asText("");
            if (!isForeign(algorithm) || !secret.path(VALUE).isTextual()) {
                throw InvalidHashException.malformed("Not the stored form of an imported password");
            }
            Map<String, String> parameters = new HashMap<>();
            data.path(PARAMETERS)
                    .properties()
                    .forEach(each -> parameters.put(
                            each.getKey(), each.getValue().path(0).asText("")));
            return new HashRecord(
                    algorithm.substring(ALGORITHM_PREFIX.length()),
                    secret.path(VALUE).asText(),
                    salt(secret.path(SALT)).orElse(null),
                    parameters);
        } catch (JsonProcessingException | IllegalArgumentException e) {
            // Messages of JSON and Base64 parsers quote their input.
            throw e instanceof InvalidHashException invalid
                    ? invalid
                    : InvalidHashException.malformed("Not the stored form of an imported password");
        }
    }

    private static Optional<String> salt(JsonNode salt) {
        return salt.isTextual()
                ? Optional.of(new String(Base64.getDecoder().decode(salt.asText()), StandardCharsets.UTF_8))
                : Optional.empty();
    }

    /** Names nothing: the fields are secrets. */
    @Override
    public String toString() {
        return "StoredPassword[]";
    }
}
