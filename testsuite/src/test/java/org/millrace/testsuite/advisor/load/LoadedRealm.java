package org.millrace.testsuite.advisor.load;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.server.ServerUnderTest;

/** A realm to put load on: users with a password, and a client that may log in for itself, look at users and make some. */
public final class LoadedRealm {

    public static final String NAME = "load";
    static final String CLIENT = "load-client";
    static final String SECRET = "load-client-secret";
    public static final String PASSWORD = "secret-of-a-user";
    static final int USERS = 20;

    /** Hashing is to cost next to nothing. */
    public static final String CHEAP = "hashAlgorithm(pbkdf2-sha256) and hashIterations(1000)";

    private static final String MORE_USERS = """
            INSERT INTO user_entity (id, realm_id, username, email, email_constraint, enabled, email_verified, not_before,
                                     first_name, last_name)
            SELECT md5('user-' || n)::uuid, realm_id, 'user-' || n, 'user-' || n || '@example.org', 'user-' || n, true, true, 0, 'U', 'T'
              FROM user_entity, generate_series(%1$d, %2$d) n
             WHERE username = 'user-0';
            INSERT INTO credential (id, type, user_id, created_date, secret_data, credential_data, priority, version)
            SELECT md5('user-' || n)::uuid, c.type, md5('user-' || n)::uuid, c.created_date, c.secret_data, c.credential_data, c.priority, c.version
              FROM credential c JOIN user_entity u ON u.id = c.user_id, generate_series(%1$d, %2$d) n
             WHERE u.username = 'user-0';
            INSERT INTO user_role_mapping (user_id, role_id)
            SELECT md5('user-' || n)::uuid, m.role_id
              FROM user_role_mapping m JOIN user_entity u ON u.id = m.user_id, generate_series(%1$d, %2$d) n
             WHERE u.username = 'user-0';
            ANALYZE user_entity, credential, user_role_mapping""";

    private LoadedRealm() {}

    /** @param passwordPolicy empty for Keycloak's default, whose hash takes most of a tenth of a second */
    public static void create(AdminClient admin, String passwordPolicy) {
        create(admin, passwordPolicy, true);
    }

    /** Adds a user federation whose LDAP server is at this port of 127.0.0.1. */
    public static void addLdap(AdminClient admin, int port) {
        admin.post(
                        "/admin/realms/" + NAME + "/components",
                        Map.of(
                                "name", "directory",
                                "providerId", "ldap",
                                "providerType", "org.keycloak.storage.UserStorageProvider",
                                "config", ldapConfig(port)))
                .ok();
    }

    private static Map<String, List<String>> ldapConfig(int port) {
        return Map.ofEntries(
                Map.entry("enabled", List.of("true")),
                Map.entry("priority", List.of("1")),
                Map.entry("vendor", List.of("other")),
                Map.entry("editMode", List.of("READ_ONLY")),
                Map.entry("importEnabled", List.of("true")),
                Map.entry("connectionUrl", List.of("ldap://127.0.0.1:" + port)),
                Map.entry("connectionTimeout", List.of("5000")),
                Map.entry("readTimeout", List.of("4000")),
                Map.entry("usersDn", List.of("ou=people,dc=example,dc=org")),
                Map.entry("authType", List.of("simple")),
                Map.entry("bindDn", List.of("cn=admin,dc=example,dc=org")),
                Map.entry("bindCredential", List.of("not-a-secret")),
                Map.entry("userObjectClasses", List.of("inetOrgPerson")),
                Map.entry("usernameLDAPAttribute", List.of("uid")),
                Map.entry("rdnLDAPAttribute", List.of("uid")),
                Map.entry("uuidLDAPAttribute", List.of("entryUUID")),
                Map.entry("searchScope", List.of("1")));
    }

    /** Grants then write nothing. */
    public static void createWithoutEvents(AdminClient admin) {
        create(admin, CHEAP, false);
    }

    private static void create(AdminClient admin, String passwordPolicy, boolean events) {
        admin.createRealm(
                NAME,
                Map.of(
                        "passwordPolicy",
                        passwordPolicy,
                        "eventsEnabled",
                        events,
                        "enabledEventTypes",
                        List.of("LOGIN", "CLIENT_LOGIN", "REFRESH_TOKEN")));
        admin.createClient(
                NAME,
                Map.of(
                        "clientId", CLIENT,
                        "secret", SECRET,
                        "serviceAccountsEnabled", true,
                        "directAccessGrantsEnabled", true,
                        "standardFlowEnabled", false));
        String account = admin.get("/admin/realms/" + NAME + "/users?exact=true&username=service-account-" + CLIENT)
                .ok()
                .json()
                .path(0)
                .path("id")
                .asText();
        admin.grant(NAME, account, "realm-management", "view-users");
        admin.grant(NAME, account, "realm-management", "manage-users");
        admin.grant(NAME, account, "realm-management", "view-events");
        for (int i = 0; i < USERS; i++) {
            admin.createUser(NAME, name(i), PASSWORD);
        }
    }

    /** As many users as that, each with the password of the first one. */
    public static void addUsers(ServerUnderTest server, int users) throws SQLException {
        execute(server, String.format(MORE_USERS, USERS, users - 1));
    }

    static String name(int number) {
        return "user-" + number;
    }

    /** Executes a statement as the superuser of the database. */
    public static void execute(ServerUnderTest server, String sql) throws SQLException {
        try (Connection connection = server.database().connectAsSuperuser();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
