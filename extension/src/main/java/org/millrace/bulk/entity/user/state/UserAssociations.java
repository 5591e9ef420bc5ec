package org.millrace.bulk.entity.user.state;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Associations of a user with clients and organizations, with all names resolved. */
public record UserAssociations(
        List<Consent> consents, List<Membership> memberships, List<VerifiableCredential> verifiableCredentials) {
    /** Of a user who has none, as most do. */
    public static final UserAssociations NONE = new UserAssociations(List.of(), List.of(), List.of());

    /**
     * A user's consent for a client. Its date is the time of the import, as in Keycloak's own import.
     *
     * @param clientId the client's UUID
     * @param scopeIds UUIDs of client scopes, or of a client that is shown as one
     */
    public record Consent(String clientId, Set<String> scopeIds) {}

    /**
     * Membership of an organization.
     *
     * @param groupId the organization's own group, which holds its members
     * @param managed whether the user lives and dies with the organization
     * @param groupIds groups inside the organization
     */
    public record Membership(String organizationId, String groupId, boolean managed, Set<String> groupIds) {}

    /**
     * A credential that the user may have issued to a wallet.
     *
     * @param createdDate milliseconds since the epoch
     * @param updatedDate milliseconds since the epoch
     */
    public record VerifiableCredential(
            String clientScopeId,
            String revision,
            long createdDate,
            long updatedDate,
            Map<String, List<String>> userAttributes,
            List<Issued> issued) {
        /** An existing credential, of which only the scope is relevant. */
        public static VerifiableCredential present(String clientScopeId) {
            return new VerifiableCredential(clientScopeId, "", 0, 0, Map.of(), List.of());
        }
    }

    /**
     * A verifiable credential that was issued to a wallet.
     *
     * @param issuedAt milliseconds since the epoch
     * @param expiresAt milliseconds since the epoch
     * @param clientId the wallet's UUID
     */
    public record Issued(
            long issuedAt,
            @Nullable Long expiresAt,
            @Nullable String clientId,
            String revision) {}
}
