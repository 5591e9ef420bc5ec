package org.millrace.bulk.password;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.keycloak.credential.CredentialModel;
import org.millrace.bulk.password.endpoint.EndpointSettings;
import org.millrace.bulk.password.model.HashFields;
import org.millrace.bulk.password.model.InvalidHashException;
import org.millrace.bulk.record.user.HashRecord;

/**
 * A password without a known hash: the first login verifies it with another system.
 *
 * @param endpoint the name of a password endpoint of the server's configuration
 * @param account the name of the user in the other system
 */
record LegacyPassword(String endpoint, String account) {
    /** The value of {@code hash.format}. */
    static final String FORMAT = "legacy";
    /** The value of {@code credentialData.algorithm}. */
    static final String ALGORITHM = StoredPassword.ALGORITHM_PREFIX + FORMAT;

    private static final String ENDPOINT = "endpoint";
    private static final int MAX_ACCOUNT = 255;

    /** Whether a record names this format. */
    static boolean isNamedBy(HashRecord hash) {
        return FORMAT.equals(hash.format());
    }

    /**
     * Validates the values of a record.
     *
     * @throws InvalidHashException if the account is missing, or the endpoint is not configured for the realm
     */
    static LegacyPassword of(HashRecord hash, EndpointSettings settings, String realmName) {
        LegacyPassword password = parse(hash);
        EndpointSettings.Endpoint endpoint = settings.endpoints().get(password.endpoint());
        if (endpoint == null || !endpoint.allows(realmName)) {
            throw InvalidHashException.unknownEndpoint(password.endpoint());
        }
        return password;
    }

    /** @throws InvalidHashException if it is malformed */
    private static LegacyPassword parse(HashRecord hash) {
        HashFields fields = new HashFields(hash, List.of(ENDPOINT));
        String endpoint = fields.keyName(ENDPOINT)
                .orElseThrow(() -> InvalidHashException.malformed("Missing parameter " + ENDPOINT));
        if (hash.salt() != null) {
            throw InvalidHashException.malformed("Format " + FORMAT + " has no salt");
        }
        String account = hash.value();
        boolean isText = account.chars().noneMatch(Character::isISOControl);
        if (account.isBlank() || account.length() > MAX_ACCOUNT || !isText) {
            throw InvalidHashException.malformed("The value of format " + FORMAT
                    + " must be the name of the user in the other system, at most " + MAX_ACCOUNT
                    + " characters without control characters");
        }
        return new LegacyPassword(endpoint, account);
    }

    /** The one that a credential holds; empty if the credential is another password. */
    static Optional<LegacyPassword> of(CredentialModel credential) {
        String data = credential.getCredentialData();
        if (data == null || !data.contains(ALGORITHM)) {
            return Optional.empty();
        }
        try {
            HashRecord hash = new StoredPassword(data, credential.getSecretData()).hash();
            return isNamedBy(hash) ? Optional.of(parse(hash)) : Optional.empty();
        } catch (InvalidHashException e) {
            return Optional.empty();
        }
    }

    StoredPassword stored() {
        return StoredPassword.of(0, ALGORITHM, Map.of(ENDPOINT, endpoint), account, null);
    }
}
