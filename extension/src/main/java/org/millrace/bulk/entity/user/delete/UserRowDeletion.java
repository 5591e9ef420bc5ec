package org.millrace.bulk.entity.user.delete;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.UserLoginFailureProvider;
import org.keycloak.models.UserModel;
import org.millrace.bulk.chunk.Chunk;
import org.millrace.bulk.delete.AdministratorProtection;
import org.millrace.bulk.delete.EntityDeletion;
import org.millrace.bulk.entity.user.delete.NamedUsers.StoredUser;
import org.millrace.bulk.record.DeletionRecord;
import org.millrace.bulk.record.UserRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ConcurrentChangeException;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.Database;
import org.millrace.server.Federation;
import org.millrace.server.JpaSession;
import org.millrace.server.UserCacheInvalidation;
import org.millrace.server.UserRemovalCode;

/**
 * Deletes users of a chunk on PostgreSQL with one statement for each table, all at the end of the chunk. Users in whose removal other code
 * than that of {@link UserReferences} has a part are removed one by one through Keycloak's model.
 */
final class UserRowDeletion extends EntityDeletion<UserRecord, StoredUser> {
    private static final Logger LOG = Logger.getLogger(UserRowDeletion.class);

    /** Reasons that were logged. */
    private static final Set<String> LOGGED = ConcurrentHashMap.newKeySet();

    private final UserDeletion model;
    private final AdministratorProtection protection;
    private final NamedUsers users;
    private final Set<String> guarded;
    private final List<StoredUser> deleted = new ArrayList<>();
    private @Nullable Boolean maySeeAll;

    private UserRowDeletion(ChunkSession in, UserDeletion model, AdministratorProtection protection, NamedUsers users) {
        super(in);
        this.model = model;
        this.protection = protection;
        this.users = users;
        this.guarded = protection.guarded(users.ids());
    }

    /**
     * The deletion of the rows of a chunk's users; empty if the whole chunk has to be deleted through the model.
     *
     * @param model deletes single users
     */
    static Optional<UserRowDeletion> of(
            Chunk chunk, ChunkSession in, UserDeletion model, AdministratorProtection protection) {
        // A chunk that the database refuses is divided: its records end up in the model then.
        boolean possible = chunk.size() > 1
                && in.database().isPostgres()
                && chunk.kind().filter(UserRecord.class::equals).isPresent()
                && !Federation.isUsedBy(in.realm())
                // With this role the caller may delete every user; else it depends on the user.
                && in.permissions().hasOneAdminRole(AdminRoles.MANAGE_USERS)
                && !hasObstacle(in);
        if (!possible) {
            return Optional.empty();
        }
        List<UserRecord> records = chunk.items(DeletionRecord.class).stream()
                .map(item -> (UserRecord) item.named())
                .toList();
        return Optional.of(new UserRowDeletion(in, model, protection, NamedUsers.named(records, in)));
    }

    private static boolean hasObstacle(ChunkSession in) {
        Optional<String> obstacle =
                UserRemovalCode.obstacle(in.session()).or(() -> UserReferences.mismatch(in.database()));
        obstacle.filter(LOGGED::add)
                .ifPresent(reason -> LOG.infof(
                        "Users are deleted one by one through Keycloak's model, which is slower: %s", reason));
        return obstacle.isPresent();
    }

    @Override
    protected String word() {
        return model.word();
    }

    @Override
    @Nullable
    protected String id(UserRecord item) {
        return model.id(item);
    }

    @Override
    @Nullable
    protected String name(UserRecord item) {
        return model.name(item);
    }

    @Override
    @Nullable
    protected StoredUser byId(UserRecord item, String id) {
        return users.byId(id);
    }

    @Override
    @Nullable
    protected StoredUser byName(UserRecord item, String name) {
        return users.byName(name);
    }

    @Override
    protected String idOf(StoredUser user) {
        return user.id();
    }

    @Override
    protected boolean mayDelete(StoredUser user) {
        return true;
    }

    @Override
    protected boolean maySeeAll(UserRecord item) {
        if (maySeeAll == null) {
            maySeeAll = model.maySeeAll(item);
        }
        return maySeeAll;
    }

    @Override
    @Nullable
    protected String nameKey() {
        return model.nameKey();
    }

    @Override
    protected Optional<Violation> refusal(StoredUser user) {
        return guarded.contains(user.id()) ? protection.refusal(inModel(user)) : Optional.empty();
    }

    @Override
    protected boolean remove(StoredUser user) {
        users.remove(user);
        if (users.isModelOnly(user) || guarded.contains(user.id())) {
            return model.remove(inModel(user));
        }
        in().audit("deleted user " + user.id());
        return deleted.add(user);
    }

    private UserModel inModel(StoredUser user) {
        UserModel found = in().unfiltered(
                        () -> Optional.ofNullable(in().session().users().getUserById(in().realm(), user.id())))
                .orElse(null);
        if (found == null) {
            throw new ConcurrentChangeException("a user was removed between two queries");
        }
        return found;
    }

    /**
     * Deletes the rows of the users that were found. To be called once, after the records of the chunk.
     *
     * @throws IllegalStateException if the database refuses the statements
     */
    void removeRows() {
        if (deleted.isEmpty()) {
            return;
        }
        KeycloakSession session = in().session();
        Database database = in().database();
        String realmId = in().realm().getId();
        List<String> ids = deleted.stream().map(StoredUser::id).sorted().toList();
        // What the model has changed comes first: the statements do not see what it holds back.
        JpaSession.flush(session);
        JpaSession.waitForDisk(session);
        Map<String, Map<String, String>> links = users.links(ids);
        Map<String, Set<String>> offline = users.sessions(ids, true);
        Map<String, Set<String>> online = users.sessions(ids, false);
        try (Connection connection = database.connection()) {
            boolean workflowStates = UserRemovalCode.deletesWorkflowStates(session);
            if (UserReferences.delete(connection, database, ids, realmId, workflowStates) != ids.size()) {
                throw new ConcurrentChangeException("a user was removed between two queries");
            }
        } catch (SQLException e) {
            throw new IllegalStateException("the database refused the deletion of users", e);
        }
        UserCacheInvalidation.forgetRemoved(
                session,
                in().realm(),
                deleted.stream()
                        .map(user -> new UserCacheInvalidation.Removed(
                                user.id(), user.username(), user.email(), links.getOrDefault(user.id(), Map.of())))
                        .toList());
        UserRemovalCode.removeCachedSessions(session, offline, true);
        UserRemovalCode.removeCachedSessions(session, online, false);
        UserLoginFailureProvider failures = Objects.requireNonNull(session.loginFailures());
        ids.forEach(id -> failures.removeUserLoginFailure(in().realm(), id));
    }
}
