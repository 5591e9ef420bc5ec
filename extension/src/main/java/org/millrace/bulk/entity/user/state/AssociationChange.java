package org.millrace.bulk.entity.user.state;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.millrace.bulk.entity.user.state.UserAssociations.Consent;
import org.millrace.bulk.entity.user.state.UserAssociations.Membership;
import org.millrace.bulk.entity.user.state.UserAssociations.VerifiableCredential;

/** The difference between the stored and the intended associations of a user. Immutable. */
public record AssociationChange(UserAssociations current, UserAssociations target) {
    /** Nothing. */
    static final AssociationChange NONE = new AssociationChange(UserAssociations.NONE, UserAssociations.NONE);

    /** Whether there is nothing to do. */
    public boolean isEmpty() {
        return revokedConsents().isEmpty()
                && addedConsents().isEmpty()
                && changedConsents().isEmpty()
                && leftGroups().isEmpty()
                && joinedGroups().isEmpty()
                && retypedGroups().isEmpty()
                && removedCredentials().isEmpty()
                && addedCredentials().isEmpty();
    }

    /** Clients that are allowed nothing any more, by their UUIDs. */
    public List<String> revokedConsents() {
        return current.consents().stream()
                .map(Consent::clientId)
                .filter(client -> consent(target, client).isEmpty())
                .toList();
    }

    /** Consents to clients that had none. */
    public List<Consent> addedConsents() {
        return target.consents().stream()
                .filter(consent -> consent(current, consent.clientId()).isEmpty())
                .toList();
    }

    /** Consents to clients that had another. */
    public List<Consent> changedConsents() {
        return target.consents().stream()
                .filter(consent -> consent(current, consent.clientId())
                        .filter(before -> !before.scopeIds().equals(consent.scopeIds()))
                        .isPresent())
                .toList();
    }

    /** Scopes of the existing consent for a client. */
    public Set<String> scopesBefore(String clientId) {
        return consent(current, clientId).map(Consent::scopeIds).orElse(Set.of());
    }

    private static Optional<Consent> consent(UserAssociations associations, String clientId) {
        return associations.consents().stream()
                .filter(consent -> consent.clientId().equals(clientId))
                .findFirst();
    }

    /** Groups of organizations, their own among them, that the user leaves. */
    public Set<String> leftGroups() {
        Set<String> left = new LinkedHashSet<>(groups(current).keySet());
        left.removeAll(groups(target).keySet());
        return left;
    }

    /** Groups of organizations that the user joins, and whether as a managed member. */
    public Map<String, Boolean> joinedGroups() {
        Map<String, Boolean> joined = groups(target);
        joined.keySet().removeAll(groups(current).keySet());
        return joined;
    }

    /** Groups of organizations that the user stays in, as another kind of member. */
    public Map<String, Boolean> retypedGroups() {
        Map<String, Boolean> before = groups(current);
        Map<String, Boolean> retyped = groups(target);
        retyped.entrySet()
                .removeIf(group ->
                        before.getOrDefault(group.getKey(), group.getValue()).equals(group.getValue()));
        return retyped;
    }

    /** Organizations that the user is in before or after, and that are not the same to the user. */
    public Set<String> organizations() {
        Map<String, Membership> before = new HashMap<>();
        current.memberships().forEach(membership -> before.put(membership.organizationId(), membership));
        Set<String> changed = new HashSet<>(before.keySet());
        for (Membership membership : target.memberships()) {
            if (membership.equals(before.get(membership.organizationId()))) {
                changed.remove(membership.organizationId());
            } else {
                changed.add(membership.organizationId());
            }
        }
        return changed;
    }

    private static Map<String, Boolean> groups(UserAssociations associations) {
        Map<String, Boolean> groups = new LinkedHashMap<>();
        for (Membership membership : associations.memberships()) {
            groups.put(membership.groupId(), membership.managed());
            membership.groupIds().forEach(group -> groups.put(group, false));
        }
        return groups;
    }

    /** Client scopes of which the user may have no credential issued any more. */
    public List<String> removedCredentials() {
        return scopes(current).stream()
                .filter(scope -> !scopes(target).contains(scope))
                .toList();
    }

    /** Credentials that the user may have issued, and could not before. */
    public List<VerifiableCredential> addedCredentials() {
        List<String> before = scopes(current);
        return target.verifiableCredentials().stream()
                .filter(credential -> !before.contains(credential.clientScopeId()))
                .toList();
    }

    private static List<String> scopes(UserAssociations associations) {
        return associations.verifiableCredentials().stream()
                .map(VerifiableCredential::clientScopeId)
                .toList();
    }
}
