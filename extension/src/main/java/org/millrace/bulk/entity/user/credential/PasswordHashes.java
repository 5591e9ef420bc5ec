package org.millrace.bulk.entity.user.credential;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.credential.hash.Pbkdf2PasswordHashProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.credential.dto.PasswordCredentialData;
import org.keycloak.models.credential.dto.PasswordSecretData;
import org.keycloak.util.JsonSerialization;
import org.millrace.bulk.password.ForeignPasswords;
import org.millrace.bulk.password.PasswordSettings;
import org.millrace.bulk.password.model.HashLimits;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.record.field.Violation;

/**
 * Whether the server could ever verify a password against a stored hash. It reads parameters at each login and fails then if
 * one is missing, and it compares hashes as text: what cannot match is found here, not by the user. For one session and its
 * thread.
 */
final class PasswordHashes {
    /** An import has a few sets of hash parameters, not one a user; beyond that, nothing is gained by remembering. */
    private static final int MAX_REMEMBERED = 256;

    /** Longer texts are no valid parameters, and would exhaust the memory. */
    private static final int MAX_REMEMBERED_LENGTH = 1_000;

    /** Seven times OWASP's recommendation for the weakest PBKDF2 in 2025; more would take seconds for each login. */
    private static final int MAX_PBKDF2_ITERATIONS = 10_000_000;

    private static final String ARGON2 = "argon2";
    private static final Set<String> ARGON2_TYPES = Set.of("id", "i", "d");
    private static final Set<String> ARGON2_VERSIONS = Set.of("1.0", "1.3");
    private static final int MAX_ARGON2_ITERATIONS = 10_000;
    /** RFC 9106, section 3.1. */
    private static final int MIN_ARGON2_HASH_BYTES = 4;

    private static final int MAX_ARGON2_HASH_BYTES = 1024;
    private static final int MAX_ARGON2_LANES = 255;
    private static final int MIN_ARGON2_KIBIBYTES_A_LANE = 8;
    /** 2 GiB, the most that RFC 9106 recommends. */
    private static final int MAX_ARGON2_KIBIBYTES = 2 * 1024 * 1024;

    private static final long KIBIBYTES_A_MEBIBYTE = 1024;

    private final KeycloakSession session;
    private final ForeignPasswords foreign;
    private final HashLimits limits = PasswordSettings.configured().limits();
    private final Map<String, Parameters> remembered = new HashMap<>();

    PasswordHashes(KeycloakSession session) {
        this.session = session;
        this.foreign = new ForeignPasswords(session);
    }

    /** How a hash was made. */
    private sealed interface Parameters {
        record Faulty(String code, String detail) implements Parameters {}

        /** @param bytes of a hash; 0 if they may differ */
        record BuiltIn(int bytes) implements Parameters {}

        /** Parameters of a third-party algorithm: only its provider can interpret them. */
        record Foreign(String algorithm) implements Parameters {}
    }

    /** The problem of a stored password, without any part of it. */
    Optional<Violation> fault(String field, String credentialData, String secretData) {
        Parameters parameters = remembered.get(credentialData);
        if (parameters == null) {
            parameters = parameters(credentialData);
            if (remembered.size() < MAX_REMEMBERED && credentialData.length() <= MAX_REMEMBERED_LENGTH) {
                remembered.put(credentialData, parameters);
            }
        }
        if (parameters instanceof Parameters.Faulty faulty) {
            return Optional.of(Violation.of(faulty.code(), field + ".credentialData", faulty.detail()));
        }
        if (parameters instanceof Parameters.Foreign provided) {
            Optional<Violation> fault = foreign.fault(provided.algorithm(), credentialData, secretData, field);
            if (fault.isPresent()) {
                return fault;
            }
        }
        int bytes = parameters instanceof Parameters.BuiltIn builtIn ? builtIn.bytes() : -1;
        return secretFault(secretData, bytes)
                .map(detail -> Violation.of("invalid-credential", field + ".secretData", detail));
    }

    private Parameters parameters(String credentialData) {
        PasswordCredentialData data;
        try {
            data = JsonSerialization.readValue(credentialData, PasswordCredentialData.class);
        } catch (IOException | IllegalArgumentException e) {
            return new Parameters.Faulty("invalid-credential", "Not the stored form of a password");
        }
        if (data != null && data.getAlgorithm() != null && ForeignPasswords.isVerifiedByEndpoint(data.getAlgorithm())) {
            return new Parameters.Foreign(data.getAlgorithm());
        }
        PasswordHashProvider provider = data == null || data.getAlgorithm() == null
                ? null
                : session.getProvider(PasswordHashProvider.class, data.getAlgorithm());
        if (provider == null) {
            return new Parameters.Faulty(
                    "unknown-hash-algorithm", "No password hash provider of the server supports this algorithm");
        }
        try {
            if (provider instanceof Pbkdf2PasswordHashProvider) {
                return pbkdf2(data);
            }
            return ARGON2.equals(data.getAlgorithm()) ? argon2(data) : new Parameters.Foreign(data.getAlgorithm());
        } catch (InvalidHashException e) {
            return new Parameters.Faulty(e.code(), String.valueOf(e.getMessage()));
        }
    }

    private Parameters pbkdf2(PasswordCredentialData data) {
        int iterations = data.getHashIterations();
        if (!isBetween(iterations, 1, MAX_PBKDF2_ITERATIONS)) {
            return faulty("hashIterations", 1, MAX_PBKDF2_ITERATIONS);
        }
        limits.check(HashLimits.Limit.ITERATIONS, iterations, "The number of iterations of PBKDF2");
        return new Parameters.BuiltIn(0);
    }

    private Parameters argon2(PasswordCredentialData data) {
        if (!isBetween(data.getHashIterations(), 1, MAX_ARGON2_ITERATIONS)) {
            return faulty("hashIterations", 1, MAX_ARGON2_ITERATIONS);
        }
        if (!ARGON2_TYPES.contains(parameter(data, "type"))) {
            return new Parameters.Faulty("invalid-credential", "Parameter type must be id, i or d");
        }
        if (!ARGON2_VERSIONS.contains(parameter(data, "version"))) {
            return new Parameters.Faulty("invalid-credential", "Parameter version must be 1.3 or 1.0");
        }
        int lanes = number(data, "parallelism");
        if (!isBetween(lanes, 1, MAX_ARGON2_LANES)) {
            return faulty("parallelism", 1, MAX_ARGON2_LANES);
        }
        int leastMemory = MIN_ARGON2_KIBIBYTES_A_LANE * lanes;
        if (!isBetween(number(data, "memory"), leastMemory, MAX_ARGON2_KIBIBYTES)) {
            return faulty("memory", leastMemory, MAX_ARGON2_KIBIBYTES);
        }
        long mebibytes = (number(data, "memory") + KIBIBYTES_A_MEBIBYTE - 1) / KIBIBYTES_A_MEBIBYTE;
        limits.check(HashLimits.Limit.MEMORY, mebibytes, "The memory of Argon2 in MiB");
        limits.check(
                HashLimits.Limit.WORK,
                mebibytes * data.getHashIterations(),
                "Memory in MiB times iterations of Argon2");
        int bytes = number(data, "hashLength");
        return isBetween(bytes, MIN_ARGON2_HASH_BYTES, MAX_ARGON2_HASH_BYTES)
                ? new Parameters.BuiltIn(bytes)
                : faulty("hashLength", MIN_ARGON2_HASH_BYTES, MAX_ARGON2_HASH_BYTES);
    }

    private static String parameter(PasswordCredentialData data, String name) {
        return String.valueOf(data.getAdditionalParameters().getFirst(name));
    }

    /** -1 for a text that is no number, which the server would fail to read. */
    private static int number(PasswordCredentialData data, String name) {
        try {
            return Integer.parseInt(parameter(data, name));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private static Parameters faulty(String parameter, int least, int greatest) {
        String detail = "Parameter " + parameter + " must be a whole number from " + least + " to " + greatest;
        return new Parameters.Faulty("invalid-credential", detail);
    }

    private static boolean isBetween(int number, int least, int greatest) {
        return number >= least && number <= greatest;
    }

    /** @param bytes of the hash; 0 if it may have any length, negative if its form is not known */
    private static Optional<String> secretFault(String secretData, int bytes) {
        Secret secret;
        try {
            secret = Secret.read(secretData);
        } catch (IOException | IllegalArgumentException e) {
            // Jackson's message quotes the secret, so nothing of it is passed on.
            return Optional.of("Not the stored form of a password");
        }
        if (bytes < 0) {
            return secret.value().isEmpty() ? Optional.of("Not the stored form of a password") : Optional.empty();
        }
        int length = canonicalLength(secret.value());
        if (length <= 0) {
            return Optional.of("value must be a hash in Base64, with padding and without line breaks");
        }
        if (bytes > 0 && length != bytes) {
            return Optional.of("value does not have the length of parameter hashLength");
        }
        return Base64Text.isReadable(secret.salt())
                ? Optional.empty()
                : Optional.of("salt must be Base64 and not empty");
    }

    /** What a hash is compared with. An absent text is empty. */
    private record Secret(String value, String salt) {
        static Secret read(String secretData) throws IOException {
            Optional<Secret> plain = readPlain(secretData);
            if (plain.isPresent()) {
                return plain.get();
            }
            // Something that Keycloak may know and we do not.
            JsonNode secret = JsonSerialization.mapper.valueToTree(
                    JsonSerialization.readValue(secretData, PasswordSecretData.class));
            return new Secret(
                    secret.path("value").asText(""), secret.path("salt").asText(""));
        }

        /** Empty unless it is an object with both texts and no unknown field. Faster than Jackson's data binding, for each user. */
        private static Optional<Secret> readPlain(String secretData) throws IOException {
            try (JsonParser json = JsonSerialization.mapper.getFactory().createParser(secretData)) {
                String value = null;
                String salt = null;
                boolean known = json.nextToken() == JsonToken.START_OBJECT;
                for (String field = json.nextFieldName(); known && field != null; field = json.nextFieldName()) {
                    JsonToken token = json.nextToken();
                    switch (field) {
                        case "value" -> value = token == JsonToken.VALUE_STRING ? json.getText() : null;
                        case "salt" -> salt = token == JsonToken.VALUE_STRING ? json.getText() : null;
                        case "additionalParameters" -> json.skipChildren();
                        default -> known = false;
                    }
                    known &= token == JsonToken.VALUE_STRING || field.equals("additionalParameters");
                }
                known &= json.currentToken() == JsonToken.END_OBJECT;
                return known && value != null && salt != null ? Optional.of(new Secret(value, salt)) : Optional.empty();
            }
        }

        @Override
        public String toString() {
            return "Secret";
        }
    }

    /** How many bytes a text encodes, or -1 if an encoder would have written them in another way. */
    private static int canonicalLength(String value) {
        try {
            byte[] bytes = Base64.getDecoder().decode(value);
            return Base64.getEncoder().encodeToString(bytes).equals(value) ? bytes.length : -1;
        } catch (IllegalArgumentException e) {
            return -1;
        }
    }
}
