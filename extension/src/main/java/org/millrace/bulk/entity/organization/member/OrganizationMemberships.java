package org.millrace.bulk.entity.organization.member;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.models.GroupModel;
import org.keycloak.models.MembershipMetadata;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.UserProvider;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.representations.idm.MembershipType;
import org.millrace.bulk.entity.Restorable.Change;
import org.millrace.bulk.entity.group.container.StoredGroups;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.StateParts;
import org.millrace.bulk.undo.StateParts.PartKey;
import org.millrace.bulk.writer.ConcurrentChangeException;
import org.millrace.bulk.writer.OrganizationAccess;
import org.millrace.bulk.writer.ReferencedRows.Table;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.bulk.writer.model.StateJson;
import org.millrace.server.JpaSession;
import org.millrace.server.KeycloakBridge;
import org.millrace.server.Sql;
import org.millrace.server.UserCacheInvalidation;

/**
 * Memberships of users in organizations, as an undo compares and restores them: a managed member who is removed is not deleted. For one
 * session and its thread.
 *
 * <p>One long class: reads and writes of the same rows.
 */
public final class OrganizationMemberships {

    /** A membership: the id of the organization, and that of the user. */
    public static final String TYPE = StateParts.MEMBERSHIP;

    private final ChunkSession in;

    /** Memberships in the session of a chunk. */
    public OrganizationMemberships(ChunkSession in) {
        this.in = in;
    }

    /**
     * The membership of a user.
     *
     * @param groups ids of the groups inside the organization that the user is in, in their order
     */
    record Membership(boolean managed, List<String> groups) {
        MembershipMetadata metadata() {
            return new MembershipMetadata(managed ? MembershipType.MANAGED : MembershipType.UNMANAGED);
        }
    }

    private record StoredGroup(String userId, String id, boolean managed, boolean isOrganization) {}

    /** The key of a user's membership in an organization. */
    public static PartKey key(String organizationId, UserModel user) {
        return new PartKey(TYPE, organizationId, user.getId());
    }

    /** The memberships among some keys as JSON; {@link StateJson#ABSENT} if the user is no member. */
    public Map<PartKey, String> states(List<PartKey> keys) {
        Map<String, List<String>> users = new HashMap<>();
        keys.stream()
                .filter(key -> key.type().equals(TYPE))
                .forEach(key ->
                        users.computeIfAbsent(key.id(), id -> new ArrayList<>()).add(key.required()));
        Map<PartKey, String> states = new HashMap<>();
        users.forEach((organization, ids) -> {
            Map<String, Membership> memberships = memberships(organization, ids);
            ids.forEach(id -> states.put(
                    new PartKey(TYPE, organization, id),
                    Optional.ofNullable(memberships.get(id))
                            .map(StateJson::text)
                            .orElse(StateJson.ABSENT)));
        });
        return states;
    }

    /** The memberships by the ids of the users. */
    private Map<String, Membership> memberships(String organizationId, Collection<String> userIds) {
        JpaSession.flush(in.session());
        Map<String, List<StoredGroup>> stored = new HashMap<>();
        try (Connection connection = in.database().connection()) {
            for (List<String> some : Sql.inParts(userIds)) {
                read(connection, organizationId, some)
                        .forEach(group -> stored.computeIfAbsent(group.userId(), id -> new ArrayList<>())
                                .add(group));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the memberships of users cannot be read", e);
        }
        Map<String, Membership> memberships = new HashMap<>();
        stored.forEach((id, groups) -> membership(groups).ifPresent(each -> memberships.put(id, each)));
        return memberships;
    }

    private List<StoredGroup> read(Connection connection, String organizationId, List<String> userIds)
            throws SQLException {
        String from = " m JOIN " + in.database().table("keycloak_group") + " g ON g.id = m.group_id JOIN "
                + in.database().table("org") + " o ON " + KeycloakBridge.organizationOfGroup("o", "g")
                + " WHERE o.id = ? AND m.user_id IN " + Sql.marks(userIds.size());
        String sql = "SELECT m.user_id, m.group_id, m.membership_type, o.group_id FROM "
                + in.database().table("user_group_membership") + from
                + " UNION ALL SELECT m.user_id, m.group_id, 'UNMANAGED', o.group_id FROM "
                + in.database().table("fed_user_group_membership") + from;
        List<String> parameters = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            parameters.add(organizationId);
            parameters.addAll(userIds);
        }
        return new Sql(connection, sql, parameters.toArray())
                .all(row -> new StoredGroup(
                        row.getString(1),
                        row.getString(2),
                        "MANAGED".equals(row.getString(3)),
                        row.getString(2).equals(row.getString(4))));
    }

    private static Optional<Membership> membership(List<StoredGroup> stored) {
        List<String> groups = stored.stream()
                .filter(group -> !group.isOrganization())
                .map(StoredGroup::id)
                .sorted()
                .toList();
        return stored.stream()
                .filter(StoredGroup::isOrganization)
                .findFirst()
                .map(own -> new Membership(own.managed(), groups));
    }

    /** A membership that may be restored. */
    private record Restored(UserModel user, Optional<Membership> before, Optional<Membership> target) {}

    /**
     * Gives users the memberships of states, or none, in one organization.
     *
     * @return the reasons why not, of the first that cannot be restored; empty if all are restored
     */
    public List<Violation> restore(String organizationId, List<Change> changes) {
        JpaSession.loadUsers(
                in.session(),
                changes.stream().map(change -> change.key().required()).toList());
        OrganizationModel organization = organization(organizationId);
        List<Restored> restored = new ArrayList<>(changes.size());
        for (Change change : changes) {
            UserModel user =
                    in.session().users().getUserById(in.realm(), change.key().required());
            if (organization == null) {
                return List.of(deleted());
            }
            if (user == null) {
                return List.of(in.permissions().users().canView() ? deleted() : Members.forbiddenRestoration());
            }
            Optional<Membership> before = membership(change.now());
            Optional<Membership> target = membership(change.state());
            if (!OrganizationAccess.mayManage(in.permissions(), organization) || !mayRestore(user, before, target)) {
                return List.of(Members.forbiddenRestoration());
            }
            if (!groups(target).stream().allMatch(this::exists)) {
                return List.of(deleted());
            }
            restored.add(new Restored(user, before, target));
        }
        if (organization != null) {
            write(organization, restored);
        }
        return List.of();
    }

    private boolean exists(String groupId) {
        return in.session().groups().getGroupById(in.realm(), groupId) != null;
    }

    /** The state of a membership is the same with and without the user and groups that it does not include. */
    private static Violation deleted() {
        return Violation.of(
                "changed-since-import", "members", "The organization, group or user of a membership no longer exists");
    }

    private static Optional<Membership> membership(String state) {
        return state.equals(StateJson.ABSENT) ? Optional.empty() : Optional.of(StateJson.read(state, Membership.class));
    }

    /** Whether the caller may import the same change: fine-grained permissions separate groups from the rest. */
    private boolean mayRestore(UserModel user, Optional<Membership> before, Optional<Membership> target) {
        boolean sameMembership = before.map(Membership::managed).equals(target.map(Membership::managed));
        boolean sameGroups = groups(before).equals(groups(target));
        return (sameMembership || in.permissions().users().canManage(user))
                && (sameGroups || in.permissions().users().canManageGroupMembership(user));
    }

    private static List<String> groups(Optional<Membership> membership) {
        return membership.map(Membership::groups).orElse(List.of());
    }

    private void write(OrganizationModel organization, List<Restored> restored) {
        Writing writing = new Writing(organization);
        restored.forEach(writing::add);
        writing.rows.write();
        List<UserModel> users = restored.stream().map(Restored::user).toList();
        UserCacheInvalidation.evict(in.session(), in.realm(), users);
        UserCacheInvalidation.invalidateMemberships(
                in.session(),
                in.realm(),
                organization.getId(),
                // A method reference would name the interface that declares the method, which Keycloak 26.4 does not
                // have.
                users.stream().map(user -> user.getId()).toList());
    }

    /** Memberships of one organization that are written together. */
    private final class Writing {
        private final OrganizationModel organization;
        private final GroupModel own;
        private final MembershipRows rows;

        private Writing(OrganizationModel organization) {
            this.organization = organization;
            this.own = groupOf(organization);
            this.rows = new MembershipRows(in, organization);
        }

        private void add(Restored each) {
            UserModel stored = stored(each.user());
            if (each.target().isEmpty()) {
                each.before().ifPresent(membership -> leave(stored, membership));
            } else if (each.before().isEmpty()) {
                join(stored, each.target().get());
            } else {
                change(stored, each.before().get(), each.target().get());
            }
        }

        private void leave(UserModel user, Membership before) {
            before.groups().forEach(id -> rows.leave(user, group(id)));
            rows.leave(user, own);
            // As OrganizationProvider.removeMember, which would delete a managed member.
            rows.afterwards(
                    () -> OrganizationModel.OrganizationMemberLeaveEvent.fire(organization, user, in.session()));
            in.audit("removed user " + user.getId() + " from organization " + organization.getId());
            Members.tell(in, OperationType.DELETE, organization, user.getId());
        }

        private void join(UserModel user, Membership target) {
            joinOwn(user, target);
            rows.afterwards(() -> OrganizationModel.OrganizationMemberJoinEvent.fire(organization, user, in.session()));
            in.audit("added user " + user.getId() + " to organization " + organization.getId());
            Members.tell(in, OperationType.CREATE, organization);
            target.groups().forEach(id -> join(user, id));
        }

        private void joinOwn(UserModel user, Membership target) {
            rows.join(user, own, target.metadata());
            in.refersTo(Table.GROUP, own.getId());
        }

        private void change(UserModel user, Membership before, Membership target) {
            if (before.managed() != target.managed()) {
                rows.leave(user, own);
                joinOwn(user, target);
            }
            TreeSet<String> left = new TreeSet<>(before.groups());
            target.groups().forEach(left::remove);
            left.forEach(id -> {
                GroupModel group = group(id);
                rows.leave(user, group);
                tell(OperationType.DELETE, organization, group, user);
                in.audit("removed user " + user.getId() + " from group " + id);
            });
            TreeSet<String> joined = new TreeSet<>(target.groups());
            before.groups().forEach(joined::remove);
            joined.forEach(id -> join(user, id));
        }

        private void join(UserModel user, String groupId) {
            GroupModel group = group(groupId);
            rows.join(user, group, new MembershipMetadata(MembershipType.UNMANAGED));
            in.refersTo(Table.GROUP, groupId);
            tell(OperationType.CREATE, organization, group, user);
            in.audit("added user " + user.getId() + " to group " + groupId);
        }
    }

    /** Has the managed members leave an organization: Keycloak would delete them with the organization. */
    public void release(String organizationId) {
        OrganizationModel organization = organization(organizationId);
        if (organization == null) {
            return;
        }
        List<String> managed = new ArrayList<>();
        new StoredGroups(in.database(), in.realm().getId())
                .members(groupOf(organization).getId())
                .forEach((id, isManaged) -> {
                    if (isManaged) {
                        managed.add(id);
                    }
                });
        JpaSession.loadUsers(in.session(), managed);
        List<Restored> released = new ArrayList<>();
        memberships(organizationId, managed).forEach((id, membership) -> {
            UserModel user = in.session().users().getUserById(in.realm(), id);
            // A user who was deleted meanwhile is no member.
            if (user != null) {
                released.add(new Restored(user, Optional.of(membership), Optional.empty()));
            }
        });
        write(organization, released);
    }

    /** Users from Keycloak's cache lack the type of a membership. */
    private UserModel stored(UserModel user) {
        UserModel stored = in.session().getProvider(UserProvider.class).getUserById(in.realm(), user.getId());
        return stored == null ? DryRunMember.of(in, user) : stored;
    }

    private @Nullable OrganizationModel organization(String id) {
        OrganizationProvider organizations = in.session().getProvider(OrganizationProvider.class);
        return organizations == null ? null : organizations.getById(id);
    }

    private GroupModel groupOf(OrganizationModel organization) {
        return KeycloakBridge.groupOf(in.session(), in.realm(), organization);
    }

    private GroupModel group(String id) {
        return present(in.session().groups().getGroupById(in.realm(), id));
    }

    private static <T> T present(@Nullable T found) {
        if (found == null) {
            throw new ConcurrentChangeException("an organization, a group or a user was removed");
        }
        return found;
    }

    private void tell(OperationType operation, OrganizationModel organization, GroupModel group, UserModel user) {
        in.tell(
                operation,
                KeycloakBridge.organizationGroupMembershipType(),
                () -> ModelToRepresentation.groupToBriefRepresentation(group),
                "organizations",
                organization.getId(),
                "groups",
                group.getId(),
                "members",
                user.getId());
    }
}
