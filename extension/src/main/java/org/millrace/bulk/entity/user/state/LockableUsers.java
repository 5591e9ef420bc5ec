package org.millrace.bulk.entity.user.state;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;

/** Reads and changes many users with one statement for each table, in the transaction of this thread. Safe for use by several threads. */
public interface LockableUsers {
    /**
     * Locks users of a realm until the end of the transaction, and reads them.
     *
     * @return those that exist, with their associations, by id
     * @throws IllegalStateException if the database refuses the queries
     */
    Map<String, UserState> lock(Collection<String> ids, RealmModel realm);

    /**
     * Changes locked users, and invalidates them in the caches of all nodes.
     *
     * @param changes at most one for each user
     * @throws IllegalStateException if the database refuses the changes
     */
    void write(List<UserChange> changes, KeycloakSession session, RealmModel realm);
}
