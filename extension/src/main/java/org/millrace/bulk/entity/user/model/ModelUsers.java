package org.millrace.bulk.entity.user.model;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.keycloak.credential.CredentialModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.millrace.bulk.entity.user.profile.MemberDomainConstraint;
import org.millrace.bulk.entity.user.profile.PendingUser;
import org.millrace.bulk.entity.user.profile.UserLookup;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserAssociations.Membership;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.entity.user.state.UserState.Attribute;
import org.millrace.bulk.entity.user.state.UserState.StoredCredential;
import org.millrace.bulk.record.user.FederatedIdentityRecord;
import org.millrace.bulk.writer.ConcurrentChangeException;
import org.millrace.bulk.writer.id.TakenIds;
import org.millrace.server.Database;
import org.millrace.server.KeycloakBridge;
import org.millrace.server.Sql;

/** The users as the session sees them, which includes those that it has just added or changed. */
final class ModelUsers implements UserLookup {
    private static final List<String> COLUMNS =
            List.of(UserModel.USERNAME, UserModel.EMAIL, UserModel.FIRST_NAME, UserModel.LAST_NAME);

    private final KeycloakSession session;
    private final RealmModel realm;
    private final Database database;
    /** By user, as far as they were read together. */
    private final Map<String, Map<String, Boolean>> managers = new HashMap<>();

    ModelUsers(KeycloakSession session, RealmModel realm, Database database) {
        this.database = database;
        this.session = session;
        this.realm = realm;
    }

    @Override
    public Optional<String> byId(String id) {
        return id(session.users().getUserById(realm, id));
    }

    /** The model looks into one realm only, and ids are unique in all. */
    @Override
    public Optional<String> realmOf(String id) {
        return new TakenIds(database).realm("user_entity", id);
    }

    @Override
    public boolean isSurelyUntaken(String key) {
        return false;
    }

    @Override
    public Optional<String> byUsername(String username) {
        return id(session.users().getUserByUsername(realm, username));
    }

    @Override
    public Optional<String> byEmail(String email) {
        return id(session.users().getUserByEmail(realm, email));
    }

    @Override
    public boolean hasVerifiedEmail(String id) {
        return model(id).isEmailVerified();
    }

    @Override
    public UserState state(String id) {
        UserModel user = model(id);
        Map<String, List<String>> attributes = new TreeMap<>(user.getAttributes());
        COLUMNS.forEach(attributes.keySet()::remove);
        List<Attribute> values = new ArrayList<>();
        attributes.forEach((name, list) ->
                list.stream().filter(Objects::nonNull).forEach(value -> values.add(new Attribute(name, value))));
        Long created = user.getCreatedTimestamp();
        return new UserState(
                id,
                user.getUsername(),
                user.getEmail(),
                user.getFirstName(),
                user.getLastName(),
                user.isEnabled(),
                user.isEmailVerified(),
                created == null ? 0 : created,
                session.users().getNotBeforeOfUser(realm, user),
                user.getFederationLink(),
                values,
                user.credentialManager()
                        .getStoredCredentialsStream()
                        .map(ModelUsers::stored)
                        .toList(),
                user.getRoleMappingsStream().map(RoleModel::getId).collect(Collectors.toSet()),
                user.getGroupsStream()
                        .filter(group -> group.getType() == GroupModel.Type.REALM)
                        .map(GroupModel::getId)
                        .collect(Collectors.toSet()),
                user.getRequiredActionsStream().collect(Collectors.toSet()),
                links(user),
                user.getServiceAccountClientLink(),
                null);
    }

    @Override
    public UserAssociations associations(UserState user) {
        UserModel stored = session.users().getUserById(realm, user.id());
        return user.associations() != null || stored == null
                ? Objects.requireNonNullElse(user.associations(), UserAssociations.NONE)
                : new ModelAssociations(session, realm, stored).read(memberships(user.id()));
    }

    private List<Membership> memberships(String userId) {
        String sql = "SELECT m.group_id, m.membership_type, o.id, o.group_id FROM "
                + database.table("user_group_membership") + " m JOIN " + database.table("keycloak_group")
                + " g ON g.id = m.group_id JOIN " + database.table("org") + " o ON "
                + KeycloakBridge.organizationOfGroup("o", "g") + " WHERE m.user_id = ?";
        Map<String, String> ownGroups = new TreeMap<>();
        Map<String, Boolean> managed = new HashMap<>();
        Map<String, Set<String>> inside = new HashMap<>();
        try (Connection connection = database.connection();
                PreparedStatement query = connection.prepareStatement(sql)) {
            query.setString(1, userId);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    String organization = rows.getString(3);
                    if (rows.getString(1).equals(rows.getString(4))) {
                        ownGroups.put(organization, rows.getString(4));
                        managed.put(organization, "MANAGED".equals(rows.getString(2)));
                    } else {
                        inside.computeIfAbsent(organization, id -> new HashSet<>())
                                .add(rows.getString(1));
                    }
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database did not say which organizations a user is in", e);
        }
        List<Membership> memberships = new ArrayList<>();
        ownGroups.forEach((organization, group) -> memberships.add(new Membership(
                organization,
                group,
                managed.getOrDefault(organization, false),
                inside.getOrDefault(organization, Set.of()))));
        return memberships;
    }

    private static StoredCredential stored(CredentialModel credential) {
        return new StoredCredential(
                credential.getId(),
                credential.getType(),
                credential.getUserLabel(),
                credential.getCreatedDate(),
                credential.getSecretData(),
                credential.getCredentialData());
    }

    /** As {@code Organizations.isReadOnlyOrganizationMember} has it, which leaves the session with other ideas of the user. */
    @Override
    public boolean isReadOnly(String id) {
        Map<String, Boolean> managing = managing(id);
        return realm.isOrganizationsEnabled() ? managing.containsValue(false) : !managing.isEmpty();
    }

    @Override
    public MemberDomainConstraint bonds(String id) {
        UserModel user = session.users().getUserById(realm, id);
        Set<String> managing = managing(id).keySet();
        return user == null || managing.isEmpty()
                ? MemberDomainConstraint.NONE
                : MemberDomainConstraint.of(managing, links(user));
    }

    /** Reads which organizations manage users of whom {@link #isReadOnly} is going to be asked, with one query for many of them. */
    void readManagers(Collection<String> ids) {
        managers.putAll(managing(ids));
    }

    /** The organizations that have a user as a managed member, and whether they are enabled. */
    private Map<String, Boolean> managing(String id) {
        Map<String, Boolean> read = managers.get(id);
        return read == null ? managing(List.of(id)).getOrDefault(id, Map.of()) : read;
    }

    private Map<String, Map<String, Boolean>> managing(Collection<String> ids) {
        String sql = "SELECT m.user_id, o.id, o.enabled FROM " + database.table("user_group_membership") + " m JOIN "
                + database.table("org")
                + " o ON o.group_id = m.group_id WHERE m.membership_type = 'MANAGED' AND m.user_id IN ";
        Map<String, Map<String, Boolean>> managing = new HashMap<>();
        ids.forEach(id -> managing.put(id, new HashMap<>()));
        try (Connection connection = database.connection()) {
            for (List<String> some : Sql.inParts(ids)) {
                Sql.in(connection, sql, some)
                        .all(row -> managing.computeIfAbsent(row.getString(1), id -> new HashMap<>())
                                .merge(row.getString(2), row.getBoolean(3), Boolean::logicalAnd));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database did not say which organizations manage users", e);
        }
        return managing;
    }

    private List<FederatedIdentityRecord> links(UserModel user) {
        return session.users()
                .getFederatedIdentitiesStream(realm, user)
                .map(link ->
                        new FederatedIdentityRecord(link.getIdentityProvider(), link.getUserId(), link.getUserName()))
                .toList();
    }

    @Override
    public UserModel model(UserState user) {
        UserModel model = session.users().getUserById(realm, user.id());
        return model == null ? PendingUser.of(user) : model;
    }

    private UserModel model(String id) {
        UserModel user = session.users().getUserById(realm, id);
        if (user == null) {
            throw new ConcurrentChangeException("a user was removed between two queries");
        }
        return user;
    }

    private static Optional<String> id(@Nullable UserModel user) {
        return Optional.ofNullable(user).map(found -> found.getId());
    }
}
