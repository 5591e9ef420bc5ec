package org.millrace.bulk.record.user;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A verifiable credential that was issued to a wallet.
 *
 * @param credentialType name of the client scope; the user has a verifiable credential of it
 * @param issuedAt milliseconds since the epoch
 * @param expiresAt milliseconds since the epoch
 * @param clientId UUID of the client that is the wallet
 */
public record IssuedCredentialRecord(
        @Nullable String credentialType,
        @Nullable Long issuedAt,
        @Nullable Long expiresAt,
        @Nullable String clientId,
        @Nullable String revision) {
    /** The same credential with another id of the client, if it has one. */
    IssuedCredentialRecord withClientId(UnaryOperator<String> ids) {
        return clientId == null
                ? this
                : new IssuedCredentialRecord(credentialType, issuedAt, expiresAt, ids.apply(clientId), revision);
    }
}
