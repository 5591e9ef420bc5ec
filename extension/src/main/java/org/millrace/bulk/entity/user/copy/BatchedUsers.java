package org.millrace.bulk.entity.user.copy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.entity.user.copy.StoredUsers.ManagedMember;
import org.millrace.bulk.entity.user.profile.Federation;
import org.millrace.bulk.entity.user.profile.KnownUsers;
import org.millrace.bulk.entity.user.profile.MemberDomainConstraint;
import org.millrace.bulk.entity.user.profile.PendingUser;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.AssociationsRecord;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.writer.ConcurrentChangeException;
import org.millrace.bulk.writer.copy.RowLocks;
import org.millrace.server.Database;

/**
 * The users that share a key with the chunk, read with one query for the whole chunk, and those that the chunk adds. A name is
 * looked up as an email address too and vice versa, as realms with login by email require.
 */
final class BatchedUsers implements KnownUsers {
    private final Map<String, String> idByUsername = new HashMap<>();
    private final Map<String, String> idByEmail = new HashMap<>();
    private final Set<String> ids = new HashSet<>();
    private final Set<String> verified = new HashSet<>();
    private final Map<String, String> realmsOfOthers = new HashMap<>();
    private final String realmId;
    private final UserKeys asked;
    private final Map<String, UserState> stored = new HashMap<>();
    private final Map<String, Set<String>> managers = new HashMap<>();
    private final Set<String> readOnly = new HashSet<>();
    private final Map<String, UserState> pending = new LinkedHashMap<>();

    private final boolean federated;

    private BatchedUsers(RealmModel realm) {
        this.realmId = realm.getId();
        this.asked = new UserKeys(realm.isLoginWithEmailAllowed() || realm.isRegistrationEmailAsUsername());
        this.federated = Federation.isUsedBy(realm);
    }

    /**
     * Looks up all keys of a chunk in one batch.
     *
     * @param changing whether existing users may be changed, so that all of their data is read
     */
    static BatchedUsers of(Chunk chunk, Connection connection, Database database, RealmModel realm, boolean changing)
            throws SQLException {
        BatchedUsers users = new BatchedUsers(realm);
        boolean associated = false;
        // Users that Keycloak created for clients are updated with every option.
        boolean accounts = false;
        for (Entry entry : chunk.entries()) {
            if (entry instanceof Entry.Readable readable && readable.item() instanceof UserRecord user) {
                users.asked.add(user);
                associated |= user.associations() != AssociationsRecord.NONE;
                accounts |= user.associations().serviceAccountClientId() != null;
            }
        }
        users.asked.read(connection, database.table("user_entity"), realm.getId(), users::remember);
        if (changing || accounts) {
            users.readStored(connection, database, realm);
        }
        if (associated && !users.stored.isEmpty()) {
            Map<String, UserAssociations> associations =
                    StoredAssociations.read(users.stored.keySet(), connection, database);
            users.stored.replaceAll((id, user) -> user.with(associations.getOrDefault(id, UserAssociations.NONE)));
        }
        return users;
    }

    private void readStored(Connection connection, Database database, RealmModel realm) throws SQLException {
        if (ids.isEmpty()) {
            return;
        }
        if (RowLocks.lock(ids, connection, database).size() < ids.size()) {
            throw new ConcurrentChangeException("a user was removed between two queries");
        }
        stored.putAll(StoredUsers.read(ids, connection, database));
        for (ManagedMember member : StoredUsers.managed(ids, connection, database)) {
            managers.computeIfAbsent(member.userId(), id -> new HashSet<>()).add(member.organizationId());
            // As Organizations.isReadOnlyOrganizationMember has it.
            if (!member.enabled() || !realm.isOrganizationsEnabled()) {
                readOnly.add(member.userId());
            }
        }
        // A name or address that changed before the lock: the chunk's keys are those of before.
        for (UserState user : stored.values()) {
            if (!user.id().equals(idByUsername.get(user.username()))) {
                throw new ConcurrentChangeException("a user was renamed between two queries");
            }
        }
    }

    private void remember(ResultSet row) throws SQLException {
        String id = row.getString(1);
        if (!realmId.equals(row.getString(4))) {
            realmsOfOthers.put(id, row.getString(4));
            return;
        }
        ids.add(id);
        String username = row.getString(2);
        String email = row.getString(3);
        if (username != null) {
            idByUsername.put(username, id);
        }
        if (email != null) {
            idByEmail.put(email, id);
        }
        if (row.getBoolean(5)) {
            verified.add(id);
        }
    }

    @Override
    public Optional<String> byId(String id) {
        return ids.contains(id) ? Optional.of(id) : Optional.empty();
    }

    @Override
    public Optional<String> realmOf(String id) {
        return ids.contains(id) ? Optional.of(realmId) : Optional.ofNullable(realmsOfOthers.get(id));
    }

    @Override
    public boolean isSurelyUntaken(String key) {
        return asked.covers(key) && !federated && !idByUsername.containsKey(key) && !idByEmail.containsKey(key);
    }

    @Override
    public Optional<String> byUsername(String username) {
        return Optional.ofNullable(idByUsername.get(username));
    }

    @Override
    public Optional<String> byEmail(String email) {
        return Optional.ofNullable(idByEmail.get(email));
    }

    @Override
    public boolean hasVerifiedEmail(String id) {
        UserState user = pending.getOrDefault(id, stored.get(id));
        return user == null ? verified.contains(id) : user.emailVerified();
    }

    @Override
    public UserState state(String id) {
        UserState state = pending.getOrDefault(id, stored.get(id));
        if (state == null) {
            throw new IllegalStateException("user " + id + " was removed while users were being written");
        }
        return state;
    }

    /** For a user whom an earlier chunk of a dry run has read without associations, the database still has them. */
    @Override
    public UserAssociations associations(UserState user) {
        if (user.associations() != null) {
            return user.associations();
        }
        UserState inDatabase = stored.get(user.id());
        return inDatabase == null || inDatabase.associations() == null
                ? UserAssociations.NONE
                : inDatabase.associations();
    }

    @Override
    public boolean isReadOnly(String id) {
        return readOnly.contains(id);
    }

    @Override
    public MemberDomainConstraint bonds(String id) {
        UserState user = stored.get(id);
        Set<String> managing = managers.getOrDefault(id, Set.of());
        return user == null || managing.isEmpty()
                ? MemberDomainConstraint.NONE
                : MemberDomainConstraint.of(managing, user.federatedIdentities());
    }

    @Override
    public UserModel model(UserState user) {
        return PendingUser.of(user);
    }

    @Override
    public void add(UserState user) {
        ids.add(user.id());
        idByUsername.put(user.username(), user.id());
        if (user.email() != null) {
            idByEmail.put(user.email(), user.id());
        }
        pending.put(user.id(), user);
    }

    @Override
    public void change(UserChange change) {
        idByUsername.remove(change.current().username(), change.current().id());
        if (change.current().email() != null) {
            idByEmail.remove(change.current().email(), change.current().id());
        }
        add(change.target());
    }

    /** The users that are to be written because they are new. */
    List<UserState> added() {
        return pending.values().stream()
                .filter(user -> !stored.containsKey(user.id()))
                .toList();
    }

    /** Changes to existing users, accumulated over all records of the chunk. */
    List<UserChange> changed() {
        List<UserChange> changes = new ArrayList<>();
        for (UserState target : pending.values()) {
            UserState current = stored.get(target.id());
            if (current != null) {
                changes.add(new UserChange(current, target));
            }
        }
        return changes;
    }

    /** Whether the chunk has looked up this name, so that all users with it are known. */
    boolean knowsUsername(String username) {
        return asked.hasUsername(username);
    }

    /** Whether the chunk has looked up this email address, so that all users with it are known. */
    boolean knowsEmail(String email) {
        return asked.hasEmail(email);
    }

    /** The user with this id if the chunk itself adds or changes it. */
    Optional<UserModel> pending(String id) {
        return Optional.ofNullable(pending.get(id)).map(PendingUser::of);
    }
}
