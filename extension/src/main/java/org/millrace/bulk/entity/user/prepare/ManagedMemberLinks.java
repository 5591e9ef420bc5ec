package org.millrace.bulk.entity.user.prepare;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.models.IdentityProviderModel;
import org.keycloak.models.KeycloakSession;
import org.millrace.bulk.entity.user.profile.UserLookup;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserAssociations.Membership;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.record.user.FederatedIdentityRecord;
import org.millrace.bulk.writer.ValidationResult;

/** Identity provider links of managed members of organizations. For one transaction and its thread. */
record ManagedMemberLinks(KeycloakSession session, UserLookup known) {
    /**
     * Rejects a link that {@code POST /users/{id}/federated-identity/{provider}} would not add: the user logs in through an identity provider
     * of the organization. An updated link is removed and added again.
     *
     * @param wanted the links of the record: all count if the caller may not view the user, so that the outcome does not show which links it has
     */
    void check(
            UserChange change,
            List<FederatedIdentityRecord> wanted,
            UserChangePermissions permissions,
            ValidationResult result) {
        UserState current = change.current();
        boolean visible = permissions.mayView(current);
        boolean adds = visible
                ? !change.linksToAdd().isEmpty() || !change.linksToUpdate().isEmpty()
                : !wanted.isEmpty();
        if (adds && hasHomeBroker(current, keptLinks(change, visible))) {
            result.reject(Violation.of(
                    "managed-member",
                    "federatedIdentities",
                    "Keycloak does not add identity provider links to " + permissions.shown(current)
                            + ", a managed member of an organization; remove the new links"));
        }
    }

    /** Aliases of the identity providers whose links stay. */
    private static Set<String> keptLinks(UserChange change, boolean visible) {
        Set<String> kept = new LinkedHashSet<>();
        change.current().federatedIdentities().forEach(link -> kept.add(String.valueOf(link.identityProvider())));
        change.linksToRemove().forEach(kept::remove);
        if (visible) {
            change.linksToUpdate().forEach(link -> kept.remove(String.valueOf(link.identityProvider())));
        }
        return kept;
    }

    /** As {@code Organizations.resolveHomeBroker}. Members of a disabled organization are read-only. */
    private boolean hasHomeBroker(UserState user, Set<String> links) {
        Set<String> organizationIds = links.isEmpty() ? Set.of() : managing(user);
        return !organizationIds.isEmpty()
                && links.stream()
                        .map(alias -> session.identityProviders().getByAlias(alias))
                        .filter(Objects::nonNull)
                        .map(IdentityProviderModel::getOrganizationId)
                        .anyMatch(id -> id != null && organizationIds.contains(id));
    }

    /** Ids of the organizations that have the user as a managed member. */
    private Set<String> managing(UserState user) {
        UserAssociations associations = user.associations();
        return associations == null
                ? known.bonds(user.id()).organizationIds()
                : associations.memberships().stream()
                        .filter(Membership::managed)
                        .map(Membership::organizationId)
                        .collect(Collectors.toSet());
    }
}
