package org.millrace.bulk.writer.copy;

import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import org.millrace.bulk.record.FederatedIdentityRecord;
import org.millrace.bulk.writer.NewUser;
import org.millrace.bulk.writer.TimeOrderedIds;
import org.millrace.server.Database;
import org.postgresql.copy.CopyManager;

/**
 * The rows that a user consists of, table by table, as Keycloak's entities would write them. The tables are filled in an
 * order that satisfies their foreign keys. For one thread.
 */
final class UserTables {
    /** {@code UserAttributeEntity}: a longer value goes to another column, with its hashes to find it by. */
    private static final int MAX_SHORT_VALUE = 255;

    private static final int FIRST_PRIORITY = 10;
    private static final int PRIORITY_STEP = 10;

    private final CopyTable users;
    private final CopyTable attributes;
    private final CopyTable credentials;
    private final CopyTable roleMappings;
    private final CopyTable groupMemberships;
    private final CopyTable requiredActions;
    private final CopyTable federatedIdentities;
    private final List<CopyTable> inOrder;

    UserTables(Database database) {
        users = new CopyTable(
                database,
                "user_entity",
                List.of(
                        "id",
                        "username",
                        "email",
                        "email_constraint",
                        "email_verified",
                        "enabled",
                        "first_name",
                        "last_name",
                        "realm_id",
                        "created_timestamp",
                        "last_modified_timestamp",
                        "federation_link",
                        "not_before"));
        attributes = new CopyTable(
                database,
                "user_attribute",
                List.of(
                        "id",
                        "user_id",
                        "name",
                        "value",
                        "long_value",
                        "long_value_hash",
                        "long_value_hash_lower_case"));
        credentials = new CopyTable(
                database,
                "credential",
                List.of(
                        "id",
                        "user_id",
                        "type",
                        "user_label",
                        "created_date",
                        "secret_data",
                        "credential_data",
                        "priority",
                        "version"));
        roleMappings = new CopyTable(database, "user_role_mapping", List.of("role_id", "user_id"));
        groupMemberships =
                new CopyTable(database, "user_group_membership", List.of("group_id", "user_id", "membership_type"));
        requiredActions = new CopyTable(database, "user_required_action", List.of("user_id", "required_action"));
        federatedIdentities = new CopyTable(
                database,
                "federated_identity",
                List.of("identity_provider", "user_id", "realm_id", "federated_user_id", "federated_username"));
        inOrder = List.of(
                users, attributes, credentials, roleMappings, groupMemberships, requiredActions, federatedIdentities);
    }

    void clear() {
        inOrder.forEach(table -> table.rows().clear());
    }

    /**
     * Adds the rows of one user.
     *
     * @param duplicateEmails whether the realm allows several users with one mail address
     * @param now milliseconds since the epoch
     */
    void add(NewUser user, String realmId, boolean duplicateEmails, TimeOrderedIds ids, long now) {
        users.rows()
                .text(user.id())
                .text(user.username())
                .text(user.email())
                .text(user.email() == null || duplicateEmails ? ids.next() : user.email())
                .flag(user.emailVerified())
                .flag(user.enabled())
                .text(user.firstName())
                .text(user.lastName())
                .text(realmId)
                .number(user.createdTimestamp())
                .number(now)
                .text(user.federationLink())
                .number(user.notBefore())
                .endRow();
        for (NewUser.Attribute attribute : user.attributes()) {
            addAttribute(user.id(), attribute, ids);
        }
        int priority = FIRST_PRIORITY;
        for (NewUser.StoredCredential credential : user.credentials()) {
            addCredential(user.id(), credential, priority, ids);
            priority += PRIORITY_STEP;
        }
        for (String roleId : user.roleIds()) {
            roleMappings.rows().text(roleId).text(user.id()).endRow();
        }
        for (String groupId : user.groupIds()) {
            groupMemberships
                    .rows()
                    .text(groupId)
                    .text(user.id())
                    .text("UNMANAGED")
                    .endRow();
        }
        for (String action : user.requiredActions()) {
            requiredActions.rows().text(user.id()).text(action).endRow();
        }
        for (FederatedIdentityRecord link : user.federatedIdentities()) {
            federatedIdentities
                    .rows()
                    .text(link.identityProvider())
                    .text(user.id())
                    .text(realmId)
                    .text(link.userId())
                    .text(link.userName())
                    .endRow();
        }
    }

    void write(CopyManager copy) throws SQLException, IOException {
        for (CopyTable table : inOrder) {
            table.write(copy);
        }
    }

    private void addAttribute(String userId, NewUser.Attribute attribute, TimeOrderedIds ids) {
        String value = attribute.value();
        boolean isLong = value.length() > MAX_SHORT_VALUE;
        attributes
                .rows()
                .text(ids.next())
                .text(userId)
                .text(attribute.name())
                .text(isLong ? null : value)
                .text(isLong ? value : null)
                .binary(isLong ? LongValueHash.of(value) : null)
                .binary(isLong ? LongValueHash.ofLowerCase(value) : null)
                .endRow();
    }

    private void addCredential(String userId, NewUser.StoredCredential credential, int priority, TimeOrderedIds ids) {
        credentials
                .rows()
                .text(credential.id() == null ? ids.next() : credential.id())
                .text(userId)
                .text(credential.type())
                .text(credential.userLabel())
                .text(credential.createdDate() == null ? null : Long.toString(credential.createdDate()))
                .text(credential.secretData())
                .text(credential.credentialData())
                .number(priority)
                .number(0)
                .endRow();
    }
}
