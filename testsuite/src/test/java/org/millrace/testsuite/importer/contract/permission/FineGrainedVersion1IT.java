package org.millrace.testsuite.importer.contract.permission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.Thorough;
import org.millrace.testsuite.server.ServerOptions;
import org.millrace.testsuite.server.SharedServers;

/** The permission matrix on a server with version 1 of fine-grained admin permissions, which excludes version 2. */
class FineGrainedVersion1IT {
    private final PermissionMatrixContract matrix = () -> SharedServers.get(
            ServerOptions.postgres().startingFast().withBuildOption("features", "admin-fine-grained-authz:v1"));

    @Thorough
    @Test
    void importsAllowWhatKeycloaksCallsAllow() {
        importsAllowWhatKeycloaksCallsAllow(false);
    }

    @Tag("permissions")
    @Test
    void importsAllowWhatKeycloaksCallsAllowInEveryCombination() {
        importsAllowWhatKeycloaksCallsAllow(true);
    }

    private void importsAllowWhatKeycloaksCallsAllow(boolean everyCombination) {
        PermissionSample sample = PermissionSample.create(matrix.realm(Map.of("organizationsEnabled", true)));
        Map<String, AdminClient> callers = new LinkedHashMap<>(sample.callersWithRoles());
        callers.put(
                "members of own group",
                newHolder(sample, "/groups/" + sample.id("group-own"), "manage-members", "manage-membership"));
        callers.put("own group", newHolder(sample, "/groups/" + sample.id("group-own"), "manage"));
        callers.put("own client", newHolder(sample, "/clients/" + sample.id("client-own"), "manage"));
        callers.put("own client's settings", newHolder(sample, "/clients/" + sample.id("client-own"), "configure"));
        callers.put("all users", newHolder(sample, "/users-management-permissions", "manage"));

        PermissionMatrix comparison = new PermissionMatrix(sample, everyCombination);
        comparison.compare(callers);
        comparison.assertComplete();
    }

    /** A user without admin roles, with permissions of version 1 on one object. */
    private static AdminClient newHolder(PermissionSample sample, String object, String... scopes) {
        ImportRealm realm = sample.realm();
        AdminClient admin = realm.admin();
        String username = "holder-" + UUID.randomUUID();
        String userId = admin.createUser(realm.name(), username, username);
        String management = object.startsWith("/users-")
                ? realm.base() + object
                : realm.base() + object + "/management/permissions";
        JsonNode permissions =
                admin.put(management, Map.of("enabled", true)).ok().json().path("scopePermissions");
        String server = realm.base() + "/clients/"
                + admin.get(realm.base() + "/clients?clientId=realm-management")
                        .ok()
                        .json()
                        .path(0)
                        .path("id")
                        .asText()
                + "/authz/resource-server";
        String policy = admin.post(server + "/policy/user", Map.of("name", username, "users", List.of(userId)))
                .ok()
                .json()
                .path("id")
                .asText();
        for (String scope : scopes) {
            String path =
                    server + "/permission/scope/" + permissions.path(scope).asText();
            ObjectNode permission = (ObjectNode) admin.get(path).ok().json();
            List<String> policies = new ArrayList<>();
            admin.get(server + "/policy/" + permissions.path(scope).asText() + "/associatedPolicies")
                    .ok()
                    .json()
                    .forEach(found -> policies.add(found.path("id").asText()));
            policies.add(policy);
            permission.putPOJO("policies", policies);
            permission.put("decisionStrategy", "AFFIRMATIVE");
            admin.put(path, permission).ok();
        }
        return AdminClient.login(realm.node(), realm.name(), username, username);
    }
}
