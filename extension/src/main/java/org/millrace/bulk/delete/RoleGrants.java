package org.millrace.bulk.delete;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.keycloak.models.GroupModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.JpaSession;
import org.millrace.server.Sql;

/**
 * What gives users of a realm a role. Immutable.
 *
 * @param roles ids of the role and of the roles that contain it
 * @param groups ids of the groups with such a role, and of the groups below them
 */
record RoleGrants(Set<String> roles, Set<String> groups) {
    /**
     * Reads them, with the changes of the session.
     *
     * @param without ids of roles that do not count
     */
    static RoleGrants of(RoleModel role, Set<String> without, ChunkSession in) {
        Set<String> roles = new HashSet<>();
        List<String> found = List.of(role.getId());
        JpaSession.flush(in.session());
        try (Connection connection = in.database().connection()) {
            while (!found.isEmpty()) {
                List<String> added = found.stream()
                        .filter(id -> !without.contains(id) && roles.add(id))
                        .toList();
                found = new ArrayList<>();
                for (List<String> some : Sql.inParts(added)) {
                    found.addAll(Sql.in(
                                    connection,
                                    "SELECT composite FROM " + in.database().table("composite_role")
                                            + " WHERE child_role IN ",
                                    some)
                            .all(row -> row.getString(1)));
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the roles that contain an administrator's role cannot be read", e);
        }
        Set<String> groups = in.unfiltered(() -> models(roles, in.realm())
                .flatMap(each -> in.session().groups().getGroupsByRoleStream(in.realm(), each, null, null))
                // Groups of organizations give their members no roles.
                .filter(group -> group.getType() == GroupModel.Type.REALM)
                .flatMap(RoleGrants::withGroupsBelow)
                .map(GroupModel::getId)
                .collect(Collectors.toSet()));
        return new RoleGrants(roles, groups);
    }

    /** A group and all groups below it. */
    static Stream<GroupModel> withGroupsBelow(GroupModel group) {
        return Stream.concat(Stream.of(group), group.getSubGroupsStream().flatMap(RoleGrants::withGroupsBelow));
    }

    /** The same without some groups. */
    RoleGrants withoutGroups(Set<String> removed) {
        Set<String> remaining = new HashSet<>(groups);
        remaining.removeAll(removed);
        return new RoleGrants(roles, remaining);
    }

    /** Whether one of the ids is that of a role or group that gives the role. */
    boolean include(Collection<String> ids) {
        return ids.stream().anyMatch(id -> roles.contains(id) || groups.contains(id));
    }

    /** The enabled users with the role; some may come more than once. */
    Stream<UserModel> users(ChunkSession in) {
        RealmModel realm = in.realm();
        return Stream.concat(
                        models(roles, realm)
                                .flatMap(role -> in.session().users().getRoleMembersStream(realm, role)),
                        groups.stream()
                                .map(id -> in.session().groups().getGroupById(realm, id))
                                .filter(Objects::nonNull)
                                .flatMap(group -> in.session().users().getGroupMembersStream(realm, group)))
                .filter(UserModel::isEnabled);
    }

    private static Stream<RoleModel> models(Set<String> ids, RealmModel realm) {
        return ids.stream().map(realm::getRoleById).filter(Objects::nonNull);
    }
}
