package org.millrace.bulk.writer;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.keycloak.models.KeycloakSession;
import org.keycloak.storage.StorageId;
import org.millrace.bulk.chunk.ForeignKeyChecks;
import org.millrace.bulk.entity.user.state.AssociationChange;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserChange;
import org.millrace.bulk.entity.user.state.UserState;
import org.millrace.server.Database;
import org.millrace.server.RealmRemovedException;
import org.millrace.server.Sql;

/**
 * References of a chunk's new rows without a foreign key in Keycloak's schema: another client may concurrently remove such an
 * entity. For one transaction and its thread.
 */
public final class ReferencedRows {
    /**
     * Below PostgreSQL's {@code deadlock_timeout}, so that a transaction that removes the entity never becomes the victim of a
     * deadlock.
     */
    private static final String LOCK_TIMEOUT = "SELECT set_config('lock_timeout', '500ms', true)";

    /** Tables with entities that can be removed, in the order in which their rows are locked. */
    public enum Table {
        CLIENT("client"),
        CLIENT_SCOPE("client_scope"),
        GROUP("keycloak_group"),
        ROLE("keycloak_role"),
        FLOW("authentication_flow"),
        COMPONENT("component"),
        IDENTITY_PROVIDER("identity_provider", "internal_id"),
        USER("user_entity");

        private final String tableName;
        private final String key;

        Table(String tableName) {
            this(tableName, "id");
        }

        Table(String tableName, String key) {
            this.tableName = tableName;
            this.key = key;
        }

        String tableName() {
            return tableName;
        }
    }

    private final Map<Table, Set<String>> ids = new EnumMap<>(Table.class);
    /** Of client scopes, or of clients that are shown as one. */
    private final Set<String> scopes = new TreeSet<>();

    private @Nullable ForeignKeyChecks foreignKeyChecks;

    /** Says how the foreign keys of the chunk's rows were checked, where the operator lets that be once for each chunk. */
    public void foreignKeysChecked(ForeignKeyChecks how) {
        foreignKeyChecks = how;
    }

    Optional<ForeignKeyChecks> foreignKeyChecks() {
        return Optional.ofNullable(foreignKeyChecks);
    }

    /** Adds an id that is referred to; those of entities in other stores have no rows. */
    public void add(Table table, String id) {
        if (StorageId.isLocalStorage(id)) {
            ids.computeIfAbsent(table, key -> new TreeSet<>()).add(id);
        }
    }

    /** Makes them known to code that has only the session of the transaction. */
    void attachTo(KeycloakSession session) {
        session.setAttribute(ReferencedRows.class.getName(), this);
    }

    /** The references of the session's transaction; empty in a dry run, which refers to nothing. */
    public static Optional<ReferencedRows> of(KeycloakSession session) {
        return Optional.ofNullable(session.getAttribute(ReferencedRows.class.getName(), ReferencedRows.class));
    }

    /** Adds the references of a new user. */
    public void add(UserState user) {
        user.roleIds().forEach(role -> add(Table.ROLE, role));
        user.groupIds().forEach(group -> add(Table.GROUP, group));
        if (user.serviceAccountClient() != null) {
            add(Table.CLIENT, user.serviceAccountClient());
        }
        addFederation(user.federationLink());
        if (user.associations() != null) {
            add(new AssociationChange(UserAssociations.NONE, user.associations()));
        }
    }

    /** Adds new references of a changed user. */
    public void add(UserChange change) {
        change.roles().added().forEach(role -> add(Table.ROLE, role));
        change.groups().added().forEach(group -> add(Table.GROUP, group));
        String client = change.target().serviceAccountClient();
        if (client != null && change.changesServiceAccount()) {
            add(Table.CLIENT, client);
        }
        if (!Objects.equals(change.current().federationLink(), change.target().federationLink())) {
            addFederation(change.target().federationLink());
        }
        add(change.associations());
    }

    /** With a user federation, Keycloak removes the users that it knows to be linked to it. */
    private void addFederation(@Nullable String link) {
        if (link != null && !link.isBlank()) {
            add(Table.COMPONENT, link);
        }
    }

    private void add(AssociationChange change) {
        for (UserAssociations.Consent consent : change.addedConsents()) {
            add(Table.CLIENT, consent.clientId());
            scopes.addAll(consent.scopeIds());
        }
        for (UserAssociations.Consent consent : change.changedConsents()) {
            Set<String> before = change.scopesBefore(consent.clientId());
            consent.scopeIds().stream().filter(scope -> !before.contains(scope)).forEach(scopes::add);
        }
        change.joinedGroups().keySet().forEach(group -> add(Table.GROUP, group));
        change.addedCredentials().forEach(credential -> scopes.add(credential.clientScopeId()));
    }

    /** Adds the ids that a query of one column finds for the rows with some ids. */
    void add(Table table, Connection connection, String sql, Collection<String> rowIds) throws SQLException {
        for (List<String> some : Sql.inParts(rowIds)) {
            Sql.in(connection, sql, some).all(row -> row.getString(1)).forEach(id -> add(table, id));
        }
    }

    /**
     * Locks the rows and the realm until the transaction ends. Transactions that remove them wait, so the transaction must be
     * short. On databases without such a lock it only checks that the rows exist.
     */
    public void lock(Connection connection, Database database, String realmId) throws SQLException {
        Set<String> missing = database.isPostgres()
                ? missingOnPostgres(connection, database, realmId)
                : missing(connection, database, realmId);
        if (missing.remove(realmId)) {
            throw new RealmRemovedException(realmId);
        }
        if (!missing.isEmpty()) {
            throw new ConcurrentChangeException(missing.size() + " referenced entities were removed");
        }
    }

    private Set<String> all() {
        Set<String> all = new HashSet<>(scopes);
        ids.values().forEach(all::addAll);
        return all;
    }

    private Map<Table, Set<String>> wanted() {
        Map<Table, Set<String>> wanted = new EnumMap<>(Table.class);
        ids.forEach((table, some) -> wanted.put(table, new TreeSet<>(some)));
        if (!scopes.isEmpty()) {
            wanted.computeIfAbsent(Table.CLIENT_SCOPE, table -> new TreeSet<>()).addAll(scopes);
            wanted.computeIfAbsent(Table.CLIENT, table -> new TreeSet<>()).addAll(scopes);
        }
        return wanted;
    }

    /** One round trip. {@code FOR SHARE} conflicts with the lock that Keycloak takes first when it removes a realm. */
    private Set<String> missingOnPostgres(Connection connection, Database database, String realmId)
            throws SQLException {
        Map<Table, Set<String>> wanted = wanted();
        List<String> locks = new ArrayList<>();
        wanted.keySet()
                .forEach(table -> locks.add("locked_" + table + " AS (SELECT " + table.key + " AS id FROM "
                        + database.table(table.tableName) + " WHERE " + table.key + " = ANY (?) ORDER BY " + table.key
                        + " FOR KEY SHARE)"));
        locks.add("realm_row AS (SELECT id FROM " + database.table("realm") + " WHERE id = ? FOR SHARE)");
        String union = wanted.keySet().stream()
                .map(table -> "SELECT id FROM locked_" + table + " UNION ALL ")
                .collect(Collectors.joining());
        String sql = LOCK_TIMEOUT + "; WITH " + String.join(", ", locks) + " " + union + "SELECT id FROM realm_row";
        Set<String> missing = all();
        missing.add(realmId);
        List<Array> arrays = new ArrayList<>();
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            for (Set<String> some : wanted.values()) {
                Array array = connection.createArrayOf("varchar", some.toArray());
                arrays.add(array);
                query.setArray(arrays.size(), array);
            }
            query.setString(arrays.size() + 1, realmId);
            query.execute();
            query.getMoreResults();
            try (ResultSet rows = query.getResultSet()) {
                while (rows.next()) {
                    missing.remove(rows.getString(1));
                }
            }
        } finally {
            for (Array array : arrays) {
                array.free();
            }
        }
        return missing;
    }

    private Set<String> missing(Connection connection, Database database, String realmId) throws SQLException {
        Set<String> missing = all();
        missing.add(realmId);
        for (Map.Entry<Table, Set<String>> entry : wanted().entrySet()) {
            missing.removeAll(
                    present(connection, database, entry.getKey().tableName, entry.getKey().key, entry.getValue()));
        }
        missing.removeAll(present(connection, database, "realm", "id", Set.of(realmId)));
        return missing;
    }

    private static Set<String> present(
            Connection connection, Database database, String table, String key, Collection<String> wanted)
            throws SQLException {
        Set<String> present = new HashSet<>();
        for (List<String> some : Sql.inParts(wanted)) {
            String sql = "SELECT " + key + " FROM " + database.table(table) + " WHERE " + key + " IN ";
            present.addAll(Sql.in(connection, sql, some, database.shareLock()).all(row -> row.getString(1)));
        }
        return present;
    }
}
