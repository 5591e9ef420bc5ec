package org.millrace.bulk.entity.organization.member;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.keycloak.models.GroupModel;
import org.keycloak.models.MembershipMetadata;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.UserModel;
import org.keycloak.storage.StorageId;
import org.millrace.bulk.writer.ConcurrentChangeException;
import org.millrace.bulk.writer.DatabaseFaults;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.JpaSession;
import org.millrace.server.KeycloakBridge;
import org.millrace.server.Sql;

/**
 * Users who leave and join the groups of one organization. Rows are written together, one statement for each group and block of users, where
 * Keycloak's model queries and flushes for each. Then the events of the model are fired. For one session and its thread.
 */
final class MembershipRows {
    private final ChunkSession in;
    private final OrganizationModel organization;
    /** Ids of users by those of the groups. */
    private final Map<String, List<String>> left = new LinkedHashMap<>();

    private final List<Joined> joined = new ArrayList<>();
    private final List<Runnable> events = new ArrayList<>();

    MembershipRows(ChunkSession in, OrganizationModel organization) {
        this.in = in;
        this.organization = organization;
    }

    private record Joined(String groupId, String userId, MembershipMetadata metadata) {}

    /** Has a user leave a group. */
    void leave(UserModel user, GroupModel group) {
        if (StorageId.isLocalStorage(user.getId())) {
            left.computeIfAbsent(group.getId(), id -> new ArrayList<>()).add(user.getId());
            events.add(() -> KeycloakBridge.fireGroupMemberLeave(group, user, in.session()));
        } else {
            events.add(() -> user.leaveGroup(group));
        }
    }

    /** Has a user join a group. */
    void join(UserModel user, GroupModel group, MembershipMetadata metadata) {
        if (StorageId.isLocalStorage(user.getId())) {
            joined.add(new Joined(group.getId(), user.getId(), metadata));
            events.add(() -> GroupModel.GroupMemberJoinEvent.fire(group, user, in.session()));
        } else {
            events.add(() -> user.joinGroup(group, metadata));
        }
    }

    /** Runs something after the events so far. */
    void afterwards(Runnable event) {
        events.add(event);
    }

    /**
     * Writes the rows, and fires the events with the organization in the session's context, as {@code JpaOrganizationProvider} does.
     *
     * @throws ConcurrentChangeException if a user has left or joined a group meanwhile
     */
    void write() {
        if (!left.isEmpty() || !joined.isEmpty()) {
            JpaSession.flush(in.session());
            JpaSession.waitForDisk(in.session());
            try (Connection connection = in.database().connection()) {
                for (Map.Entry<String, List<String>> group : left.entrySet()) {
                    delete(connection, group.getKey(), group.getValue());
                }
                insert(connection);
            } catch (SQLException e) {
                if (DatabaseFaults.isDuplicate(e)) {
                    throw new ConcurrentChangeException("a user joined a group");
                }
                throw new IllegalStateException("the memberships of users cannot be written", e);
            }
        }
        OrganizationModel before = in.session().getContext().getOrganization();
        in.session().getContext().setOrganization(organization);
        try {
            events.forEach(Runnable::run);
        } finally {
            in.session().getContext().setOrganization(before);
        }
    }

    private void delete(Connection connection, String groupId, Collection<String> userIds) throws SQLException {
        for (List<String> some : Sql.inParts(userIds)) {
            String sql = "DELETE FROM " + in.database().table("user_group_membership")
                    + " WHERE group_id = ? AND user_id IN " + Sql.marks(some.size());
            Object[] parameters =
                    Stream.concat(Stream.of(groupId), some.stream()).toArray();
            if (new Sql(connection, sql, parameters).update() != some.size()) {
                throw new ConcurrentChangeException("a user left a group");
            }
        }
    }

    private void insert(Connection connection) throws SQLException {
        if (joined.isEmpty()) {
            return;
        }
        String sql = "INSERT INTO " + in.database().table("user_group_membership")
                + " (group_id, user_id, membership_type) VALUES (?, ?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (Joined each : joined) {
                statement.setString(1, each.groupId());
                statement.setString(2, each.userId());
                statement.setString(3, each.metadata().getMembershipType().name());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }
}
