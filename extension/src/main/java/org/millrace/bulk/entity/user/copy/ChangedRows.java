package org.millrace.bulk.entity.user.copy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserChange.PlacedCredential;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.entity.user.state.UserState.StoredCredential;
import org.millrace.bulk.record.user.FederatedIdentityRecord;
import org.millrace.bulk.writer.copy.RowArrays;
import org.millrace.bulk.writer.copy.SetQuery;
import org.millrace.bulk.writer.id.TimeOrderedIds;
import org.millrace.server.Database;

/**
 * Updates existing users of a chunk with one statement for each table and kind of change. Added rows are written with those of
 * new users, by {@code COPY}. For one transaction and its thread.
 */
final class ChangedRows {
    private final RowArrays users;
    private final RowArrays attributes;
    private final RowArrays removedCredentials;
    private final RowArrays credentials;
    private final RowArrays roleMappings;
    private final RowArrays groupMemberships;
    private final RowArrays requiredActions;
    private final RowArrays removedLinks;
    private final RowArrays links;
    private final ChangedAssociations associations;
    private final List<RowArrays> inOrder;

    ChangedRows(Database database) {
        users = new RowArrays(
                "UPDATE " + database.table("user_entity") + """
                         u SET username = v.username, email = v.email, email_constraint = CASE
                        WHEN u.email IS DISTINCT FROM v.email THEN v.email_constraint ELSE u.email_constraint END,
                        email_verified = v.email_verified, enabled = v.enabled, first_name = v.first_name,
                        last_name = v.last_name, federation_link = v.federation_link, not_before = v.not_before,
                        service_account_client_link = v.service_account_client_link,
                        created_timestamp = coalesce(v.created_timestamp, u.created_timestamp)
                        FROM unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) AS v(id, username, email, email_constraint,
                        email_verified, enabled, first_name, last_name, federation_link, not_before,
                        service_account_client_link, created_timestamp)
                        WHERE u.id = v.id""",
                "varchar",
                "varchar",
                "varchar",
                "varchar",
                "bool",
                "bool",
                "varchar",
                "varchar",
                "varchar",
                "int4",
                "varchar",
                "int8");
        credentials = new RowArrays(
                "UPDATE " + database.table("credential") + """
                         c SET type = v.type, user_label = v.user_label, created_date = v.created_date,
                        secret_data = v.secret_data, credential_data = v.credential_data, priority = v.priority,
                        version = c.version + 1
                        FROM unnest(?, ?, ?, ?, ?, ?, ?) AS v(id, type, user_label, created_date, secret_data,
                        credential_data, priority) WHERE c.id = v.id""",
                "varchar",
                "varchar",
                "varchar",
                "int8",
                "text",
                "text",
                "int4");
        links = new RowArrays(
                "UPDATE " + database.table("federated_identity") + """
                         f SET federated_user_id = v.federated_user_id, federated_username = v.federated_username,
                        token = CASE WHEN f.federated_user_id = v.federated_user_id THEN f.token END
                        FROM unnest(?, ?, ?, ?) AS v(user_id, identity_provider, federated_user_id,
                        federated_username)
                        WHERE f.user_id = v.user_id AND f.identity_provider = v.identity_provider""", "varchar", "varchar", "varchar", "varchar");
        attributes = attributeRemoval(database.table("user_attribute"));
        removedCredentials = removal(database, "credential", "id");
        roleMappings = removal(database, "user_role_mapping", "role_id");
        groupMemberships = removal(database, "user_group_membership", "group_id");
        requiredActions = removal(database, "user_required_action", "required_action");
        removedLinks = removal(database, "federated_identity", "identity_provider");
        associations = new ChangedAssociations(database);
        inOrder = new ArrayList<>(List.of(
                users,
                attributes,
                removedCredentials,
                credentials,
                roleMappings,
                groupMemberships,
                requiredActions,
                removedLinks,
                links));
        inOrder.addAll(associations.inOrder());
    }

    /**
     * By the user's rows: in a table that was almost empty when it was analyzed, the index on names costs the planner the same, and all
     * users have the name. In an array, because a join may read all rows of the table.
     */
    private static RowArrays attributeRemoval(String table) {
        return new RowArrays(
                "DELETE FROM " + table + " WHERE id = ANY (ARRAY(SELECT f.id FROM unnest(?, ?) AS v(user_id, key)"
                        + SetQuery.lookUp(table, "t.id, t.name", "t.user_id = v.user_id", "f")
                        + " WHERE f.name = v.key))",
                "varchar",
                "varchar");
    }

    private static RowArrays removal(Database database, String table, String key) {
        return new RowArrays(
                "DELETE FROM " + database.table(table) + " t USING unnest(?, ?) AS v(user_id, key)"
                        + " WHERE t.user_id = v.user_id AND t." + key + " = v.key",
                "varchar",
                "varchar");
    }

    /**
     * Adds the rows of one change.
     *
     * @param added receives new rows
     * @param duplicateEmails whether the realm allows several users with one email address
     * @param now milliseconds since the epoch
     */
    void add(
            UserChange change,
            UserTables added,
            String realmId,
            boolean duplicateEmails,
            TimeOrderedIds ids,
            long now) {
        UserState target = change.target();
        String id = target.id();
        if (change.changesColumns()) {
            addColumns(change, duplicateEmails, ids);
        }
        for (String name : change.attributeNames()) {
            attributes.add(id, name);
            target.attributes().stream()
                    .filter(attribute -> attribute.name().equals(name))
                    .forEach(attribute -> added.addAttribute(id, attribute, ids));
        }
        addCredentials(change, added);
        change.roles().removed().forEach(role -> roleMappings.add(id, role));
        change.roles().added().forEach(role -> added.addRole(id, role));
        change.groups().removed().forEach(group -> groupMemberships.add(id, group));
        change.groups().added().forEach(group -> added.addGroup(id, group));
        change.requiredActions().removed().forEach(action -> requiredActions.add(id, action));
        change.requiredActions().added().forEach(action -> added.addRequiredAction(id, action));
        change.linksToRemove().forEach(alias -> removedLinks.add(id, alias));
        change.linksToAdd().forEach(link -> added.addLink(id, realmId, link));
        for (FederatedIdentityRecord link : change.linksToUpdate()) {
            links.add(id, link.identityProvider(), link.userId(), link.userName());
        }
        associations.add(id, change.associations(), groupMemberships, added.associations(), ids, now);
    }

    private void addColumns(UserChange change, boolean duplicateEmails, TimeOrderedIds ids) {
        UserState target = change.target();
        users.add(
                target.id(),
                target.username(),
                target.email(),
                target.email() == null || duplicateEmails ? ids.next() : target.email(),
                target.emailVerified(),
                target.enabled(),
                target.firstName(),
                target.lastName(),
                target.federationLink(),
                target.notBefore(),
                target.serviceAccountClient(),
                target.createdTimestamp() == change.current().createdTimestamp() ? null : target.createdTimestamp());
    }

    private void addCredentials(UserChange change, UserTables added) {
        String id = change.target().id();
        change.removedCredentials().forEach(credential -> removedCredentials.add(id, credential));
        for (PlacedCredential placed : change.addedCredentials()) {
            added.addCredential(id, placed.credential(), UserTables.priority(placed.place()));
        }
        for (PlacedCredential placed : change.updatedCredentials()) {
            StoredCredential credential = placed.credential();
            credentials.add(
                    credential.id(),
                    credential.type(),
                    credential.userLabel(),
                    credential.createdDate(),
                    credential.secretData(),
                    credential.credentialData(),
                    UserTables.priority(placed.place()));
        }
    }

    /** Runs the statements that there are rows for. */
    void write(Connection connection) throws SQLException {
        if (inOrder.stream().allMatch(RowArrays::isEmpty)) {
            return;
        }
        for (RowArrays rows : inOrder) {
            rows.execute(connection);
        }
    }
}
