package org.millrace.bulk.record.user;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Associations of a user with clients and organizations. Null means that the record does not name the field.
 *
 * @param serviceAccountClientId the client id, not the UUID
 */
public record AssociationsRecord(
        @Nullable String serviceAccountClientId,
        @Nullable List<ConsentRecord> clientConsents,
        @Nullable List<MembershipRecord> organizations,
        @Nullable List<VerifiableCredentialRecord> verifiableCredentials,
        @Nullable List<IssuedCredentialRecord> issuedVerifiableCredentials) {
    /** Of a record that names none of it, as most do. */
    public static final AssociationsRecord NONE = new AssociationsRecord(null, null, null, null, null);

    /** The same with other ids of the clients that wallets are. */
    public AssociationsRecord withIds(UnaryOperator<String> ids) {
        return issuedVerifiableCredentials == null
                ? this
                : new AssociationsRecord(
                        serviceAccountClientId,
                        clientConsents,
                        organizations,
                        verifiableCredentials,
                        issuedVerifiableCredentials.stream()
                                .map(issued -> issued.withClientId(ids))
                                .toList());
    }
}
