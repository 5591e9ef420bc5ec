package org.millrace.testsuite.importer.contract.permission;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** Fine-grained admin permissions (version 2) of a realm, granted as the admin console grants them. */
record FineGrainedPermissions(ImportRealm realm, String server) {
    static FineGrainedPermissions of(ImportRealm realm) {
        String client = realm.admin()
                .get(realm.base() + "/clients?clientId=admin-permissions")
                .ok()
                .json()
                .path(0)
                .path("id")
                .asText();
        return new FineGrainedPermissions(realm, realm.base() + "/clients/" + client + "/authz/resource-server");
    }

    /** A permission of one resource type, such as {@code Groups}; without resources, it holds for all of the type. */
    record Permission(String type, List<String> resources, List<String> scopes) {}

    /** A user of the realm without admin roles, who has these permissions. */
    AdminClient newHolder(Permission... permissions) {
        String username = "holder-" + UUID.randomUUID();
        String userId = realm.admin().createUser(realm.name(), username, username);
        grant(userId, permissions);
        return AdminClient.login(realm.node(), realm.name(), username, username);
    }

    /** Gives a user these permissions; a time policy, which is always met, is part of each. */
    void grant(String userId, Permission... permissions) {
        post("/policy/user", Map.of("name", userId, "users", List.of(userId)));
        post("/policy/time", Map.of("name", "time-" + userId, "notBefore", "2020-01-01 00:00:00"));
        for (Permission permission : permissions) {
            permit(permission, List.of(userId, "time-" + userId));
        }
    }

    /** Makes the permissions of a user impossible to evaluate: the month of the time policy is no number, which Keycloak accepts. */
    void spoil(String userId) {
        String name = "time-" + userId;
        String policy = realm.admin()
                .get(server + "/policy/search?name=" + name)
                .ok()
                .json()
                .path("id")
                .asText();
        realm.admin()
                .put(server + "/policy/time/" + policy, Map.of("name", name, "month", "none"))
                .ok();
    }

    /** Denies everybody what the permission is about; a specific denial has precedence over a permission for all of a type. */
    void deny(Permission permission) {
        String name = "denied-" + UUID.randomUUID();
        post("/policy/time", Map.of("name", name, "notOnOrAfter", "2000-01-01 00:00:00"));
        permit(permission, List.of(name));
    }

    private void permit(Permission permission, List<String> policies) {
        post(
                "/permission/scope",
                Map.of(
                        "name", UUID.randomUUID().toString(),
                        "resourceType", permission.type(),
                        "resources", permission.resources(),
                        "scopes", permission.scopes(),
                        "policies", policies));
    }

    private void post(String path, Map<String, ?> body) {
        realm.admin().post(server + path, body).ok();
    }
}
