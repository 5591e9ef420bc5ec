package org.millrace.bulk.entity.user.copy;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.millrace.bulk.entity.user.state.AssociationChange;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.record.user.FederatedIdentityRecord;
import org.millrace.bulk.writer.copy.CopyTable;
import org.millrace.bulk.writer.copy.TableShape;
import org.millrace.bulk.writer.id.TimeOrderedIds;
import org.millrace.server.Database;
import org.postgresql.copy.CopyManager;

/**
 * The rows that a user consists of, table by table, as Keycloak's entities would write them. The tables are filled in an
 * order that satisfies their foreign keys. For one thread.
 */
final class UserTables {
    private static final TableShape USER_ENTITY = TableShape.of(
                    "user_entity",
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
                    "not_before",
                    "service_account_client_link")
            .columnsSince(26, 6, "last_modified_timestamp")
            .booleans("email_verified", "enabled")
            .numbers("created_timestamp", "not_before", "last_modified_timestamp")
            .unique("realm_id", "email_constraint")
            .unique("realm_id", "username");

    private static final TableShape USER_ATTRIBUTE = TableShape.of(
                    "user_attribute",
                    "id",
                    "user_id",
                    "name",
                    "value",
                    "long_value",
                    "long_value_hash",
                    "long_value_hash_lower_case")
            .binary("long_value_hash", "long_value_hash_lower_case")
            .reference("user_id", "user_entity");

    private static final TableShape CREDENTIAL = TableShape.of(
                    "credential",
                    "id",
                    "user_id",
                    "type",
                    "user_label",
                    "created_date",
                    "secret_data",
                    "credential_data",
                    "priority",
                    "version")
            .numbers("created_date", "priority", "version")
            .reference("user_id", "user_entity");

    private static final TableShape USER_ROLE_MAPPING =
            TableShape.of("user_role_mapping", "role_id", "user_id").reference("user_id", "user_entity");

    private static final TableShape USER_GROUP_MEMBERSHIP = TableShape.of(
                    "user_group_membership", "group_id", "user_id", "membership_type")
            .reference("user_id", "user_entity");

    private static final TableShape USER_REQUIRED_ACTION =
            TableShape.of("user_required_action", "user_id", "required_action").reference("user_id", "user_entity");

    private static final TableShape FEDERATED_IDENTITY = TableShape.of(
                    "federated_identity",
                    "identity_provider",
                    "user_id",
                    "realm_id",
                    "federated_user_id",
                    "federated_username")
            .reference("user_id", "user_entity");

    /** What {@code COPY} writes of users. */
    static final List<TableShape> SHAPES = Stream.concat(
                    Stream.of(
                            USER_ENTITY,
                            USER_ATTRIBUTE,
                            CREDENTIAL,
                            USER_ROLE_MAPPING,
                            USER_GROUP_MEMBERSHIP,
                            USER_REQUIRED_ACTION,
                            FEDERATED_IDENTITY),
                    AssociationTables.SHAPES.stream())
            .toList();

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
    private final AssociationTables associations;
    private final List<CopyTable> inOrder;

    UserTables(Database database) {
        users = new CopyTable(database, USER_ENTITY);
        attributes = new CopyTable(database, USER_ATTRIBUTE);
        credentials = new CopyTable(database, CREDENTIAL);
        roleMappings = new CopyTable(database, USER_ROLE_MAPPING);
        groupMemberships = new CopyTable(database, USER_GROUP_MEMBERSHIP);
        requiredActions = new CopyTable(database, USER_REQUIRED_ACTION);
        federatedIdentities = new CopyTable(database, FEDERATED_IDENTITY);
        associations = new AssociationTables(database, groupMemberships);
        inOrder = List.of(
                users, attributes, credentials, roleMappings, groupMemberships, requiredActions, federatedIdentities);
    }

    void clear() {
        inOrder.forEach(table -> table.rows().clear());
        associations.clear();
    }

    /**
     * Adds the rows of one user.
     *
     * @param duplicateEmails whether the realm allows several users with one email address
     * @param now milliseconds since the epoch
     */
    void add(UserState user, String realmId, boolean duplicateEmails, TimeOrderedIds ids, long now) {
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
                .text(user.serviceAccountClient())
                .endRow();
        for (UserState.Attribute attribute : user.attributes()) {
            addAttribute(user.id(), attribute, ids);
        }
        int place = 0;
        for (UserState.StoredCredential credential : user.credentials()) {
            addCredential(user.id(), credential, priority(place++));
        }
        user.roleIds().forEach(roleId -> addRole(user.id(), roleId));
        user.groupIds().forEach(groupId -> addGroup(user.id(), groupId));
        user.requiredActions().forEach(action -> addRequiredAction(user.id(), action));
        user.federatedIdentities().forEach(link -> addLink(user.id(), realmId, link));
        if (user.associations() != null) {
            associations.add(user.id(), new AssociationChange(UserAssociations.NONE, user.associations()), ids, now);
        }
    }

    /** Associations of users with clients and organizations. */
    AssociationTables associations() {
        return associations;
    }

    /** @param place among the user's credentials, the first at 0 */
    static int priority(int place) {
        return FIRST_PRIORITY + place * PRIORITY_STEP;
    }

    void addRole(String userId, String roleId) {
        roleMappings.rows().text(roleId).text(userId).endRow();
    }

    void addGroup(String userId, String groupId) {
        groupMemberships.rows().text(groupId).text(userId).text("UNMANAGED").endRow();
    }

    void addRequiredAction(String userId, String action) {
        requiredActions.rows().text(userId).text(action).endRow();
    }

    void addLink(String userId, String realmId, FederatedIdentityRecord link) {
        federatedIdentities
                .rows()
                .text(link.identityProvider())
                .text(userId)
                .text(realmId)
                .text(link.userId())
                .text(link.userName())
                .endRow();
    }

    /** All tables, parents before the tables that refer to them. */
    List<CopyTable> inOrder() {
        return Stream.concat(inOrder.stream(), associations.inOrder().stream()).toList();
    }

    void write(CopyManager copy) throws IOException {
        for (CopyTable table : inOrder()) {
            table.write(copy);
        }
    }

    void addAttribute(String userId, UserState.Attribute attribute, TimeOrderedIds ids) {
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

    void addCredential(String userId, UserState.StoredCredential credential, int priority) {
        credentials
                .rows()
                .text(credential.id())
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
