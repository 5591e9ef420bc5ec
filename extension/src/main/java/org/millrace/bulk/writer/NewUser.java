package org.millrace.bulk.writer;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.FederatedIdentityRecord;

/**
 * A user that passed all checks, as it has to be in the database: defaults added, names resolved, passwords hashed.
 *
 * @param createdTimestamp milliseconds since the epoch
 * @param notBefore seconds since the epoch, 0 for none
 * @param credentials in the order of their priority
 */
public record NewUser(
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
        List<FederatedIdentityRecord> federatedIdentities) {

    /** One value of an attribute. */
    public record Attribute(String name, String value) {}

    /**
     * A credential in its stored form.
     *
     * @param id null to have one made
     * @param createdDate milliseconds since the epoch
     */
    public record StoredCredential(
            @Nullable String id,
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

    /** Names the user by id only. */
    @Override
    public String toString() {
        return "NewUser[id=" + id + "]";
    }
}
