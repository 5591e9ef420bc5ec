package org.millrace.bulk.entity.user.copy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.millrace.bulk.entity.user.state.AssociationChange;
import org.millrace.bulk.entity.user.state.UserAssociations.Consent;
import org.millrace.bulk.writer.copy.RowArrays;
import org.millrace.bulk.writer.id.TimeOrderedIds;
import org.millrace.server.Database;

/**
 * Changes to the associations of a chunk's users with clients and organizations, one statement for each table and kind of change.
 * New rows are written by {@code COPY}. For one transaction and its thread.
 */
final class ChangedAssociations {
    private final RowArrays removedScopes;
    private final RowArrays addedScopes;
    private final RowArrays changedConsents;
    private final RowArrays retypedGroups;
    private final RowArrays removedIssued;
    private final RowArrays removedCredentials;

    ChangedAssociations(Database database) {
        String consent = database.table("user_consent");
        String scope = database.table("user_consent_client_scope");
        boolean parameter =
                database.catalog().table("user_consent_client_scope").columns().containsKey("parameter");
        String membership = database.table("user_group_membership");
        String credential = database.table("user_ver_credential");
        String issued = database.table("issued_ver_credential");
        removedScopes = new RowArrays(
                "DELETE FROM " + scope + " s USING " + consent
                        + " c, unnest(?, ?, ?) AS v(user_id, client_id, scope_id)"
                        + " WHERE c.user_id = v.user_id AND c.client_id = v.client_id AND s.user_consent_id = c.id"
                        + " AND s.scope_id = v.scope_id",
                "varchar",
                "varchar",
                "varchar");
        addedScopes = new RowArrays(
                "INSERT INTO " + scope
                        + (parameter ? " (user_consent_id, scope_id, parameter)" : " (user_consent_id, scope_id)")
                        + " SELECT c.id, v.scope_id" + (parameter ? ", '" + AssociationTables.NO_PARAMETER + "'" : "")
                        + " FROM unnest(?, ?, ?) AS v(user_id, client_id, scope_id) JOIN "
                        + consent + " c ON c.user_id = v.user_id AND c.client_id = v.client_id",
                "varchar",
                "varchar",
                "varchar");
        changedConsents = new RowArrays(
                "UPDATE " + consent + " c SET last_updated_date = v.last_updated_date"
                        + " FROM unnest(?, ?, ?) AS v(user_id, client_id, last_updated_date)"
                        + " WHERE c.user_id = v.user_id AND c.client_id = v.client_id",
                "varchar",
                "varchar",
                "int8");
        retypedGroups = new RowArrays(
                "UPDATE " + membership + " m SET membership_type = v.membership_type"
                        + " FROM unnest(?, ?, ?) AS v(user_id, group_id, membership_type)"
                        + " WHERE m.user_id = v.user_id AND m.group_id = v.group_id",
                "varchar",
                "varchar",
                "varchar");
        removedIssued = new RowArrays(
                "DELETE FROM " + issued + " i USING " + credential + " c, unnest(?, ?) AS v(user_id, scope_id)"
                        + " WHERE c.user_id = v.user_id AND c.client_scope_id = v.scope_id"
                        + " AND i.ver_credential_id = c.id",
                "varchar",
                "varchar");
        removedCredentials = new RowArrays(
                "DELETE FROM " + credential + " c USING unnest(?, ?) AS v(user_id, scope_id)"
                        + " WHERE c.user_id = v.user_id AND c.client_scope_id = v.scope_id",
                "varchar",
                "varchar");
    }

    /** In an order that satisfies foreign keys. */
    List<RowArrays> inOrder() {
        return List.of(removedScopes, addedScopes, changedConsents, retypedGroups, removedIssued, removedCredentials);
    }

    /**
     * Adds the rows of one change, except consents that it revokes.
     *
     * @param leftGroups receives groups that the user leaves
     * @param added receives new rows
     */
    void add(
            String userId,
            AssociationChange change,
            RowArrays leftGroups,
            AssociationTables added,
            TimeOrderedIds ids,
            long now) {
        if (change.isEmpty()) {
            return;
        }
        for (Consent consent : change.changedConsents()) {
            Set<String> before = change.scopesBefore(consent.clientId());
            minus(before, consent.scopeIds()).forEach(scope -> removedScopes.add(userId, consent.clientId(), scope));
            minus(consent.scopeIds(), before).forEach(scope -> addedScopes.add(userId, consent.clientId(), scope));
            changedConsents.add(userId, consent.clientId(), now);
        }
        change.leftGroups().forEach(group -> leftGroups.add(userId, group));
        change.retypedGroups()
                .forEach((group, managed) -> retypedGroups.add(userId, group, AssociationTables.type(managed)));
        for (String scope : change.removedCredentials()) {
            removedIssued.add(userId, scope);
            removedCredentials.add(userId, scope);
        }
        added.add(userId, change, ids, now);
    }

    private static Set<String> minus(Set<String> some, Set<String> others) {
        Set<String> rest = new HashSet<>(some);
        rest.removeAll(others);
        return rest;
    }
}
