package org.millrace.bulk.writer.model;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.AdminRoles;
import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleContainerModel;
import org.keycloak.models.utils.StripSecretsUtils;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.millrace.bulk.record.BeforeImage;
import org.millrace.bulk.record.field.Position;
import org.millrace.bulk.record.field.Violation;
import org.millrace.bulk.undo.BeforeImages;
import org.millrace.bulk.undo.StateParts;
import org.millrace.bulk.writer.AuditLog;
import org.millrace.bulk.writer.ImportScope;
import org.millrace.bulk.writer.OnConflict;
import org.millrace.bulk.writer.ReferencedRows;
import org.millrace.bulk.writer.Validation;
import org.millrace.bulk.writer.ValidationResult;
import org.millrace.bulk.writer.id.EntityId;
import org.millrace.bulk.writer.id.IdInUse;
import org.millrace.bulk.writer.id.TakenIds;
import org.millrace.server.Database;
import org.millrace.server.KeycloakBridge;
import org.millrace.server.RealmCache;
import org.millrace.server.Sql;

/**
 * The session of one chunk, the permissions of the caller, and the admin events of the chunk. For one thread.
 *
 * <p>Events are fired at the end of the chunk, so that a retry after a rejected record does not fire them twice.
 */
public final class ChunkSession {
    private final ModelScope scope;
    private final KeycloakSession session;
    private final RealmModel realm;
    private final AdminPermissionEvaluator permissions;
    private final List<Runnable> events = new ArrayList<>();
    private @Nullable Boolean mayCreateClients;
    private @Nullable Boolean mayChooseIds;

    /** Work of one import in one session. */
    public ChunkSession(ModelScope scope, KeycloakSession session, RealmModel realm) {
        this.scope = scope;
        this.session = session;
        this.realm = realm;
        this.permissions = scope.imported().caller().permissions(session, realm);
    }

    /** Keycloak's session. */
    public KeycloakSession session() {
        return session;
    }

    /** Locks the row that a new reference without a foreign key refers to, before the chunk is committed. */
    public void refersTo(ReferencedRows.Table table, String id) {
        ReferencedRows.of(session).ifPresent(rows -> rows.add(table, id));
    }

    /** The realm as the session sees it. */
    public RealmModel realm() {
        return realm;
    }

    /** The permissions of the caller in the realm. */
    public AdminPermissionEvaluator permissions() {
        return permissions;
    }

    /** Whether the caller may create clients, evaluated once: Keycloak reads the server's configuration for each evaluation. */
    public boolean mayCreateClients() {
        if (mayCreateClients == null) {
            mayCreateClients = permissions.clients().canManage();
        }
        return mayCreateClients;
    }

    /**
     * Whether new users, groups, roles and organizations may have the ids of their records, evaluated once; so too if the import gives them
     * new ids.
     */
    public boolean mayChooseIds() {
        if (mayChooseIds == null) {
            mayChooseIds = !imported().ids().isKeeping() || permissions.realm().canManageRealm();
        }
        return mayChooseIds;
    }

    /** Whether the caller may put a role that does not exist yet into other roles: the check of a role would need it. */
    public boolean mayComposeNew(RoleContainerModel container) {
        return container instanceof ClientModel client
                ? permissions.hasOneAdminRole(AdminRoles.MANAGE_CLIENTS)
                        || permissions.clients().canMapCompositeRoles(client)
                : permissions.realm().canManageRealm();
    }

    /** The database, on whose connections are those of the session's transaction. */
    public Database database() {
        return scope.database();
    }

    /** What happens to a record whose key exists already. */
    public OnConflict onConflict() {
        return scope.imported().onConflict();
    }

    /** Whether the transaction is rolled back in any case. */
    public boolean isDryRun() {
        return scope.dryRun();
    }

    /** How strict the import is. */
    public Validation validation() {
        return scope.imported().validation();
    }

    /** Ids that exist in the database, in any realm. */
    public TakenIds takenIds() {
        return new TakenIds(scope.database());
    }

    /**
     * Locks a row until the transaction ends.
     *
     * @param table in lower case, with the column {@code id}
     */
    public void lock(String table, String id) {
        lock(table, "id", List.of(id));
    }

    /**
     * Locks rows until the transaction ends, in the order of their ids.
     *
     * @param table in lower case
     * @param key its column with the id
     */
    public void lock(String table, String key, Collection<String> ids) {
        String sql = "SELECT " + key + " FROM " + scope.database().table(table) + " WHERE " + key + " IN ";
        String end = " ORDER BY " + key + " " + scope.database().forChange();
        try (Connection connection = scope.database().connection()) {
            for (List<String> some : Sql.inParts(new TreeSet<>(ids))) {
                Sql.in(connection, sql, some, end).all(row -> row.getString(1));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("rows of table " + table + " cannot be locked", e);
        }
    }

    /**
     * Locks rows of entities that are about to be compared, and has Keycloak's cache read them again: another transaction may have changed
     * them just before.
     *
     * @param table in lower case
     * @param key its column with the id
     */
    public void lockAndReload(String table, String key, Collection<String> ids) {
        lock(table, key, ids);
        RealmCache.forget(session, ids);
    }

    /**
     * Checks the id that a new entity is to have.
     *
     * @param table of the entities, in lower case, with the columns {@code id} and {@code realm_id}
     * @param id null if Keycloak generates one
     */
    public void checkNewId(String entity, String field, String table, @Nullable String id, ValidationResult result) {
        if (id == null) {
            return;
        }
        Optional<Violation> problem = EntityId.problem(field, id);
        if (problem.isPresent()) {
            result.reject(problem.get());
        } else if (takenIds().contain(table, id)) {
            result.reject(idInUse(entity, field, table, id));
        }
    }

    /**
     * The problem of an id that another entity has.
     *
     * @param table of the entities, in lower case, with the columns {@code id} and {@code realm_id}
     */
    public Violation idInUse(String entity, String field, String table, String id) {
        return IdInUse.violation(
                entity,
                field,
                takenIds().realm(table, id),
                session,
                realm,
                scope.imported().caller());
    }

    /** Target, caller and options of the import. */
    public ImportScope imported() {
        return scope.imported();
    }

    /**
     * Runs a lookup without permission filtering: this session has no user, and the permissions of the caller are checked
     * separately.
     */
    public <T> T unfiltered(Supplier<T> lookUp) {
        return KeycloakBridge.withoutAuthorization(session, lookUp);
    }

    /** Whether the import may be undone. */
    public boolean keepsStates() {
        return BeforeImages.of(session).isPresent();
    }

    /** Has an undo leave an entity that a record has created as it is. */
    public void keepCreated(Position position, String id) {
        BeforeImages.of(session).ifPresent(images -> images.add(BeforeImage.kept(position.line(), id)));
    }

    /**
     * Has an undo delete the authorization scopes that a record creates together with a resource.
     *
     * @param client id of the client that the scopes belong to
     */
    public void createdScopes(Position position, String resource, String client, Set<String> names) {
        BeforeImages.of(session).ifPresent(images -> images.createdScopes(position, resource, client, names));
    }

    /**
     * Keeps the state of an entity that is about to be changed, if the import may be undone.
     *
     * @param state reads the entity as JSON
     */
    public void changing(Position position, String id, Supplier<String> state) {
        BeforeImages.of(session).ifPresent(images -> images.changing(position, id, state));
    }

    /**
     * Keeps the states of several entities that a record is about to change, if the import may be undone.
     *
     * @param type of the entity in the outcome of the record, such as {@code group}
     * @param id of that entity
     * @param keys the entities, in the order in which an undo restores them
     * @return to be called when they are changed
     */
    public Runnable changing(
            Position position, String type, String id, List<StateParts.PartKey> keys, StateParts.Reader reader) {
        Optional<BeforeImages> images = BeforeImages.of(session);
        if (images.isEmpty() || keys.isEmpty()) {
            return () -> {};
        }
        // Earlier records may have changed some of them.
        images.get().finish();
        StateParts before = StateParts.read(keys, reader);
        return () -> images.get().changed(position, type, id, before, before.now(reader));
    }

    /**
     * Records an admin event, and has a line written to the audit log, with any event option, if the entity is part of the configuration
     * of the realm: a client, an identity provider, a client scope, a default group or an organization.
     *
     * @param representation is built immediately, and only for an enabled event log; secrets are masked
     * @param path the segments of the resource path, as of Keycloak's own call
     */
    public void tell(
            OperationType operation, ResourceType type, Supplier<@Nullable Object> representation, String... path) {
        RealmAudit.line(operation, type, path).ifPresent(this::audit);
        if (scope.events() == EntityEvents.NONE) {
            return;
        }
        Object whole = representation.get();
        Object shown = whole == null ? null : StripSecretsUtils.stripSecrets(session, whole);
        events.add(() -> scope.events().fire(session, operation, type, shown, path));
    }

    /**
     * Has a line about a change of rights written to the audit log after the commit.
     *
     * @param change what the import did, such as {@code deleted user} and the id
     */
    public void audit(String change) {
        AuditLog.of(session).ifPresent(log -> log.add(scope.imported(), change));
    }

    /** Fires the events; to be called once all of the chunk is written. */
    public void fireEvents() {
        events.forEach(Runnable::run);
        events.clear();
    }
}
