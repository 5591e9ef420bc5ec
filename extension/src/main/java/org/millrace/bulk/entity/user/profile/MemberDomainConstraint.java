package org.millrace.bulk.entity.user.profile;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.millrace.bulk.record.user.FederatedIdentityRecord;

/**
 * Constraints on the email domain of organization members, as stored in the database. Keycloak requires the domain of the
 * identity provider only from managed members linked to a provider of the organization.
 *
 * @param organizationIds organizations that have the user as a managed member
 * @param providers aliases of the identity providers that the user is linked to
 */
public record MemberDomainConstraint(Set<String> organizationIds, Set<String> providers) {
    /** Without constraints. */
    public static final MemberDomainConstraint NONE = new MemberDomainConstraint(Set.of(), Set.of());

    /** The bonds of a user with these links. */
    public static MemberDomainConstraint of(Set<String> organizationIds, List<FederatedIdentityRecord> links) {
        return new MemberDomainConstraint(
                organizationIds,
                links.stream()
                        .map(link -> String.valueOf(link.identityProvider()))
                        .collect(Collectors.toSet()));
    }

    /** Whether any address will do. */
    boolean areLoose() {
        return organizationIds.isEmpty() || providers.isEmpty();
    }
}
