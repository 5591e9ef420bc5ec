package org.millrace.bulk.entity.group.container;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.server.Database;
import org.millrace.server.Sql;

/** Queries on groups that Keycloak's model lacks or executes slowly. Inside a session's transaction. */
public final class StoredGroups {
    private final Database database;
    private final String realmId;

    public StoredGroups(Database database, String realmId) {
        this.database = database;
        this.realmId = realmId;
    }

    /** The id of the realm that has an organization with this id; Keycloak's model fails if it is another. */
    public Optional<String> realmOfOrganization(String id) {
        return first("SELECT realm_id FROM " + database.table("org") + " WHERE id = ?", id);
    }

    /** The id of a group by its parent and name, which are a key. */
    Optional<String> child(String parentId, String name) {
        String sql = "SELECT id FROM " + database.table("keycloak_group")
                + " WHERE realm_id = ? AND parent_group = ? AND name = ?";
        return first(sql, realmId, parentId, name);
    }

    /**
     * The ids of groups by the id of their parent and their name; without those that do not exist.
     *
     * @param keys with both
     */
    public Map<PartKey, String> children(List<PartKey> keys) {
        Map<PartKey, String> found = new HashMap<>();
        Set<PartKey> wanted = Set.copyOf(keys);
        Sql.inParts(keys).forEach(some -> children(some, wanted, found));
        return found;
    }

    /** Each parent and each name is in the query, which returns few groups apart from those with a key. */
    private void children(List<PartKey> some, Set<PartKey> wanted, Map<PartKey, String> found) {
        Set<String> parents = some.stream().map(PartKey::id).collect(Collectors.toSet());
        Set<String> names = some.stream().map(PartKey::required).collect(Collectors.toSet());
        String sql = "SELECT parent_group, name, id FROM " + database.table("keycloak_group")
                + " WHERE realm_id = ? AND parent_group IN " + Sql.marks(parents.size()) + " AND name IN "
                + Sql.marks(names.size());
        List<String> parameters = new ArrayList<>(List.of(realmId));
        parameters.addAll(parents);
        parameters.addAll(names);
        String type = some.get(0).type();
        try (Connection connection = database.connection()) {
            new Sql(connection, sql, parameters.toArray()).all(row -> {
                PartKey key = new PartKey(type, row.getString(1), row.getString(2));
                if (wanted.contains(key)) {
                    found.put(key, row.getString(3));
                }
                return key;
            });
        } catch (SQLException e) {
            throw new IllegalStateException("groups cannot be read by their names", e);
        }
    }

    /** Users who are in this very group by their ids, and whether they are managed members. */
    public Map<String, Boolean> members(String groupId) {
        String sql = "SELECT user_id, membership_type FROM " + database.table("user_group_membership")
                + " WHERE group_id = ? UNION ALL SELECT user_id, 'UNMANAGED' FROM "
                + database.table("fed_user_group_membership") + " WHERE group_id = ?";
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, groupId);
            query.setString(2, groupId);
            Map<String, Boolean> members = new HashMap<>();
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    members.put(rows.getString(1), "MANAGED".equals(rows.getString(2)));
                }
            }
            return members;
        } catch (SQLException e) {
            throw new IllegalStateException("the database did not say who is in a group", e);
        }
    }

    private Optional<String> first(String sql, String... parameters) {
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                query.setString(i + 1, parameters[i]);
            }
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? Optional.of(rows.getString(1)) : Optional.empty();
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database did not say which group this is", e);
        }
    }
}
