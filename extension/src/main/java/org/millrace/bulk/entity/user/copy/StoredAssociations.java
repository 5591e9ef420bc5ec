package org.millrace.bulk.entity.user.copy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.millrace.bulk.entity.user.state.UserAssociations;
import org.millrace.bulk.entity.user.state.UserAssociations.Consent;
import org.millrace.bulk.entity.user.state.UserAssociations.Membership;
import org.millrace.bulk.entity.user.state.UserAssociations.VerifiableCredential;
import org.millrace.bulk.writer.copy.SetQuery;
import org.millrace.server.Database;
import org.millrace.server.KeycloakBridge;

/** Reads the associations of users with clients and organizations, one query for each type. For one thread. */
final class StoredAssociations {
    /** {@code GroupModel.Type.ORGANIZATION}. */
    private static final int ORGANIZATION_GROUP = 1;

    private final Connection connection;
    private final Database database;
    private final Map<String, Parts> parts = new HashMap<>();

    /** The parts of one user that were read so far. */
    private static final class Parts {
        private final Map<String, Set<String>> scopesByClient = new LinkedHashMap<>();
        private final Map<String, String> ownGroups = new LinkedHashMap<>();
        private final Set<String> managed = new HashSet<>();
        private final Map<String, Set<String>> innerGroups = new HashMap<>();
        private final List<VerifiableCredential> credentials = new ArrayList<>(0);

        private UserAssociations associations() {
            List<Consent> consents = new ArrayList<>();
            scopesByClient.forEach((client, scopes) -> consents.add(new Consent(client, scopes)));
            List<Membership> memberships = new ArrayList<>();
            ownGroups.forEach((organization, group) -> memberships.add(new Membership(
                    organization,
                    group,
                    managed.contains(organization),
                    innerGroups.getOrDefault(organization, Set.of()))));
            return new UserAssociations(consents, memberships, credentials);
        }
    }

    /** Does something with a row, whose first column is the user's id. */
    @FunctionalInterface
    private interface RowStep {
        void accept(Parts user, ResultSet row) throws SQLException;
    }

    private StoredAssociations(Connection connection, Database database) {
        this.connection = connection;
        this.database = database;
    }

    /** The associations of users with these ids: an entry for each. */
    static Map<String, UserAssociations> read(Collection<String> ids, Connection connection, Database database)
            throws SQLException {
        StoredAssociations stored = new StoredAssociations(connection, database);
        ids.forEach(id -> stored.parts.put(id, new Parts()));
        List<String> keys = ids.stream().sorted().toList();
        stored.readConsents(keys);
        stored.readMemberships(keys);
        stored.readCredentials(keys);
        Map<String, UserAssociations> associations = new HashMap<>(2 * ids.size());
        stored.parts.forEach((id, parts) -> associations.put(id, parts.associations()));
        return associations;
    }

    /** Those to clients of other stores are left alone: a record cannot name them. */
    private void readConsents(List<String> keys) throws SQLException {
        each(
                keys,
                "SELECT f.user_id, f.client_id, s.scope_id FROM "
                        + of("user_consent", "id, user_id, client_id")
                        + " LEFT JOIN LATERAL (SELECT t.scope_id FROM " + database.table("user_consent_client_scope")
                        + " t WHERE t.user_consent_id = f.id OFFSET 0) s ON true"
                        + " WHERE f.client_id IS NOT NULL",
                (user, row) -> {
                    Set<String> scopes =
                            user.scopesByClient.computeIfAbsent(row.getString(2), client -> new HashSet<>());
                    if (row.getString(3) != null) {
                        scopes.add(row.getString(3));
                    }
                });
    }

    private void readMemberships(List<String> keys) throws SQLException {
        boolean inner = KeycloakBridge.hasOrganizationGroups();
        each(
                keys,
                "SELECT f.user_id, o.id, o.group_id, f.group_id, f.membership_type FROM "
                        + of("user_group_membership", "user_id, group_id, membership_type")
                        + SetQuery.lookUp(
                                database.table("keycloak_group"),
                                inner ? "t.type, t.org_id" : "t.type",
                                "t.id = f.group_id",
                                "g")
                        + SetQuery.lookUp(
                                database.table("org"),
                                "t.id, t.group_id",
                                inner ? "t.id = g.org_id" : "t.group_id = f.group_id",
                                "o")
                        + " WHERE g.type = " + ORGANIZATION_GROUP,
                (user, row) -> {
                    String organization = row.getString(2);
                    String group = row.getString(4);
                    if (!group.equals(row.getString(3))) {
                        user.innerGroups
                                .computeIfAbsent(organization, id -> new HashSet<>())
                                .add(group);
                        return;
                    }
                    user.ownGroups.put(organization, group);
                    if (AssociationTables.type(true).equals(row.getString(5))) {
                        user.managed.add(organization);
                    }
                });
    }

    private void readCredentials(List<String> keys) throws SQLException {
        if (!KeycloakBridge.hasVerifiableCredentials()) {
            return;
        }
        each(
                keys,
                "SELECT f.user_id, f.client_scope_id FROM " + of("user_ver_credential", "user_id, client_scope_id"),
                (user, row) -> user.credentials.add(VerifiableCredential.present(row.getString(2))));
    }

    private String of(String table, String columns) {
        return "unnest(?) AS k(key)" + SetQuery.lookUp(database.table(table), columns, "t.user_id = k.key", "f");
    }

    private void each(List<String> keys, String sql, RowStep step) throws SQLException {
        SetQuery.read(connection, sql, List.of(keys), row -> {
            Parts user = parts.get(row.getString(1));
            if (user != null) {
                step.accept(user, row);
            }
        });
    }
}
