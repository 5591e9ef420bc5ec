package org.millrace.bulk.record;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.record.user.AssociationsRecord;
import org.millrace.bulk.record.user.CredentialRecord;
import org.millrace.bulk.record.user.FederatedIdentityRecord;

/**
 * A user as Keycloak's {@code UserRepresentation} describes it. Null means that the record does not name the field.
 *
 * @param createdTimestamp milliseconds since the epoch
 * @param notBefore seconds since the epoch
 * @param groups paths, such as {@code /staff/berlin}
 * @param clientRoles role names by client id
 * @param namedLists names of the record's fields among those where an empty list has a meaning
 * @param associations consents, memberships of organizations and similar
 */
public record UserRecord(
        Position position,
        @Nullable String id,
        @Nullable String username,
        @Nullable String email,
        @Nullable String firstName,
        @Nullable String lastName,
        @Nullable Boolean enabled,
        @Nullable Boolean emailVerified,
        @Nullable Long createdTimestamp,
        @Nullable Integer notBefore,
        @Nullable String federationLink,
        Map<String, List<String>> attributes,
        List<String> requiredActions,
        List<String> realmRoles,
        Map<String, List<String>> clientRoles,
        List<String> groups,
        List<CredentialRecord> credentials,
        List<FederatedIdentityRecord> federatedIdentities,
        Set<String> namedLists,
        List<Violation> warnings,
        AssociationsRecord associations)
        implements ImportRecord {
    public UserRecord {
        warnings = Violation.listed(warnings);
    }

    /** Whether a password is given in clear text, and not as the mask of one. */
    public boolean setsClearPassword() {
        return credentials.stream().anyMatch(credential -> credential.isClear() && !credential.isMasked());
    }

    @Override
    public Optional<String> key() {
        return Optional.ofNullable(username != null ? username : email);
    }

    @Override
    public List<String> keys() {
        List<String> keys = new ArrayList<>(4);
        for (String key : Arrays.asList(id, username, email, associations.serviceAccountClientId())) {
            if (key != null) {
                keys.add(key);
            }
        }
        return keys;
    }

    @Override
    public boolean isIndependent(boolean inOrder) {
        return true;
    }

    /** Whether the record names a list, be it empty: {@code credentials} or {@code requiredActions}. */
    public boolean names(String list) {
        return namedLists.contains(list);
    }

    @Override
    public int slowParts() {
        int slowParts = 0;
        for (CredentialRecord credential : credentials) {
            if (credential.value() != null) {
                slowParts++;
            }
        }
        return slowParts;
    }

    /** The same record with other ids, for the user, its credentials and the clients that it names by id. */
    @Override
    public UserRecord withIds(IdMapping ids) {
        return new UserRecord(
                position,
                ids.map(id),
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
                requiredActions,
                realmRoles,
                clientRoles,
                groups,
                credentials.stream()
                        .map(credential -> credential.withId(ids::of))
                        .toList(),
                federatedIdentities,
                namedLists,
                warnings,
                associations.withIds(ids::of));
    }

    /** Position and key only: the other fields must not reach a log. */
    @Override
    public String toString() {
        return "UserRecord[line=" + position.line() + ", key=" + key().orElse("") + "]";
    }
}
