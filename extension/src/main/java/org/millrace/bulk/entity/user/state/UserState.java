package org.millrace.bulk.entity.user.state;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.storage.StorageId;
import org.millrace.bulk.record.user.FederatedIdentityRecord;

/**
 * A user as it is in the database, or as it has to be there: defaults added, names resolved, passwords hashed.
 *
 * @param createdTimestamp milliseconds since the epoch
 * @param notBefore seconds since the epoch, 0 for none
 * @param attributes in the order of their names
 * @param credentials in the order of their priority
 * @param groupIds groups of the realm; those of organizations are none
 * @param serviceAccountClient UUID of the client whose service account the user is
 * @param associations null if they were not loaded, because most records name none
 */
public record UserState(
        String id,
        String username,
        @Nullable String email,
        @Nullable String firstName,
        @Nullable String lastName,
        boolean enabled,
        boolean emailVerified,
        long createdTimestamp,
        int notBefore,
        @Nullable String federationLink,
        List<Attribute> attributes,
        List<StoredCredential> credentials,
        Set<String> roleIds,
        Set<String> groupIds,
        Set<String> requiredActions,
        List<FederatedIdentityRecord> federatedIdentities,
        @Nullable String serviceAccountClient,
        @Nullable UserAssociations associations) {

    /** One value of an attribute. */
    public record Attribute(String name, String value) {}

    /**
     * A credential in its stored form.
     *
     * @param createdDate milliseconds since the epoch
     */
    public record StoredCredential(
            String id,
            String type,
            @Nullable String userLabel,
            @Nullable Long createdDate,
            @Nullable String secretData,
            @Nullable String credentialData) {
        @Override
        public String toString() {
            return "StoredCredential[type=" + type + "]";
        }
    }

    /** A user with only an id and a name. */
    public static UserState named(String id, String username) {
        return new UserState(
                id, username, null, null, null, false, false, 0, 0, null, List.of(), List.of(), Set.of(), Set.of(),
                Set.of(), List.of(), null, null);
    }

    /** Whether a user federation provider stores a part of the user. */
    public boolean belongsToUserStore() {
        return belongsToUserStore(id, federationLink);
    }

    /** Whether a user federation provider stores a part of the user with this id and federation link. */
    public static boolean belongsToUserStore(String id, @Nullable String federationLink) {
        return federationLink != null || !StorageId.isLocalStorage(id);
    }

    /** The same user with these associations. */
    public UserState with(UserAssociations known) {
        return with(credentials, known);
    }

    /** The same user, as read without associations. */
    public UserState withoutAssociations() {
        return with(credentials, null);
    }

    /** The same user with other credentials. */
    public UserState withCredentials(List<StoredCredential> others) {
        return with(others, associations);
    }

    private UserState with(List<StoredCredential> someCredentials, @Nullable UserAssociations someAssociations) {
        return new UserState(
                id,
                username,
                email,
                firstName,
                lastName,
                enabled,
                emailVerified,
                createdTimestamp,
                notBefore,
                federationLink,
                attributes,
                someCredentials,
                roleIds,
                groupIds,
                requiredActions,
                federatedIdentities,
                serviceAccountClient,
                someAssociations);
    }

    /** Names the user by id only. */
    @Override
    public String toString() {
        return "UserState[id=" + id + "]";
    }
}
