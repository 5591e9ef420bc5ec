package org.millrace.bulk.writer;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;
import org.millrace.bulk.chunk.RedactedException;
import org.millrace.bulk.writer.ReferencedRows.Table;
import org.millrace.server.Database;
import org.millrace.server.Sql;

/**
 * Deletes rows that refer to a removed entity and that were committed while it was being removed. Keycloak first deletes the rows
 * that it sees and then the entity: rows that a chunk commits between these two steps would remain. Chunks lock referenced rows
 * ({@link ReferencedRows}), so that all such rows are visible once the removal is committed. Thread-safe.
 */
public final class OrphanedRows {
    private static final Logger LOG = Logger.getLogger(OrphanedRows.class);

    /** Columns without a foreign key whose rows are nothing but the reference. */
    private static final Map<Table, List<Reference>> REFERENCES = new EnumMap<>(Map.of(
            Table.ROLE,
            List.of(
                    new Reference("user_role_mapping", "role_id"),
                    new Reference("group_role_mapping", "role_id"),
                    new Reference("scope_mapping", "role_id"),
                    new Reference("client_scope_role_mapping", "role_id")),
            Table.GROUP,
            List.of(
                    new Reference("user_group_membership", "group_id"),
                    new Reference("realm_default_groups", "group_id")),
            Table.CLIENT,
            List.of(
                    new Reference("client_scope_client", "client_id"),
                    new Reference("client_auth_flow_bindings", "client_id")),
            Table.CLIENT_SCOPE,
            List.of(
                    new Reference("client_scope_client", "scope_id"),
                    new Reference("default_client_scope", "scope_id"),
                    new Reference("user_consent_client_scope", "scope_id"))));

    private record Reference(String table, String column) {}

    private final Database database;

    /** @param database Keycloak's own */
    public OrphanedRows(Database database) {
        this.database = database;
    }

    /** Deletes the rows that refer to entities that do not exist any more. Never throws. */
    public void delete(Map<Table, ? extends Collection<String>> removed) {
        try {
            int deleted = database.inTransaction(connection -> {
                int rows = 0;
                for (Map.Entry<Table, ? extends Collection<String>> entry : removed.entrySet()) {
                    for (List<String> ids : Sql.inParts(entry.getValue())) {
                        rows += delete(connection, entry.getKey(), ids);
                    }
                }
                return rows;
            });
            if (deleted > 0) {
                LOG.infof("Deleted %d orphaned rows of entities that were removed during an import", deleted);
            }
        } catch (SQLException | RuntimeException e) {
            LOG.warn("Rows that refer to removed entities were not deleted", RedactedException.of(e));
        }
    }

    /** A user that Keycloak's model removes with all of its data. */
    public record ServiceAccount(String realmId, String userId) {}

    /** Service accounts of clients that do not exist any more. */
    public List<ServiceAccount> serviceAccounts(Collection<String> clients) throws SQLException {
        return database.inTransaction(connection -> {
            List<ServiceAccount> accounts = new ArrayList<>();
            for (List<String> ids : Sql.inParts(clients)) {
                // With the realm, for the index on both.
                accounts.addAll(Sql.in(
                                connection,
                                "SELECT u.realm_id, u.id FROM " + database.table("realm") + " r JOIN "
                                        + database.table("user_entity") + " u ON u.realm_id = r.id"
                                        + " WHERE NOT EXISTS (SELECT 1 FROM " + database.table("client")
                                        + " p WHERE p.id = u.service_account_client_link)"
                                        + " AND u.service_account_client_link IN ",
                                ids)
                        .all(row -> new ServiceAccount(row.getString(1), row.getString(2))));
            }
            return accounts;
        });
    }

    private int delete(Connection connection, Table table, List<String> ids) throws SQLException {
        int rows = 0;
        for (Reference reference : REFERENCES.getOrDefault(table, List.of())) {
            rows += deleteOrphans(connection, reference, table, ids);
        }
        return rows
                + switch (table) {
                    case CLIENT -> deleteConsents(connection, ids) + deleteRoles(connection, ids);
                    case CLIENT_SCOPE -> deleteVerifiableCredentials(connection, ids);
                    case GROUP -> deleteSubgroups(connection, ids);
                    case ROLE, FLOW, COMPONENT, IDENTITY_PROVIDER, USER -> 0;
                };
    }

    private int deleteOrphans(Connection connection, Reference reference, Table parent, List<String> ids)
            throws SQLException {
        String table = database.table(reference.table());
        return Sql.in(
                        connection,
                        "DELETE FROM " + table + " WHERE NOT EXISTS (SELECT 1 FROM "
                                + database.table(parent.tableName())
                                + " p WHERE p.id = " + table + "." + reference.column() + ") AND "
                                + reference.column() + " IN ",
                        ids)
                .update();
    }

    /** The ids of rows that refer to entities that do not exist. */
    private List<String> orphans(Connection connection, Reference reference, Table parent, List<String> ids)
            throws SQLException {
        return Sql.in(
                        connection,
                        "SELECT c.id FROM " + database.table(reference.table())
                                + " c WHERE NOT EXISTS (SELECT 1 FROM " + database.table(parent.tableName())
                                + " p WHERE p.id = c." + reference.column() + ") AND c." + reference.column() + " IN ",
                        ids)
                .all(row -> row.getString(1));
    }

    private int delete(Connection connection, Reference reference, List<String> ids) throws SQLException {
        return ids.isEmpty()
                ? 0
                : Sql.in(
                                connection,
                                "DELETE FROM " + database.table(reference.table()) + " WHERE " + reference.column()
                                        + " IN ",
                                ids)
                        .update();
    }

    private int deleteConsents(Connection connection, List<String> clients) throws SQLException {
        List<String> consents = orphans(connection, new Reference("user_consent", "client_id"), Table.CLIENT, clients);
        delete(connection, new Reference("user_consent_client_scope", "user_consent_id"), consents);
        return delete(connection, new Reference("user_consent", "id"), consents);
    }

    private int deleteVerifiableCredentials(Connection connection, List<String> scopes) throws SQLException {
        List<String> credentials = orphans(
                connection, new Reference("user_ver_credential", "client_scope_id"), Table.CLIENT_SCOPE, scopes);
        delete(connection, new Reference("issued_ver_credential", "ver_credential_id"), credentials);
        return delete(connection, new Reference("user_ver_credential", "id"), credentials);
    }

    private int deleteRoles(Connection connection, List<String> clients) throws SQLException {
        List<String> roles = orphans(connection, new Reference("keycloak_role", "client"), Table.CLIENT, clients);
        if (roles.isEmpty()) {
            return 0;
        }
        delete(connection, new Reference("composite_role", "composite"), roles);
        delete(connection, new Reference("composite_role", "child_role"), roles);
        delete(connection, new Reference("role_attribute", "role_id"), roles);
        return delete(connection, new Reference("keycloak_role", "id"), roles) + delete(connection, Table.ROLE, roles);
    }

    private int deleteSubgroups(Connection connection, List<String> parents) throws SQLException {
        List<String> groups =
                orphans(connection, new Reference("keycloak_group", "parent_group"), Table.GROUP, parents);
        if (groups.isEmpty()) {
            return 0;
        }
        delete(connection, new Reference("group_role_mapping", "group_id"), groups);
        delete(connection, new Reference("group_attribute", "group_id"), groups);
        return delete(connection, new Reference("keycloak_group", "id"), groups)
                + delete(connection, Table.GROUP, groups);
    }
}
