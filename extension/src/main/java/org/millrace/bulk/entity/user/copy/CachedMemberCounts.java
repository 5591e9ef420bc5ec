package org.millrace.bulk.entity.user.copy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.millrace.bulk.entity.user.state.UserAssociations.Membership;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.server.RealmCache;

/** Cached numbers of organization members: rows written with SQL make them stale. For one transaction and its thread. */
final class CachedMemberCounts {
    private final KeycloakSession session;
    private final RealmModel realm;

    CachedMemberCounts(KeycloakSession session, RealmModel realm) {
        this.session = session;
        this.realm = realm;
    }

    void forget(List<UserState> added, List<UserChange> changes) {
        Set<String> organizations = new HashSet<>();
        for (UserState user : added) {
            if (user.associations() != null) {
                user.associations().memberships().stream()
                        .map(Membership::organizationId)
                        .forEach(organizations::add);
            }
        }
        changes.forEach(change -> organizations.addAll(change.associations().organizations()));
        // The keys are those of InfinispanOrganizationProvider.cacheKeyOrgMemberCount.
        RealmCache.forget(
                session,
                organizations.stream()
                        .map(organization -> realm.getId() + ".org." + organization + ".members.count")
                        .toList());
    }
}
