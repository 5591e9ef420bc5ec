package org.millrace.bulk.entity.user.state;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.entity.user.state.UserState.Attribute;
import org.millrace.bulk.entity.user.state.UserState.StoredCredential;
import org.millrace.bulk.record.user.FederatedIdentityRecord;

/** The difference between the stored and the intended state of a user with the same id. Immutable. */
public record UserChange(UserState current, UserState target) {
    public UserChange {
        if (!current.id().equals(target.id())) {
            throw new IllegalArgumentException(current + " cannot become " + target);
        }
    }

    /** The added and removed elements of a set. */
    public record Difference(Set<String> added, Set<String> removed) {
        private static Difference of(Set<String> current, Set<String> target) {
            return new Difference(minus(target, current), minus(current, target));
        }

        private static Set<String> minus(Set<String> some, Set<String> others) {
            Set<String> rest = new LinkedHashSet<>(some);
            rest.removeAll(others);
            return rest;
        }

        /** Whether there is nothing to do. */
        public boolean isEmpty() {
            return added.isEmpty() && removed.isEmpty();
        }
    }

    /** A credential at its place among the user's credentials, the first at 0. */
    public record PlacedCredential(StoredCredential credential, int place) {}

    /** Whether there is nothing to do. */
    public boolean isEmpty() {
        return !changesColumns()
                && attributeNames().isEmpty()
                && roles().isEmpty()
                && groups().isEmpty()
                && requiredActions().isEmpty()
                && !changesLinks()
                && removedCredentials().isEmpty()
                && addedCredentials().isEmpty()
                && updatedCredentials().isEmpty()
                && associations().isEmpty();
    }

    /** Whether a user federation provider takes part in the change, or in the next look-up of the user. */
    public boolean concernsUserStore() {
        return current.belongsToUserStore() || target.belongsToUserStore();
    }

    /** Whether a disabled user becomes enabled, which ends a lockout too, as with {@code PUT /users/{id}}. */
    public boolean enables() {
        return target.enabled() && !current.enabled();
    }

    /** Whether the user's own row changes. */
    public boolean changesColumns() {
        return !current.username().equals(target.username())
                || !Objects.equals(current.email(), target.email())
                || !Objects.equals(current.firstName(), target.firstName())
                || !Objects.equals(current.lastName(), target.lastName())
                || current.enabled() != target.enabled()
                || current.emailVerified() != target.emailVerified()
                || current.createdTimestamp() != target.createdTimestamp()
                || current.notBefore() != target.notBefore()
                || !Objects.equals(current.federationLink(), target.federationLink())
                || changesServiceAccount();
    }

    /** Whether the user becomes the service account of a client, or is it no more. */
    public boolean changesServiceAccount() {
        return !Objects.equals(current.serviceAccountClient(), target.serviceAccountClient());
    }

    /** Associations of the user with clients and organizations; empty if they were not loaded. */
    public AssociationChange associations() {
        UserAssociations before = current.associations();
        UserAssociations after = target.associations();
        return before == null || after == null || before.equals(after)
                ? AssociationChange.NONE
                : new AssociationChange(before, after);
    }

    /** Names of attributes whose values change. The order of values means nothing: the database keeps none. */
    public Set<String> attributeNames() {
        if (current.attributes().equals(target.attributes())) {
            return Set.of();
        }
        Map<String, List<String>> before = sortedValues(current.attributes());
        Map<String, List<String>> after = sortedValues(target.attributes());
        Set<String> names = new LinkedHashSet<>();
        before.forEach((name, values) -> {
            if (!values.equals(after.get(name))) {
                names.add(name);
            }
        });
        after.keySet().stream().filter(name -> !before.containsKey(name)).forEach(names::add);
        return names;
    }

    private static Map<String, List<String>> sortedValues(List<Attribute> attributes) {
        Map<String, List<String>> values = new TreeMap<>();
        for (Attribute attribute : attributes) {
            values.computeIfAbsent(attribute.name(), name -> new ArrayList<>()).add(attribute.value());
        }
        values.values().forEach(list -> list.sort(null));
        return values;
    }

    /** Role mappings. */
    public Difference roles() {
        return Difference.of(current.roleIds(), target.roleIds());
    }

    /** Memberships of groups. */
    public Difference groups() {
        return Difference.of(current.groupIds(), target.groupIds());
    }

    /** Required actions. */
    public Difference requiredActions() {
        return Difference.of(current.requiredActions(), target.requiredActions());
    }

    /** Whether links to identity providers change. */
    public boolean changesLinks() {
        return !linksToRemove().isEmpty()
                || !linksToAdd().isEmpty()
                || !linksToUpdate().isEmpty();
    }

    /** Aliases of identity providers to which the user has no link any more. */
    public List<String> linksToRemove() {
        return current.federatedIdentities().stream()
                .map(link -> String.valueOf(link.identityProvider()))
                .filter(alias -> link(target, alias).isEmpty())
                .toList();
    }

    /** Links to identity providers to which the user had none. */
    public List<FederatedIdentityRecord> linksToAdd() {
        return target.federatedIdentities().stream()
                .filter(link -> link(current, link.identityProvider()).isEmpty())
                .toList();
    }

    /** Links to another account of the same identity provider. */
    public List<FederatedIdentityRecord> linksToUpdate() {
        return target.federatedIdentities().stream()
                .filter(link -> link(current, link.identityProvider())
                        .filter(before -> !before.equals(link))
                        .isPresent())
                .toList();
    }

    private static Optional<FederatedIdentityRecord> link(UserState user, @Nullable String alias) {
        return user.federatedIdentities().stream()
                .filter(link -> Objects.equals(link.identityProvider(), alias))
                .findFirst();
    }

    /** Ids of credentials that the user shall not have. */
    public List<String> removedCredentials() {
        Set<String> kept = new HashSet<>();
        target.credentials().forEach(credential -> kept.add(String.valueOf(credential.id())));
        return current.credentials().stream()
                .map(credential -> String.valueOf(credential.id()))
                .filter(id -> !kept.contains(id))
                .toList();
    }

    /** Credentials that the user has not yet. */
    public List<PlacedCredential> addedCredentials() {
        return placed().stream()
                .filter(placed -> currentPlace(placed.credential().id()) < 0)
                .toList();
    }

    /** Credentials whose content or place changes. */
    public List<PlacedCredential> updatedCredentials() {
        return placed().stream()
                .filter(placed -> {
                    int place = currentPlace(placed.credential().id());
                    return place >= 0
                            && (place != placed.place()
                                    || !current.credentials().get(place).equals(placed.credential()));
                })
                .toList();
    }

    private List<PlacedCredential> placed() {
        List<PlacedCredential> placed = new ArrayList<>(target.credentials().size());
        for (StoredCredential credential : target.credentials()) {
            placed.add(new PlacedCredential(credential, placed.size()));
        }
        return placed;
    }

    private int currentPlace(@Nullable String id) {
        for (int i = 0; i < current.credentials().size(); i++) {
            if (id != null && id.equals(current.credentials().get(i).id())) {
                return i;
            }
        }
        return -1;
    }
}
