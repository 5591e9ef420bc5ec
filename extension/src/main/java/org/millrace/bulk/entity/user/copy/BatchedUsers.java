package org.millrace.bulk.entity.user.copy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.entity.user.copy.StoredUsers.ManagedMember;
import org.millrace.bulk.entity.user.profile.MemberDomainConstraint;
import org.millrace.bulk.entity.user.profile.PendingUser;
import org.millrace.bulk.entity.user.profile.UserLookup;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserChanges;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.format.Entry;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.user.AssociationsRecord;
import org.millrace.bulk.writer.ConcurrentChangeException;
import org.millrace.bulk.writer.copy.RowLocks;
import org.millrace.server.Database;
import org.millrace.server.Federation;

/**
 * The users that share a key with the chunk, read with one query for the whole chunk, as the chunk's own changes leave them. A name is
 * looked up as an email address too and vice versa, as realms with login by email require.
 */
final class BatchedUsers implements UserLookup {
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
    private final UserChanges changes;
    private final boolean federated;

    private BatchedUsers(RealmModel realm, UserChanges changes) {
        this.changes = changes;
        this.realmId = realm.getId();
        this.asked = new UserKeys(realm.isLoginWithEmailAllowed() || realm.isRegistrationEmailAsUsername());
        this.federated = Federation.isUsedBy(realm);
    }

    /**
     * Looks up all keys of a chunk in one batch.
     *
     * @param changing whether existing users may be changed, so that all of their data is read
     * @param changes of this chunk
     */
    static BatchedUsers of(
            Chunk chunk,
            Connection connection,
            Database database,
            RealmModel realm,
            boolean changing,
            UserChanges changes)
            throws SQLException {
        BatchedUsers users = new BatchedUsers(realm, changes);
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
        if (RowLocks.lock(ids, realm.getId(), connection, database).size() < ids.size()) {
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
        return exists(id) ? Optional.of(id) : Optional.empty();
    }

    @Override
    public Optional<String> realmOf(String id) {
        return exists(id) ? Optional.of(realmId) : Optional.ofNullable(realmsOfOthers.get(id));
    }

    private boolean exists(String id) {
        return ids.contains(id) || changes.target(id).isPresent();
    }

    @Override
    public boolean isSurelyUntaken(String key) {
        return asked.covers(key)
                && !federated
                && byUsername(key).isEmpty()
                && byEmail(key).isEmpty();
    }

    @Override
    public Optional<String> byUsername(String username) {
        return changes.byUsername(username).or(() -> unchanged(idByUsername.get(username)));
    }

    @Override
    public Optional<String> byEmail(String email) {
        return changes.byEmail(email).or(() -> unchanged(idByEmail.get(email)));
    }

    /** A stored user whom the chunk changes has the keys that the change leaves. */
    private Optional<String> unchanged(@Nullable String id) {
        return id == null || changes.target(id).isPresent() ? Optional.empty() : Optional.of(id);
    }

    @Override
    public boolean hasVerifiedEmail(String id) {
        UserState user = changes.target(id).orElse(stored.get(id));
        return user == null ? verified.contains(id) : user.emailVerified();
    }

    @Override
    public UserState state(String id) {
        UserState state = changes.target(id).orElse(stored.get(id));
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
        return changes.target(id).map(PendingUser::of);
    }
}
