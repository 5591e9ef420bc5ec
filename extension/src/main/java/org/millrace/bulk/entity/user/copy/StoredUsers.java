package org.millrace.bulk.entity.user.copy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.entity.user.state.UserState.Attribute;
import org.millrace.bulk.entity.user.state.UserState.StoredCredential;
import org.millrace.bulk.record.user.FederatedIdentityRecord;
import org.millrace.bulk.writer.copy.SetQuery;
import org.millrace.server.Database;

/** Reads all that users consist of with one query a table, however many they are. For one thread. */
final class StoredUsers {
    private final Connection connection;
    private final Database database;
    private final Map<String, Parts> parts = new HashMap<>();

    /** The parts of one user that were read so far. */
    private static final class Parts {
        private final List<Attribute> attributes = new ArrayList<>(2);
        private final List<StoredCredential> credentials = new ArrayList<>(1);
        private final Set<String> roleIds = new LinkedHashSet<>();
        private final Set<String> groupIds = new LinkedHashSet<>();
        private final Set<String> requiredActions = new LinkedHashSet<>();
        private final List<FederatedIdentityRecord> links = new ArrayList<>(0);
    }

    /** Does something with a row, whose first column is the user's id. */
    @FunctionalInterface
    private interface RowStep {
        void accept(Parts user, ResultSet row) throws SQLException;
    }

    /**
     * A user who lives and dies with an organization.
     *
     * @param enabled whether the organization is
     */
    record ManagedMember(String userId, String organizationId, boolean enabled) {}

    private StoredUsers(Connection connection, Database database) {
        this.connection = connection;
        this.database = database;
    }

    /** The users with these ids, as far as they exist. */
    static Map<String, UserState> read(Collection<String> ids, Connection connection, Database database)
            throws SQLException {
        return ids.isEmpty() ? Map.of() : new StoredUsers(connection, database).read(ids);
    }

    /** Which organizations have which of these users as managed members. */
    static List<ManagedMember> managed(Collection<String> ids, Connection connection, Database database)
            throws SQLException {
        String sql = "SELECT k.key, o.id, o.enabled FROM unnest(?) AS k(key)"
                + SetQuery.lookUp(
                        database.table("user_group_membership"),
                        "t.group_id",
                        "t.user_id = k.key AND t.membership_type = 'MANAGED'",
                        "f")
                + SetQuery.lookUp(database.table("org"), "t.id, t.enabled", "t.group_id = f.group_id", "o");
        List<ManagedMember> members = new ArrayList<>();
        SetQuery.read(
                connection,
                sql,
                List.of(ids),
                row -> members.add(new ManagedMember(row.getString(1), row.getString(2), row.getBoolean(3))));
        return members;
    }

    private Map<String, UserState> read(Collection<String> ids) throws SQLException {
        ids.forEach(id -> parts.put(id, new Parts()));
        List<String> keys = ids.stream().sorted().toList();
        readParts(keys);
        Map<String, UserState> users = new HashMap<>(2 * ids.size());
        each(
                keys,
                "user_entity",
                "id",
                "id, username, email, first_name, last_name, enabled, email_verified, created_timestamp,"
                        + " not_before, federation_link, service_account_client_link",
                (user, row) -> users.put(row.getString(1), state(row, user)));
        return users;
    }

    private void readParts(List<String> keys) throws SQLException {
        each(keys, "user_attribute", "user_id", "user_id, name, coalesce(value, long_value)", (user, row) -> {
            String value = row.getString(3);
            if (value != null) {
                user.attributes.add(new Attribute(row.getString(2), value));
            }
        });
        each(
                keys,
                "credential",
                "user_id",
                "user_id, id, type, user_label, created_date, secret_data, credential_data, priority",
                (user, row) -> user.credentials.add(credential(row)),
                " ORDER BY f.priority, f.id");
        each(
                keys,
                "user_role_mapping",
                "user_id",
                "user_id, role_id",
                (user, row) -> user.roleIds.add(row.getString(2)));
        each(
                keys,
                "user_group_membership",
                "user_id",
                "user_id, group_id",
                (user, row) -> user.groupIds.add(row.getString(2)),
                SetQuery.lookUp(database.table("keycloak_group"), "t.type", "t.id = f.group_id", "g")
                        + " WHERE g.type = 0");
        each(
                keys,
                "user_required_action",
                "user_id",
                "user_id, required_action",
                (user, row) -> user.requiredActions.add(row.getString(2)));
        each(
                keys,
                "federated_identity",
                "user_id",
                "user_id, identity_provider, federated_user_id, federated_username",
                (user, row) -> user.links.add(
                        new FederatedIdentityRecord(row.getString(2), row.getString(3), row.getString(4))));
    }

    private static StoredCredential credential(ResultSet row) throws SQLException {
        long created = row.getLong(5);
        Long createdDate = row.wasNull() ? null : created;
        return new StoredCredential(
                row.getString(2), row.getString(3), row.getString(4), createdDate, row.getString(6), row.getString(7));
    }

    private static UserState state(ResultSet row, Parts parts) throws SQLException {
        parts.attributes.sort(Comparator.comparing(Attribute::name));
        return new UserState(
                row.getString(1),
                orEmpty(row.getString(2)),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getBoolean(6),
                row.getBoolean(7),
                row.getLong(8),
                row.getInt(9),
                row.getString(10),
                parts.attributes,
                parts.credentials,
                parts.roleIds,
                parts.groupIds,
                parts.requiredActions,
                parts.links,
                row.getString(11),
                null);
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private void each(List<String> keys, String table, String key, String columns, RowStep step) throws SQLException {
        each(keys, table, key, columns, step, "");
    }

    private void each(List<String> keys, String table, String key, String columns, RowStep step, String more)
            throws SQLException {
        String sql = SetQuery.byKey(database.table(table), columns, key) + more;
        SetQuery.read(connection, sql, List.of(keys), row -> {
            Parts user = parts.get(row.getString(1));
            if (user != null) {
                step.accept(user, row);
            }
        });
    }
}
