package org.millrace.testsuite.importer.contract.group;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.TableRows;

/**
 * Every row that belongs to a group or an organization of a realm, column by column. What two equal ones of two realms have to
 * differ in (ids, the time of writing) is replaced by what it stands for.
 */
final class GroupRows {
    private static final Set<String> TIMES = Set.of("created_timestamp", "last_modified_timestamp");
    private static final String OF_REALM = "SELECT id FROM keycloak_group WHERE realm_id = ?";

    private final Connection connection;
    private final String realmId;
    private final Instant since;
    private final Map<String, String> names = new HashMap<>();

    private GroupRows(Connection connection, ImportRealm realm, Instant since) throws SQLException {
        this.connection = connection;
        this.since = since;
        this.realmId =
                value(read("SELECT id FROM realm WHERE name = ?", realm.name()).get(0), "id");
    }

    /**
     * Reads a realm's groups and organizations.
     *
     * @param since times from here on are those of the test
     * @return rows as text, each beginning with its table, in order
     */
    static List<String> of(Connection connection, ImportRealm realm, Instant since) throws SQLException {
        GroupRows reader = new GroupRows(connection, realm, since);
        reader.readNames();
        List<String> rows = new ArrayList<>();
        reader.add(rows, "keycloak_group", "SELECT * FROM keycloak_group WHERE realm_id = ?");
        for (String table : List.of("group_attribute", "group_role_mapping", "user_group_membership")) {
            reader.add(rows, table, "SELECT * FROM " + table + " WHERE group_id IN (" + OF_REALM + ")");
        }
        reader.add(rows, "org", "SELECT * FROM org WHERE realm_id = ?");
        reader.add(
                rows, "org_domain", "SELECT * FROM org_domain WHERE org_id IN (SELECT id FROM org WHERE realm_id = ?)");
        reader.add(
                rows,
                "identity_provider",
                "SELECT provider_alias, organization_id FROM identity_provider WHERE realm_id = ?");
        Collections.sort(rows);
        return rows;
    }

    private void readNames() throws SQLException {
        names.put(realmId, "REALM");
        for (Map<String, String> role : read("SELECT id, name FROM keycloak_role WHERE realm_id = ?", realmId)) {
            names.put(role.get("id"), "role " + role.get("name"));
        }
        for (Map<String, String> user : read("SELECT id, username FROM user_entity WHERE realm_id = ?", realmId)) {
            names.put(user.get("id"), "user " + user.get("username"));
        }
        for (Map<String, String> org : read("SELECT id, alias, group_id FROM org WHERE realm_id = ?", realmId)) {
            names.put(org.get("id"), "organization " + org.get("alias"));
        }
        Map<String, Map<String, String>> groups = new HashMap<>();
        for (Map<String, String> group :
                read("SELECT id, name, parent_group FROM keycloak_group WHERE realm_id = ?", realmId)) {
            groups.put(group.get("id"), group);
        }
        groups.keySet().forEach(id -> names.put(id, path(id, groups)));
    }

    private String path(String id, Map<String, Map<String, String>> groups) {
        Map<String, String> group = groups.get(id);
        return group == null
                ? ""
                : path(value(group, "parent_group"), groups) + "/"
                        + names.getOrDefault(value(group, "name"), value(group, "name"));
    }

    private static String value(Map<String, String> row, String column) {
        return String.valueOf(row.get(column));
    }

    private void add(List<String> rows, String table, String sql) throws SQLException {
        for (Map<String, String> row : read(sql, realmId)) {
            // Ids of rows that nothing refers to.
            if (!names.containsKey(value(row, "id"))) {
                row.remove("id");
            }
            row.replaceAll((column, value) -> neutral(column, value));
            rows.add(table + " " + row);
        }
    }

    private String neutral(String column, String value) {
        if (TIMES.contains(column)) {
            assertThat(Long.parseLong(value)).isGreaterThanOrEqualTo(since.toEpochMilli());
            return "NOW";
        }
        return names.getOrDefault(value, value);
    }

    private List<Map<String, String>> read(String sql, String parameter) throws SQLException {
        return TableRows.read(connection, sql, parameter);
    }

    /** What only one of two realms has. */
    static String difference(List<String> expected, List<String> actual) {
        Set<String> missing = new LinkedHashSet<>(expected);
        actual.forEach(missing::remove);
        Set<String> surplus = new LinkedHashSet<>(actual);
        expected.forEach(surplus::remove);
        return "only Keycloak: " + missing + "\nonly Millrace: " + surplus;
    }
}
