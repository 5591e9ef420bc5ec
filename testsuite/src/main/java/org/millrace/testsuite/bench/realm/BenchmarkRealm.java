package org.millrace.testsuite.bench.realm;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.data.SampleRealm;
import org.millrace.testsuite.server.Node;
import org.millrace.testsuite.server.ServerUnderTest;

/**
 * The realm that the users go into, and what their rows refer to.
 *
 * @param role the role of each user in addition to the default one, as {@code role-mappings} expects it
 */
public record BenchmarkRealm(String id, String groupId, JsonNode role, String defaultRoleId) {
    /** Name of the realm. */
    public static final String NAME = "benchmark";
    /** Path of the realm in the Admin REST API. */
    public static final String PATH = "/admin/realms/" + NAME;
    /** Name of the realm's default role. */
    public static final String DEFAULT_ROLE = "default-roles-" + NAME;

    private static final int TOKEN_SECONDS = 6 * 3600;

    /** Creates the realm. */
    public static BenchmarkRealm create(AdminClient admin) {
        SampleRealm.create(admin, NAME);
        JsonNode realm = admin.get(PATH).ok().json();
        JsonNode group =
                admin.get(PATH + "/group-by-path" + SampleRealm.GROUP).ok().json();
        JsonNode role = admin.get(PATH + "/roles/" + SampleRealm.ROLE).ok().json();
        return new BenchmarkRealm(
                realm.path("id").asText(),
                group.path("id").asText(),
                role,
                realm.path("defaultRole").path("id").asText());
    }

    /**
     * The administrator, with a token that lives, as the session does that it ends with, as long as a run: a login within a timed cell
     * would be measured with it.
     */
    public static AdminClient administrator(Node node) {
        Map<String, Integer> lifetimes = Map.of(
                "accessTokenLifespan", TOKEN_SECONDS,
                "ssoSessionIdleTimeout", TOKEN_SECONDS,
                "ssoSessionMaxLifespan", TOKEN_SECONDS);
        AdminClient.of(node).put("/admin/realms/master", lifetimes).ok();
        // The client of the node has a token with the lifetime from before.
        return AdminClient.login(node, "master", ServerUnderTest.ADMIN, ServerUnderTest.ADMIN);
    }

    /** Makes Keycloak forget the users that it has in memory: their rows are about to go. */
    public static void forgetUsers(AdminClient admin) {
        admin.post(PATH + "/clear-user-cache", Map.of()).ok();
    }
}
