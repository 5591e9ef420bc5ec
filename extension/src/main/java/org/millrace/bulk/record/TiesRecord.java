package org.millrace.bulk.record;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What ties a user to clients and organizations. Null means that the record does not name the field.
 *
 * @param serviceAccountClientId the client's id as people know it
 */
public record TiesRecord(
        @Nullable String serviceAccountClientId,
        @Nullable List<ConsentRecord> clientConsents,
        @Nullable List<MembershipRecord> organizations,
        @Nullable List<VerifiableCredentialRecord> verifiableCredentials,
        @Nullable List<IssuedCredentialRecord> issuedVerifiableCredentials) {
    /** Of a record that names none of it, as most do. */
    public static final TiesRecord NONE = new TiesRecord(null, null, null, null, null);

    /** The same with other ids of the clients that wallets are. */
    TiesRecord withIds(UnaryOperator<String> ids) {
        return issuedVerifiableCredentials == null
                ? this
                : new TiesRecord(
                        serviceAccountClientId,
                        clientConsents,
                        organizations,
                        verifiableCredentials,
                        issuedVerifiableCredentials.stream()
                                .map(issued -> issued.withClientId(ids))
                                .toList());
    }
}
