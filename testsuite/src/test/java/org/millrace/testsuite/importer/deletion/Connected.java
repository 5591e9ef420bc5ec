package org.millrace.testsuite.importer.deletion;

import static org.millrace.testsuite.importer.deletion.Deleting.delete;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.millrace.testsuite.client.AccessToken;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.fixture.AuthorizationSample;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** A realm with entities that refer to each other, their calls and records, and all ids that go with them. */
record Connected(ImportRealm realm, Map<String, ObjectNode> records, List<String> ids) {
    static Connected create(ImportRealm realm) {
        AdminClient admin = realm.admin();
        String base = realm.base();
        Map<String, ObjectNode> records = new LinkedHashMap<>();
        List<String> ids = new ArrayList<>();
        Map<String, String> users = realm.ids();
        String loggedIn = admin.createUser(realm.name(), "logged-in", "logged-in");
        users.put("logged-in", loggedIn);
        admin.createRealmRole(realm.name(), "auditor");
        admin.createRealmRole(realm.name(), "composed");
        JsonNode auditor = admin.get(base + "/roles/auditor").ok().json();
        admin.post(base + "/roles/composed/composites", List.of(auditor)).ok();
        admin.grant(realm.name(), loggedIn, "auditor");
        String group = admin.createGroup(realm.name(), "top");
        String below = admin.post(base + "/groups/" + group + "/children", Map.of("name", "below"))
                .ok()
                .json()
                .path("id")
                .asText();
        admin.post(base + "/groups/" + group + "/role-mappings/realm", List.of(auditor))
                .ok();
        admin.put(base + "/users/" + loggedIn + "/groups/" + below, Map.of()).ok();
        String client = admin.createClient(realm.name(), AuthorizationSample.client("guarded"));
        String other = admin.createClient(realm.name(), AuthorizationSample.client("kept"));
        admin.createClientRole(realm.name(), client, "reader");
        admin.createClientRole(realm.name(), other, "writer");
        admin.grant(realm.name(), loggedIn, "guarded", "reader");
        String writer = admin.get(base + "/clients/" + other + "/roles/writer")
                .ok()
                .json()
                .path("id")
                .asText();
        String resource = admin.post(
                        base + "/clients/" + other + "/authz/resource-server/resource",
                        Map.of(
                                "name",
                                "document",
                                "ownerManagedAccess",
                                true,
                                "owner",
                                Map.of("id", loggedIn),
                                "scopes",
                                List.of(Map.of("name", "read"))))
                .ok()
                .json()
                .path("_id")
                .asText();
        String plain = admin.post(
                        base + "/clients/" + other + "/authz/resource-server/resource", Map.of("name", "plain"))
                .ok()
                .json()
                .path("_id")
                .asText();
        admin.post(
                        base + "/clients/" + other + "/authz/resource-server/policy/user",
                        Map.of("name", "of users", "users", List.of(loggedIn)))
                .ok();
        String offline = admin.get(base + "/client-scopes")
                .ok()
                .json()
                .valueStream()
                .filter(scope -> scope.path("name").asText().equals("offline_access"))
                .map(scope -> scope.path("id").asText())
                .findFirst()
                .orElseThrow();
        String cli = admin.get(base + "/clients?clientId=admin-cli")
                .ok()
                .json()
                .path(0)
                .path("id")
                .asText();
        admin.put(base + "/clients/" + cli + "/optional-client-scopes/" + offline, Map.of())
                .ok();
        for (String scope : List.of("openid", "openid offline_access")) {
            AccessToken.by(
                            Map.of(
                                    "grant_type",
                                    "password",
                                    "client_id",
                                    "admin-cli",
                                    "username",
                                    "logged-in",
                                    "password",
                                    "logged-in",
                                    "scope",
                                    scope),
                            realm.node(),
                            realm.name())
                    .value();
        }
        String account = admin.get(base + "/clients/" + client + "/service-account-user")
                .ok()
                .json()
                .path("id")
                .asText();
        String organization = organization(realm, "acme");
        String department = admin.get(
                        base + "/organizations/" + organization(realm, "other") + "/groups/group-by-path/sales")
                .ok()
                .json()
                .path("id")
                .asText();
        ids.addAll(List.of(group, below, auditor.path("id").asText(), client, writer, account, resource, plain));
        ids.addAll(List.of(organization, department));
        admin.get(base + "/organizations/" + organization + "/members?max=1000")
                .ok()
                .json()
                .forEach(member -> {
                    if (member.path("membershipType").asText().equals("MANAGED")) {
                        ids.add(member.path("id").asText());
                    }
                });
        records.put(
                "/clients/" + other + "/authz/resource-server/resource/" + plain,
                delete("type", "resource", "clientId", "kept", "name", "plain"));
        users.forEach((username, id) -> {
            if (!username.startsWith("tied-") || id.hashCode() % 3 != 0) {
                ids.add(id);
                records.put("/users/" + id, delete("type", "user", "username", username));
            }
        });
        records.put("/groups/" + group, delete("type", "group", "path", "/top"));
        records.put("/roles/auditor", delete("type", "role", "name", "auditor"));
        records.put(
                "/clients/" + other + "/roles/writer",
                delete("type", "role", "name", "writer", "clientId", "kept", "id", writer));
        records.put("/clients/" + client, delete("type", "client", "clientId", "guarded"));
        records.put("/organizations/" + organization, delete("type", "organization", "alias", "acme"));
        records.put(
                "/organizations/" + organization(realm, "other") + "/groups/" + department,
                delete("type", "department", "organization", "other", "path", "/sales"));
        return new Connected(realm, records, ids);
    }

    private static String organization(ImportRealm realm, String alias) {
        return realm.admin()
                .get(realm.base() + "/organizations?exact=true&search=" + alias)
                .ok()
                .json()
                .path(0)
                .path("id")
                .asText();
    }
}
