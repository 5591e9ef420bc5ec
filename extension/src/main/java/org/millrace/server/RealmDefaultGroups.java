package org.millrace.server;

import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RealmModel;

/** The groups that new users of a realm join. */
public final class RealmDefaultGroups {
    private RealmDefaultGroups() {}

    /**
     * Ids of the realm's default groups that exist. Right after the removal of one, Keycloak's cached realm, and one that this
     * transaction has changed, still have its id, and return null for the group.
     */
    public static Set<String> ids(RealmModel realm) {
        return realm.getDefaultGroupsStream()
                .filter(Objects::nonNull)
                .map(GroupModel::getId)
                .collect(Collectors.toUnmodifiableSet());
    }
}
