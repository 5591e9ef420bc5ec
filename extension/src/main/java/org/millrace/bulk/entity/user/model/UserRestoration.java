package org.millrace.bulk.entity.user.model;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.millrace.bulk.chunk.Outcomes;
import org.millrace.bulk.chunk.outcome.Outcome;
import org.millrace.bulk.entity.user.prepare.Prepared;
import org.millrace.bulk.entity.user.prepare.ReferenceLookup;
import org.millrace.bulk.entity.user.prepare.References;
import org.millrace.bulk.entity.user.prepare.UserAudit;
import org.millrace.bulk.entity.user.prepare.UserPreparation;
import org.millrace.bulk.entity.user.profile.DryRunState;
import org.millrace.bulk.entity.user.profile.PendingUser;
import org.millrace.bulk.entity.user.state.LockableUsers;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserFingerprint;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.bulk.entity.user.state.UserStateJson;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.record.UndoRecord;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.bulk.writer.ReferencedRows;
import org.millrace.bulk.writer.id.TimeOrderedIds;
import org.millrace.bulk.writer.model.ChunkSession;
import org.millrace.server.Database;
import org.millrace.server.Sql;
import org.millrace.server.UserCacheInvalidation;

/**
 * Gives users back the state they had before a job: with one statement for each table, or through Keycloak's model, which administrators
 * always take. Safe for use by several threads.
 *
 * <p>One long class: both ways compare, check and report alike.
 */
public final class UserRestoration {
    private final Database database;
    private final ImportScope scope;
    private final References references;
    private final @Nullable LockableUsers lockable;
    private final boolean writesRows;
    private final DryRunState dryRunState;
    private final UserListener listener;
    private final InstantSource clock = InstantSource.system();

    /**
     * Restores users of one undo job.
     *
     * @param lockable reads and writes many users at the same time; null if each is read and written through the model
     * @param writesRows whether it writes users, too: not in a realm with user federation, and not with an event for each user
     * @param dryRunState of a dry run in one session, or none
     * @param listener is called for each restored user
     */
    public UserRestoration(
            Database database,
            ImportScope scope,
            @Nullable LockableUsers lockable,
            boolean writesRows,
            DryRunState dryRunState,
            UserListener listener) {
        this.lockable = lockable;
        this.writesRows = writesRows;
        this.dryRunState = dryRunState;
        this.database = database;
        this.scope = scope;
        this.references = new References(scope.caller(), false);
        this.listener = listener;
    }

    /** Restores users in the session of a chunk. */
    public Open in(ChunkSession in) {
        return new Open(in);
    }

    /** Keeps administrators of the realm. */
    public interface Protection {
        /** Whether a role or group of the user gives the administrator role. */
        boolean concerns(UserState user);

        /** Why a user is not given a state; empty if the user is. */
        Optional<Violation> refusal(UserState current, UserState target);
    }

    /** The restoration of users in one session. For its thread. */
    public final class Open {
        private final ChunkSession in;
        private final KeycloakSession session;
        private final RealmModel realm;
        private final ModelUsers known;
        private final ReferenceLookup lookup;
        private final UserPreparation preparation;
        /** Restored users that a dry run does not write. */
        private final DryRunState predicted;
        /** Users that are locked, as their rows are. */
        private final Map<String, UserState> locked = new HashMap<>();
        /** Users that are to be deleted after the restoration. */
        private final Set<String> deleted = new HashSet<>();
        /** By id of a restored user, ids of users to be deleted that still have its former username or email address as their login. */
        private final Map<String, Set<String>> holders = new HashMap<>();
        /** Changes of locked users that are not written yet, by id. */
        private final Map<String, UserChange> changes = new LinkedHashMap<>();

        private Open(ChunkSession in) {
            this.in = in;
            this.session = in.session();
            this.realm = in.realm();
            this.known = new ModelUsers(session, realm, database);
            this.lookup = references.in(session, realm);
            this.predicted = dryRunState.in(session);
            this.preparation = new UserPreparation(
                    session,
                    realm,
                    known,
                    scope,
                    lookup,
                    DryRunState.none(),
                    new TimeOrderedIds(clock),
                    clock.millis());
        }

        /** Locks the users of a chunk before they are compared and restored, if their rows may be written. */
        public void lock(Collection<String> ids) {
            if (lockable != null && writesRows && !ids.isEmpty()) {
                Map<String, UserState> users = lockable.lock(ids, realm);
                locked.putAll(users);
                known.readManagers(users.keySet());
            }
        }

        /** Writes what is restored and not written yet; to be called after the last user. */
        public void write() {
            if (lockable != null && !changes.isEmpty()) {
                lockable.write(List.copyOf(changes.values()), session, realm);
                changes.clear();
            }
        }

        /** Writes in the middle of a chunk: another record may be about the same users. */
        private void writeAndReload() {
            Set<String> written = Set.copyOf(changes.keySet());
            write();
            lock(written);
        }

        /**
         * The ids of the users that exist and were changed since the job, apart from their credentials, and of those who own resources of
         * clients, which Keycloak would delete with them.
         *
         * @param images the users as the job left them, by id
         */
        public Set<String> changed(Map<String, BeforeImage> images) {
            Map<String, UserState> read = lockable == null ? Map.of() : lockable.lock(images.keySet(), realm);
            Set<String> changed = new HashSet<>();
            images.forEach((id, image) -> {
                UserState state = read.get(id);
                if (state == null && lockable == null && exists(id)) {
                    state = state(id, image);
                }
                if (state != null && !UserFingerprint.isSame(state, image)) {
                    changed.add(id);
                }
            });
            changed.addAll(owners(images.keySet()));
            return changed;
        }

        private Set<String> owners(Collection<String> ids) {
            String sql =
                    "SELECT DISTINCT owner FROM " + database.table("resource_server_resource") + " WHERE owner IN ";
            Set<String> owners = new HashSet<>();
            try (Connection connection = database.connection()) {
                for (List<String> some : Sql.inParts(ids)) {
                    owners.addAll(Sql.in(connection, sql, some).all(row -> row.getString(1)));
                }
            } catch (SQLException e) {
                throw new IllegalStateException("the owners of resources cannot be read", e);
            }
            return owners;
        }

        private boolean exists(String id) {
            return locked.containsKey(id) || session.users().getUserById(realm, id) != null;
        }

        /** Whether the caller may view and change a user; false for one who does not exist. */
        public boolean mayChange(String id) {
            return exists(id) && isPermitted(id);
        }

        /** Whether a user exists whom the caller may not view or not change. Without a query for a caller who may change all users. */
        public boolean isHidden(String id) {
            return !isPermitted(id) && exists(id);
        }

        private boolean isPermitted(String id) {
            return lookup.rights().mayManage(id) && lookup.rights().mayView(id);
        }

        /** Locks a user, and compares it, apart from credentials, with what the job left; false if it does not exist. */
        public boolean isAsImported(String id, BeforeImage image) {
            if (changes.containsKey(id)) {
                writeAndReload();
            }
            if (locked.containsKey(id)) {
                return UserFingerprint.isSame(state(id, image), image);
            }
            UserModel cached = session.users().getUserById(realm, id);
            if (cached == null) {
                return false;
            }
            in.lock("user_entity", id);
            // Another node may have changed the user since it was cached.
            UserCacheInvalidation.evict(session, realm, List.of(cached));
            return exists(id) && UserFingerprint.isSame(state(id, image), image);
        }

        /** Announces users that are to be deleted after the restoration, so that their names are free. */
        public void expectDeletion(Collection<String> ids) {
            deleted.addAll(ids);
        }

        /**
         * Why a user cannot keep the restored state; empty if the user can.
         *
         * @param staying those whose deletion was announced, and who were not deleted
         */
        public Optional<Violation> conflict(String id, Set<String> staying) {
            return Collections.disjoint(holders.getOrDefault(id, Set.of()), staying)
                    ? Optional.empty()
                    : Optional.of(loginOfAnother());
        }

        private static Violation loginOfAnother() {
            return Violation.of(
                    "changed-since-import",
                    null,
                    "Another user has the former email address as username, or the former username as email address; change one of them");
        }

        private UserState state(String id, BeforeImage image) {
            UserState state = locked.get(id);
            Optional<UserState> unwritten = predicted.user(id);
            if (state == null && unwritten.isPresent()) {
                state = unwritten.get().with(known.associations(unwritten.get()));
            }
            if (state != null) {
                return image.associations() ? state : state.withoutAssociations();
            }
            state = known.state(id);
            return image.associations() ? state.with(known.associations(state)) : state;
        }

        /**
         * Restores a user who was updated by the job and not changed since.
         *
         * @param protection of the realm's administrators
         */
        public Outcome restore(UndoRecord item, BeforeImage image, Protection protection) {
            UserState current = state(item.id(), image);
            UserState before = UserStateJson.read(Objects.requireNonNull(image.before(), "the user was updated"));
            List<Violation> warnings = new ArrayList<>(1);
            if (!UserFingerprint.ofCredentials(current.credentials()).equals(image.credentials())) {
                before = before.withCredentials(current.credentials());
                warnings.add(Violation.of(
                        "credentials-not-restored",
                        "credentials",
                        image.credentials() == null
                                ? "The import set a password in clear text, and the credentials were left unchanged"
                                : "The credentials were changed after the import, and were left unchanged"));
            }
            UserState target = before;
            boolean alone = !locked.containsKey(item.id()) || protection.concerns(current);
            if (alone) {
                // Whether the realm has another administrator is read from the database.
                writeAndReload();
            }
            Optional<Violation> obstacle = obstacle(current, before).or(() -> protection.refusal(current, target));
            if (obstacle.isPresent()) {
                return Outcomes.rejected(item, List.of(obstacle.get()));
            }
            Prepared prepared = preparation.restored(current, before, warnings);
            if (prepared instanceof Prepared.Refused refused) {
                return Outcomes.rejected(item, refused.problems());
            }
            if (prepared instanceof Prepared.Changed changed) {
                if (predicted.isDryRun() && changed.change().concernsUserStore()) {
                    // User federation has no rollback.
                    predicted.remember(target, null);
                    return new Outcome.Updated(
                            item.position(),
                            item.key(),
                            item.id(),
                            UserPreparation.warnings(changed.change(), warnings));
                }
                if (alone) {
                    apply(changed.change());
                } else {
                    changes.put(item.id(), changed.change());
                }
                listener.updated(changed.change().target(), session);
                UserAudit.add(session, scope, List.of(changed.change()));
                return new Outcome.Updated(item.position(), item.key(), item.id(), warnings);
            }
            return new Outcome.Unchanged(item.position(), item.key(), item.id(), warnings);
        }

        /** Whether the user had a secret before the job and does not have it now. */
        private static boolean restoresSecrets(UserState current, UserState before) {
            return before.credentials().stream()
                    .anyMatch(credential -> current.credentials().stream()
                            .noneMatch(other -> other.id().equals(credential.id())
                                    && Objects.equals(other.secretData(), credential.secretData())
                                    && Objects.equals(other.credentialData(), credential.credentialData())));
        }

        /**
         * Whether a restored email address is the username of another user, or the reverse. The database rejects only equal usernames and
         * equal email addresses.
         */
        private boolean isLoginOfAnother(UserState current, UserState before) {
            String email = before.email();
            String username = before.username();
            boolean isUsername = email != null
                    && !email.equals(current.email())
                    && isOther(known.byUsername(email), before, other -> email.equals(other.username()));
            return isUsername
                    || username.indexOf('@') >= 0
                            && !username.equals(current.username())
                            && isOther(known.byEmail(username), before, other -> username.equals(other.email()));
        }

        /** Whether the id is that of another user, who has the name after this chunk, too. */
        private boolean isOther(Optional<String> id, UserState user, Predicate<UserState> hasName) {
            if (id.isEmpty() || id.get().equals(user.id())) {
                return false;
            }
            UserChange pending = changes.get(id.get());
            if (pending != null && !hasName.test(pending.target())) {
                return false;
            }
            if (deleted.contains(id.get())) {
                holders.computeIfAbsent(user.id(), each -> new HashSet<>()).add(id.get());
                return false;
            }
            return true;
        }

        private Optional<Violation> obstacle(UserState current, UserState before) {
            if (current.id().equals(in.permissions().adminAuth().getUser().getId())) {
                return Optional.of(
                        Violation.of("own-account", null, "Not allowed to undo changes of your own account"));
            }
            if (!Objects.equals(current.serviceAccountClient(), before.serviceAccountClient())) {
                return Optional.of(Violation.of(
                        "undo-not-supported", null, "An undo cannot change the client of a service account"));
            }
            if (restoresSecrets(current, before) && !in.permissions().realm().canManageRealm()) {
                // A caller who may set passwords could log in with a new one, and then restore the old one.
                return Optional.of(Violation.of(
                        "forbidden-credentials",
                        "credentials",
                        "Not allowed to restore credentials; requires the role manage-realm"));
            }
            if (realm.isLoginWithEmailAllowed() && isLoginOfAnother(current, before)) {
                return Optional.of(loginOfAnother());
            }
            UserAssociations associations = before.associations();
            boolean consentsExist = associations == null
                    || associations.consents().stream().allMatch(consent -> {
                        ClientModel client = realm.getClientById(consent.clientId());
                        return client != null
                                && consent.scopeIds().stream()
                                        .allMatch(id ->
                                                KeycloakModelUtils.findClientScopeById(realm, client, id) != null);
                    });
            return consentsExist
                    ? Optional.empty()
                    : Optional.of(Violation.of(
                            "changed-since-import",
                            null,
                            "A client or client scope of a former consent no longer exists"));
        }

        private void apply(UserChange change) {
            lockReferences(change);
            if (locked.remove(change.target().id()) != null) {
                // The session may have read the user before the row was locked.
                UserCacheInvalidation.evict(session, realm, List.of(PendingUser.of(change.current())));
            }
            ModelUserChange.apply(change, session, realm);
        }

        /** A role or group that is deleted concurrently leaves no mapping behind. */
        private void lockReferences(UserChange change) {
            ReferencedRows referenced = new ReferencedRows();
            referenced.add(change);
            try (Connection connection = database.connection()) {
                referenced.lock(connection, database, realm.getId());
            } catch (SQLException e) {
                throw new IllegalStateException("the references of a user cannot be locked", e);
            }
        }
    }
}
