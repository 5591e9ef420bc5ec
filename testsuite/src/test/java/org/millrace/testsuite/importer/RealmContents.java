package org.millrace.testsuite.importer;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.millrace.testsuite.server.Database;

/** All that a realm holds, by what people call it, from the rows themselves. */
final class RealmContents {
    private static final String SQL = """
            WITH RECURSIVE here AS (SELECT id FROM realm WHERE name = ?),
            tree AS (
              SELECT g.id, 'group ' AS kind, '/' || g.name AS path, NULL::varchar AS within
              FROM keycloak_group g JOIN here ON here.id = g.realm_id
              WHERE g.parent_group = ' ' AND NOT EXISTS (SELECT 1 FROM org WHERE org.group_id = g.id)
              UNION ALL
              SELECT g.id, 'department ' || o.alias, '/' || g.name, o.id
              FROM org o JOIN here ON here.id = o.realm_id JOIN keycloak_group g ON g.parent_group = o.group_id
              UNION ALL
              SELECT g.id, tree.kind, tree.path || '/' || g.name, tree.id
              FROM keycloak_group g JOIN tree ON g.parent_group = tree.id)
            SELECT 'client ' || client_id, c.id, NULL FROM client c JOIN here ON here.id = c.realm_id
            UNION ALL
            SELECT 'role ' || coalesce(c.client_id || ' ', '') || r.name, r.id, r.client
            FROM keycloak_role r JOIN here ON here.id = r.realm_id LEFT JOIN client c ON c.id = r.client
            UNION ALL
            SELECT kind || path, id, within FROM tree
            UNION ALL
            SELECT 'user ' || username, u.id, u.service_account_client_link
            FROM user_entity u JOIN here ON here.id = u.realm_id
            UNION ALL
            SELECT 'organization ' || alias, o.id, NULL FROM org o JOIN here ON here.id = o.realm_id
            UNION ALL
            SELECT 'resource ' || c.client_id || ' ' || e.name, e.id, c.id
            FROM resource_server_resource e JOIN client c ON c.id = e.resource_server_id
            JOIN here ON here.id = c.realm_id
            UNION ALL
            SELECT 'policy ' || c.client_id || ' ' || p.name, p.id, c.id
            FROM resource_server_policy p JOIN client c ON c.id = p.resource_server_id
            JOIN here ON here.id = c.realm_id""";

    private static final String TIES = """
            WITH here AS (SELECT id FROM realm WHERE name = ?),
            person AS (
              SELECT u.id FROM user_entity u JOIN here ON here.id = u.realm_id
              WHERE u.service_account_client_link IS NULL)
            SELECT c.composite, c.child_role FROM composite_role c JOIN keycloak_role r ON r.id = c.composite
            JOIN here ON here.id = r.realm_id
            UNION ALL
            SELECT m.group_id, m.role_id FROM group_role_mapping m JOIN keycloak_group g ON g.id = m.group_id
            JOIN here ON here.id = g.realm_id
            UNION ALL
            SELECT m.user_id, m.role_id FROM user_role_mapping m JOIN person ON person.id = m.user_id
            UNION ALL
            SELECT m.user_id, coalesce(o.id, m.group_id) FROM user_group_membership m
            JOIN person ON person.id = m.user_id LEFT JOIN org o ON o.group_id = m.group_id""";

    private RealmContents() {}

    /**
     * A row that has a name.
     *
     * @param within the id of what it came with or came into, such as the client of a service account; empty for none
     */
    record Holding(String id, String within) {}

    /** @throws AssertionError if two have the same name */
    static Map<String, Holding> of(Database database, String realm) throws SQLException {
        Map<String, Holding> contents = new TreeMap<>();
        try (Connection connection = database.connect();
                PreparedStatement query = connection.prepareStatement(SQL)) {
            query.setString(1, realm);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    String within = row.getString(3);
                    Holding holding = new Holding(row.getString(2), within == null ? "" : within);
                    if (contents.put(row.getString(1), holding) != null) {
                        throw new AssertionError("twice there: " + row.getString(1));
                    }
                }
            }
        }
        return contents;
    }

    /** That a role has a part, a group a role, or a user, but one of a client, a role or a group. Both go by their names. */
    record Tie(String of, String to) {}

    static Set<Tie> ties(Database database, String realm) throws SQLException {
        Map<String, String> names = new HashMap<>();
        of(database, realm).forEach((name, holding) -> names.put(holding.id(), name));
        Set<Tie> ties = new HashSet<>();
        try (Connection connection = database.connect();
                PreparedStatement query = connection.prepareStatement(TIES)) {
            query.setString(1, realm);
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    ties.add(new Tie(
                            names.getOrDefault(row.getString(1), "nothing"),
                            names.getOrDefault(row.getString(2), "nothing")));
                }
            }
        }
        return ties;
    }
}
