package org.millrace.testsuite.importer.contract.permission;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.importer.contract.permission.FineGrainedPermissions.Permission;
import org.millrace.testsuite.importer.fixture.ClientRealm;
import org.millrace.testsuite.importer.fixture.IdentityProviderSample;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/** A realm with two objects of each kind, of which fine-grained permissions name the one that is called own. */
record PermissionSample(ImportRealm realm, Map<String, String> ids) {
    static PermissionSample create(ImportRealm realm) {
        Map<String, String> ids = new LinkedHashMap<>();
        AdminClient admin = realm.admin();
        admin.createRealmRole(realm.name(), "plain");
        admin.createRealmRole(realm.name(), "composed-native");
        admin.createRealmRole(realm.name(), "composed-import");
        admin.post(realm.base() + "/client-scopes", Map.of("name", "extra", "protocol", "openid-connect"))
                .ok();
        ids.put("scope", id(realm, "/client-scopes", "extra"));
        for (String name : List.of("own", "other")) {
            String client = admin.createClient(realm.name(), client("client-" + name));
            admin.createClientRole(realm.name(), client, "role");
            ids.put("client-" + name, client);
            String group = admin.createGroup(realm.name(), "group-" + name);
            ids.put("group-" + name, group);
            ids.put("user-" + name, admin.createUser(realm.name(), "user-" + name, "secret"));
            String resources = realm.base() + "/clients/" + client + "/authz/resource-server/resource";
            ids.put(
                    "resource-" + name,
                    admin.post(resources, Map.of("name", "owned"))
                            .ok()
                            .json()
                            .path("_id")
                            .asText());
            ids.put(
                    "organization-" + name,
                    admin.post(realm.base() + "/organizations", organization("organization-" + name))
                            .createdId());
            String groups = realm.base() + "/organizations/" + ids.get("organization-" + name) + "/groups";
            ids.put(
                    "department-" + name,
                    admin.post(groups, Map.of("name", "it")).createdId());
        }
        String instances = realm.base() + "/identity-provider/instances";
        admin.post(instances, IdentityProviderSample.provider("idp")).ok();
        admin.post(instances, IdentityProviderSample.provider("part")).ok();
        ids.put(
                "part-mapper",
                admin.post(instances + "/part/mappers", IdentityProviderSample.mapper("part", "part"))
                        .createdId());
        ids.put("part-group", admin.createGroup(realm.name(), "part-group"));
        admin.post(realm.base() + "/client-scopes", Map.of("name", "part", "protocol", "openid-connect"))
                .ok();
        ids.put("part-scope", id(realm, "/client-scopes", "part"));
        admin.put(realm.base() + "/users/" + ids.get("user-own") + "/groups/" + ids.get("group-own"), Map.of())
                .ok();
        return new PermissionSample(realm, ids);
    }

    private static String id(ImportRealm realm, String path, String name) {
        for (var found : realm.admin().get(realm.base() + path).ok().json()) {
            if (found.path("name").asText().equals(name)) {
                return found.path("id").asText();
            }
        }
        throw new AssertionError("there is no " + name);
    }

    static Map<String, Object> client(String clientId) {
        return Map.of("clientId", clientId, "serviceAccountsEnabled", true, "authorizationServicesEnabled", true);
    }

    static Map<String, Object> organization(String name) {
        return Map.of("name", name, "alias", name, "domains", List.of(Map.of("name", name + ".example.org")));
    }

    /** The id of a client's role {@code role}. */
    String roleId(String client) {
        return realm.admin()
                .get(realm.base() + "/clients/" + id(client) + "/roles/role")
                .ok()
                .json()
                .path("id")
                .asText();
    }

    String id(String name) {
        return Objects.requireNonNull(ids.get(name), name);
    }

    /** Callers with one admin role of the realm each, but for roles that only read; and one with none. */
    Map<String, AdminClient> callersWithRoles() {
        Map<String, AdminClient> callers = new LinkedHashMap<>();
        List<String> roles = new ClientRealm(realm)
                .of("realm-management", "roles").findValuesAsText("name").stream()
                        .sorted()
                        .toList();
        for (String reading : List.of("view-", "query-")) {
            callers.put(
                    reading + "*",
                    realm.newAdmin(roles.stream()
                            .filter(role -> role.startsWith(reading))
                            .toArray(String[]::new)));
        }
        roles.stream()
                .filter(role -> !role.startsWith("view-") && !role.startsWith("query-"))
                .forEach(role -> callers.put(role, realm.newAdmin(role)));
        callers.put("none", realm.newAdmin());
        return callers;
    }

    /** Callers with fine-grained permissions only. */
    Map<String, AdminClient> holders() {
        FineGrainedPermissions permissions = FineGrainedPermissions.of(realm);
        Map<String, AdminClient> holders = new LinkedHashMap<>();
        holders.put("own client", permissions.newHolder(manage("Clients", id("client-own"))));
        holders.put("own group", permissions.newHolder(manage("Groups", id("group-own"))));
        holders.put(
                "members of own group",
                permissions.newHolder(new Permission(
                        "Groups", List.of(id("group-own")), List.of("manage-members", "manage-membership"))));
        holders.put(
                "own organization",
                permissions.newHolder(
                        new Permission("Organizations", List.of(id("organization-own")), List.of("view", "manage"))));
        // Not the own user: the permission on the members of its group denies the same scope.
        holders.put("other user", permissions.newHolder(manage("Users", id("user-other"))));
        return holders;
    }

    /**
     * More of them, for a realm without the others: permissions on the same object and scope of which one denies deny together.
     */
    Map<String, AdminClient> holdersApart() {
        FineGrainedPermissions permissions = FineGrainedPermissions.of(realm);
        Map<String, AdminClient> holders = new LinkedHashMap<>();
        holders.put(
                "own organization, not viewed", permissions.newHolder(manage("Organizations", id("organization-own"))));
        holders.put(
                "all users and roles",
                permissions.newHolder(
                        new Permission("Users", List.of(), List.of("manage", "map-roles")),
                        new Permission("Roles", List.of(), List.of("map-role"))));
        return holders;
    }

    private static Permission manage(String type, String... ids) {
        return new Permission(type, List.of(ids), List.of("manage"));
    }

    /** Administrators of the master realm, of whom some may do something in this realm. */
    Map<String, AdminClient> administratorsOfMaster() {
        Map<String, AdminClient> callers = new LinkedHashMap<>();
        for (String role : List.of("manage-users", "manage-clients", "")) {
            String username = "master-" + UUID.randomUUID();
            String id = realm.admin().createUser("master", username, username);
            if (!role.isEmpty()) {
                realm.admin().grant("master", id, realm.name() + "-realm", role);
            }
            callers.put(
                    "master " + (role.isEmpty() ? "none" : role),
                    AdminClient.login(realm.node(), "master", username, username));
        }
        return callers;
    }
}
