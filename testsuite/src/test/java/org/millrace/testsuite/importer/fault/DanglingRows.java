package org.millrace.testsuite.importer.fault;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * Rows of a realm that refer to what does not exist, in every column without a foreign key that an import writes. Links of users to identity
 * providers are left out: Keycloak accepts such a link without the identity provider.
 */
final class DanglingRows {
    /** A column, the table that it refers to, and how a row is known to be the realm's. */
    private record Reference(String table, String column, String parent, String ofRealm) {}

    private static final String USER = "user_id IN (SELECT id FROM user_entity WHERE realm_id = ?)";
    private static final String CONSENT =
            "user_consent_id IN (SELECT c.id FROM user_consent c JOIN user_entity u ON u.id = c.user_id WHERE u.realm_id = ?)";
    private static final String CLIENT = "client_id IN (SELECT id FROM client WHERE realm_id = ?)";

    private static final String POLICIES = "(SELECT p.resource_server_id AS client_id, u.id AS user_id"
            + " FROM resource_server_policy p JOIN policy_config v ON v.policy_id = p.id AND v.name = 'users'"
            + " CROSS JOIN json_array_elements_text(v.value::json) u(id))";

    /**
     * Users whom policies name. Keycloak removes a user from the policies that it finds before it removes the user: a policy
     * created concurrently, by any call, keeps the id.
     */
    static final String USERS_OF_POLICIES = POLICIES + ".user_id";

    private static final List<Reference> REFERENCES = List.of(
            new Reference("user_entity", "realm_id", "realm", "realm_id = ?"),
            new Reference("user_entity", "service_account_client_link", "client", "realm_id = ?"),
            new Reference("user_entity", "federation_link", "component", "realm_id = ?"),
            new Reference("user_role_mapping", "role_id", "keycloak_role", USER),
            new Reference("user_group_membership", "group_id", "keycloak_group", USER),
            new Reference("user_consent", "client_id", "client", USER),
            new Reference("user_ver_credential", "client_scope_id", "client_scope", USER),
            new Reference("user_consent_client_scope", "scope_id", "client_scope", CONSENT),
            new Reference("keycloak_group", "realm_id", "realm", "realm_id = ?"),
            new Reference("keycloak_group", "parent_group", "keycloak_group", "parent_group <> ' ' AND realm_id = ?"),
            new Reference(
                    "group_role_mapping",
                    "role_id",
                    "keycloak_role",
                    "group_id IN (SELECT id FROM keycloak_group WHERE realm_id = ?)"),
            new Reference("keycloak_role", "realm_id", "realm", "realm_id = ?"),
            new Reference("keycloak_role", "client", "client", "realm_id = ?"),
            new Reference("client", "realm_id", "realm", "realm_id = ?"),
            new Reference("client_scope_client", "scope_id", "client_scope", CLIENT),
            new Reference("scope_mapping", "role_id", "keycloak_role", CLIENT),
            new Reference(
                    "client_scope_role_mapping",
                    "role_id",
                    "keycloak_role",
                    "scope_id IN (SELECT id FROM client_scope WHERE realm_id = ?)"),
            new Reference("default_client_scope", "scope_id", "client_scope", "realm_id = ?"),
            new Reference("realm_default_groups", "group_id", "keycloak_group", "realm_id = ?"),
            new Reference(
                    "identity_provider_mapper",
                    "idp_alias",
                    "(SELECT provider_alias AS id FROM identity_provider)",
                    "realm_id = ?"),
            new Reference("identity_provider", "first_broker_login_flow_id", "authentication_flow", "realm_id = ?"),
            new Reference("identity_provider", "post_broker_login_flow_id", "authentication_flow", "realm_id = ?"),
            new Reference("client_auth_flow_bindings", "flow_id", "authentication_flow", CLIENT),
            new Reference(
                    "resource_server_resource",
                    "owner",
                    "user_entity",
                    "owner <> resource_server_id AND resource_server_id IN (SELECT id FROM client WHERE realm_id = ?)"),
            new Reference(POLICIES, "user_id", "user_entity", CLIENT),
            new Reference("org", "realm_id", "realm", "realm_id = ?"),
            new Reference("org", "group_id", "keycloak_group", "realm_id = ?"));

    private DanglingRows() {}

    /** How many rows of a realm each column has that refer to nothing; columns without such rows are left out. */
    static Map<String, Long> in(ServerUnderTest server, String realmId) throws SQLException {
        Map<String, Long> dangling = new TreeMap<>();
        try (Connection connection = server.database().connect()) {
            for (Reference reference : REFERENCES) {
                String sql = "SELECT count(*) FROM " + reference.table() + " c WHERE c." + reference.column()
                        + " IS NOT NULL AND NOT EXISTS (SELECT 1 FROM " + reference.parent() + " p WHERE p.id = c."
                        + reference.column() + ") AND c." + reference.ofRealm();
                try (PreparedStatement query = connection.prepareStatement(sql)) {
                    query.setString(1, realmId);
                    try (ResultSet row = query.executeQuery()) {
                        row.next();
                        if (row.getLong(1) > 0) {
                            dangling.put(reference.table() + "." + reference.column(), row.getLong(1));
                        }
                    }
                }
            }
        }
        return dangling;
    }
}
