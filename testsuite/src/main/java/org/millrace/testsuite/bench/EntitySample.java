package org.millrace.testsuite.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.millrace.testsuite.bench.realm.BenchmarkUsers;
import org.millrace.testsuite.bench.realm.ImportCall;
import org.millrace.testsuite.client.AdminClient;

/** Entities of one kind, as Keycloak's own call and Millrace bring them into a realm of their own. */
enum EntitySample {
    GROUPS("""
            {"name":"%1$sgroup","description":"group %2$d","attributes":{"costCentre":["%2$d"],"site":["site-%3$d"]}}
            """, """
            SELECT count(*), sum(hashtext(concat_ws('|', g.name, g.description, g.parent_group, g.type, (
              SELECT string_agg(a.name || '=' || a.value, ',' ORDER BY a.name, a.value)
              FROM group_attribute a WHERE a.group_id = g.id)))::bigint)
            FROM keycloak_group g JOIN realm r ON r.id = g.realm_id WHERE r.name = ?""") {
        /** Keycloak looks a group up by its path there. */
        @Override
        String partialImport(String items) {
            return super.partialImport(items.replaceAll("(\"name\":)\"([^\"]+)\"", "$1\"$2\",\"path\":\"/$2\""));
        }
    },

    RESOURCES("""
            {%4$s"name":"%1$sresource","displayName":"Resource %2$d","type":"urn:type-%3$d","uris":["/r/%2$d","/r/%2$d/*"],\
            "scopes":[{"name":"read"},{"name":"write"}],"attributes":{"costCentre":["%2$d"],"site":["site-%3$d"]}}
            """, """
            SELECT count(*), sum(hashtext(concat_ws('|', e.name, e.display_name, e.type, e.owner_managed_access, e.icon_uri, (
              SELECT string_agg(u.value, ',' ORDER BY u.value) FROM resource_uris u WHERE u.resource_id = e.id), (
              SELECT string_agg(s.name, ',' ORDER BY s.name)
              FROM resource_scope o JOIN resource_server_scope s ON s.id = o.scope_id WHERE o.resource_id = e.id),
              a.pairs))::bigint)
            FROM resource_server_resource e JOIN client c ON c.id = e.resource_server_id
            JOIN realm r ON r.id = c.realm_id
            LEFT JOIN (SELECT resource_id, string_agg(name || '=' || value, ',' ORDER BY name, value) AS pairs
              FROM resource_attribute GROUP BY resource_id) a ON a.resource_id = e.id
            WHERE r.name = ? AND e.owner = c.id AND c.client_id = 'guarded'""") {
        @Override
        EntityCell.Calls prepare(AdminClient admin, String realm, int count) {
            return posts(resources(admin, realm));
        }

        @Override
        String call() {
            return "POST …/resource";
        }

        @Override
        boolean hasPartialImport() {
            return false;
        }
    },

    ROLES("""
            {"name":"%1$srole","description":"role %2$d","attributes":{"costCentre":["%2$d"],"site":["site-%3$d"]}}
            """, """
            SELECT count(*), sum(hashtext(concat_ws('|', e.name, e.description, e.client_role, (
              SELECT string_agg(a.name || '=' || a.value, ',' ORDER BY a.name, a.value)
              FROM role_attribute a WHERE a.role_id = e.id)))::bigint)
            FROM keycloak_role e JOIN realm r ON r.id = e.client_realm_constraint
            WHERE r.name = ? AND e.description LIKE 'role %'""") {
        @Override
        String partialImport(String items) {
            return "{\"ifResourceExists\":\"FAIL\",\"roles\":{\"realm\":[%s]}}".formatted(items);
        }
    },

    CLIENTS("""
            {"clientId":"%1$sclient","name":"Client %2$d","publicClient":true,"redirectUris":["https://c%2$d.example/*"],\
            "webOrigins":["https://c%2$d.example"],"attributes":{"site":"site-%3$d"}}
            """, """
            SELECT count(*), sum(hashtext(concat_ws('|', e.client_id, e.name, e.public_client, e.protocol, (
              SELECT string_agg(u.value, ',' ORDER BY u.value) FROM redirect_uris u WHERE u.client_id = e.id), (
              SELECT string_agg(u.value, ',' ORDER BY u.value) FROM web_origins u WHERE u.client_id = e.id), (
              SELECT count(*) FROM client_scope_client s WHERE s.client_id = e.id), (
              SELECT string_agg(a.name || '=' || a.value, ',' ORDER BY a.name, a.value)
              FROM client_attributes a WHERE a.client_id = e.id AND a.name = 'site')))::bigint)
            FROM client e JOIN realm r ON r.id = e.realm_id WHERE r.name = ? AND e.name LIKE 'Client %'"""),

    MEMBERSHIPS("""
            {"username":"%1$suser","groups":["/site-%3$d"],"organizations":[{"alias":"site-%3$d"}]}
            """, """
            SELECT count(*), sum(hashtext(username || '|' || joined)::bigint) FROM (
              SELECT u.username, string_agg(g.type || coalesce(o.alias, g.name) || m.membership_type, ',' ORDER BY g.type) AS joined
              FROM user_entity u JOIN realm r ON r.id = u.realm_id
              JOIN user_group_membership m ON m.user_id = u.id JOIN keycloak_group g ON g.id = m.group_id
              LEFT JOIN org o ON o.group_id = g.id WHERE r.name = ? GROUP BY u.id HAVING count(*) = 2) AS users""") {
        @Override
        String importPath() {
            return "users?onConflict=merge";
        }

        @Override
        String imported() {
            return "updated";
        }

        @Override
        EntityCell.Calls prepare(AdminClient admin, String realm, int count) throws IOException {
            return memberships(admin, realm, count);
        }

        @Override
        String call() {
            return "PUT …/groups/{id}` and `POST …/members";
        }

        @Override
        boolean hasPartialImport() {
            return false;
        }
    };

    private static final String GUARDED = "guarded";

    /** How many different numbers there are for the last part of a name. */
    private static final int SITES = 50;

    private final String json;
    private final String rows;

    /**
     * @param json of a prefix, a number, the number of a site, and what a record says that Keycloak's call has in its path
     * @param rows how many there are in a realm, and a sum that depends neither on their order nor on ids and times
     */
    EntitySample(String json, String rows) {
        this.json = json;
        this.rows = rows;
    }

    /** As in the path of the import. */
    String plural() {
        return name().toLowerCase(Locale.ROOT);
    }

    String rows() {
        return rows;
    }

    /** Behind the path of the import. */
    String importPath() {
        return plural();
    }

    /** What becomes of each record that the import gets. */
    String imported() {
        return "created";
    }

    /** Creates the prerequisites for this number of entities; returns Keycloak's own calls. */
    EntityCell.Calls prepare(AdminClient admin, String realm, int count) throws IOException {
        return posts(base(realm) + plural());
    }

    private static String base(String realm) {
        return "/admin/realms/" + realm + "/";
    }

    private static EntityCell.Calls posts(String path) {
        return (number, body) -> List.of(new EntityCell.Call("POST", path, body));
    }

    private static String resources(AdminClient admin, String realm) {
        Map<String, Object> client = Map.of(
                "clientId", GUARDED,
                "publicClient", false,
                "serviceAccountsEnabled", true,
                "authorizationServicesEnabled", true);
        String server = base(realm) + "clients/" + admin.createClient(realm, client) + "/authz/resource-server/";
        // Of many calls in flight that name a scope which is not there, one makes it and the others fail.
        List.of("read", "write")
                .forEach(scope ->
                        admin.post(server + "scope", Map.of("name", scope)).ok());
        return server + "resource";
    }

    /** Users, groups and organizations, none of which has to do with another. */
    private static EntityCell.Calls memberships(AdminClient admin, String realm, int count) throws IOException {
        String base = base(realm);
        admin.put("/admin/realms/" + realm, Map.of("organizationsEnabled", true))
                .ok();
        List<String> groups = new ArrayList<>();
        List<String> organizations = new ArrayList<>();
        for (int site = 0; site < SITES; site++) {
            String name = "site-" + site;
            groups.add(admin.createGroup(realm, name));
            organizations.add(admin.post(base + "organizations", Map.of("name", name, "alias", name))
                    .createdId());
        }
        ImportCall.run(admin, base + "bulk-import/users", count, "created", users -> {
            for (int number = 0; number < count; number++) {
                String user = "{\"id\":\"%s\",\"username\":\"%suser\"}%n"
                        .formatted(userId(realm, number), BenchmarkUsers.prefix(number));
                users.write(user.getBytes(StandardCharsets.UTF_8));
            }
        });
        return (number, body) -> List.of(
                new EntityCell.Call(
                        "PUT",
                        base + "users/" + userId(realm, number) + "/groups/" + groups.get(number % SITES),
                        new byte[0]),
                new EntityCell.Call(
                        "POST",
                        base + "organizations/" + organizations.get(number % SITES) + "/members",
                        ('"' + userId(realm, number) + '"').getBytes(StandardCharsets.UTF_8)));
    }

    private static String userId(String realm, int number) {
        return UUID.nameUUIDFromBytes((realm + number).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    /** Keycloak's own call, in the words of the table of figures. */
    String call() {
        return "POST /" + plural();
    }

    /** Whether {@code partialImport} can bring them. */
    boolean hasPartialImport() {
        return true;
    }

    /** @param items what each of them is, with commas between */
    String partialImport(String items) {
        return "{\"ifResourceExists\":\"FAIL\",\"%s\":[%s]}".formatted(plural(), items);
    }

    /** What Keycloak's own call gets. */
    String body(int number) {
        return text(number, "");
    }

    /** What the import gets. */
    String record(int number) {
        return text(number, this == RESOURCES ? "\"clientId\":\"" + GUARDED + "\"," : "");
    }

    /** Names as they come, in no order of theirs. */
    private String text(int number, String place) {
        return json.formatted(BenchmarkUsers.prefix(number), number, number % SITES, place);
    }
}
