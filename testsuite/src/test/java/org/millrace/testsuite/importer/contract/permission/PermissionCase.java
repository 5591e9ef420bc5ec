package org.millrace.testsuite.importer.contract.permission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportRealm;

/**
 * One change, by the calls of Keycloak that make it, and by a record that makes it.
 *
 * @param calls the answers of the calls in a caller's name; the text makes names unique
 * @param before what has to be so before, set by an administrator
 */
record PermissionCase(
        String name,
        String entity,
        String onConflict,
        BiFunction<AdminClient, String, List<Answer>> calls,
        Function<String, Map<String, ?>> record,
        Runnable before) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Map<String, String> TYPES = Map.of(
            "users", "user",
            "groups", "group",
            "roles", "role",
            "clients", "client",
            "resources", "resource",
            "organizations", "organization",
            "departments", "department");

    /** Whether Keycloak lets the caller make the change. */
    boolean isAllowed(AdminClient caller, String unique) {
        before.run();
        return calls.apply(caller, unique).stream().allMatch(PermissionCase::isSuccess);
    }

    private static boolean isSuccess(Answer answer) {
        // A conflict is found after the permission is checked. PUT of a client answers so once: creating a permission
        // on a client, Keycloak
        // looks for a resource with the client's id, and its cache then takes the resource server of this id for
        // absent, too.
        boolean isSuccess = answer.status() / 100 == 2 || answer.status() == 409;
        assertThat(isSuccess || answer.status() == 403 || answer.status() == 404)
                .as("%s answered %d: %s", answer.request(), answer.status(), answer.body())
                .isTrue();
        return isSuccess;
    }

    String line(String unique) {
        return write(record.apply(unique));
    }

    /** The record among records of all types. */
    String typedLine(String unique) {
        Map<String, Object> typed = new LinkedHashMap<>(record.apply(unique));
        typed.put("type", TYPES.get(entity));
        return write(typed);
    }

    private static String write(Map<String, ?> record) {
        try {
            return JSON.writeValueAsString(record);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static PermissionCase of(
            String name,
            String entity,
            BiFunction<AdminClient, String, List<Answer>> calls,
            Function<String, Map<String, ?>> record) {
        return new PermissionCase(name, entity, "merge", calls, record, () -> {});
    }

    /** Changes of all entities. */
    static List<PermissionCase> all(PermissionSample sample) {
        ImportRealm realm = sample.realm();
        String base = realm.base();
        String users = base + "/users";
        String groups = base + "/groups";
        String ownGroup = groups + "/" + sample.id("group-own");
        String otherGroup = groups + "/" + sample.id("group-other");
        String ownClient = base + "/clients/" + sample.id("client-own");
        String otherClient = base + "/clients/" + sample.id("client-other");
        String ownUser = users + "/" + sample.id("user-own");
        String otherUser = users + "/" + sample.id("user-other");
        String ownOrganization = base + "/organizations/" + sample.id("organization-own");
        String otherOrganization = base + "/organizations/" + sample.id("organization-other");
        return List.of(
                of(
                        "create user",
                        "users",
                        (as, n) -> List.of(as.post(users, Map.of("username", n))),
                        n -> Map.of("username", n)),
                of(
                        "create member of own group",
                        "users",
                        (as, n) -> List.of(as.post(users, member(n, "/group-own"))),
                        n -> member(n, "/group-own")),
                of(
                        "create member of other group",
                        "users",
                        (as, n) -> List.of(as.post(users, member(n, "/group-other"))),
                        n -> member(n, "/group-other")),
                of(
                        "create member of both groups",
                        "users",
                        (as, n) -> List.of(as.post(users, member(n, "/group-own", "/group-other"))),
                        n -> member(n, "/group-own", "/group-other")),
                of(
                        "change own user",
                        "users",
                        (as, n) -> List.of(as.put(ownUser, Map.of("firstName", n))),
                        n -> Map.of("username", "user-own", "firstName", n)),
                of(
                        "change other user",
                        "users",
                        (as, n) -> List.of(as.put(otherUser, Map.of("firstName", n))),
                        n -> Map.of("username", "user-other", "firstName", n)),
                new PermissionCase(
                        "map role to own user",
                        "users",
                        "merge",
                        (as, n) -> List.of(
                                as.put(ownUser, Map.of("firstName", n)),
                                as.post(ownUser + "/role-mappings/realm", List.of(role(realm, "plain")))),
                        n -> Map.of("username", "user-own", "firstName", n, "realmRoles", List.of("plain")),
                        () -> realm.admin()
                                .delete(ownUser + "/role-mappings/realm", List.of(role(realm, "plain")))
                                .ok()),
                new PermissionCase(
                        "remove role from other user",
                        "users",
                        "replace",
                        (as, n) -> List.of(
                                as.put(otherUser, Map.of("firstName", n)),
                                as.delete(otherUser + "/role-mappings/realm", List.of(role(realm, "plain")))),
                        n -> Map.of(
                                "username",
                                "user-other",
                                "email",
                                "user-other@example.org",
                                "emailVerified",
                                true,
                                "enabled",
                                true,
                                "firstName",
                                n,
                                "lastName",
                                "Test"),
                        () -> realm.admin()
                                .post(otherUser + "/role-mappings/realm", List.of(role(realm, "plain")))
                                .ok()),
                of(
                        "create group",
                        "groups",
                        (as, n) -> List.of(as.post(groups, Map.of("name", n))),
                        n -> Map.of("name", n)),
                of(
                        "create group in own group",
                        "groups",
                        (as, n) -> List.of(as.post(ownGroup + "/children", Map.of("name", n))),
                        n -> Map.of("path", "/group-own/" + n)),
                of(
                        "create group in other group",
                        "groups",
                        (as, n) -> List.of(as.post(otherGroup + "/children", Map.of("name", n))),
                        n -> Map.of("path", "/group-other/" + n)),
                of(
                        "change own group",
                        "groups",
                        (as, n) -> List.of(as.put(ownGroup, described("name", "group-own", n))),
                        n -> described("path", "/group-own", n)),
                of(
                        "change other group",
                        "groups",
                        (as, n) -> List.of(as.put(otherGroup, described("name", "group-other", n))),
                        n -> described("path", "/group-other", n)),
                new PermissionCase(
                        "map role to own group",
                        "groups",
                        "merge",
                        (as, n) -> List.of(as.post(ownGroup + "/role-mappings/realm", List.of(role(realm, "plain")))),
                        n -> Map.of("path", "/group-own", "realmRoles", List.of("plain")),
                        () -> realm.admin()
                                .delete(ownGroup + "/role-mappings/realm", List.of(role(realm, "plain")))
                                .ok()),
                of(
                        "create role",
                        "roles",
                        (as, n) -> List.of(as.post(base + "/roles", Map.of("name", n))),
                        n -> Map.of("name", n)),
                of(
                        "change role",
                        "roles",
                        (as, n) -> List.of(as.put(base + "/roles/plain", described("name", "plain", n))),
                        n -> described("name", "plain", n)),
                of(
                        "create role of own client",
                        "roles",
                        (as, n) -> List.of(as.post(ownClient + "/roles", Map.of("name", n))),
                        n -> Map.of("name", n, "clientId", "client-own")),
                of(
                        "create role of other client",
                        "roles",
                        (as, n) -> List.of(as.post(otherClient + "/roles", Map.of("name", n))),
                        n -> Map.of("name", n, "clientId", "client-other")),
                of(
                        "put client role into new role",
                        "roles",
                        (as, n) -> List.of(as.post(base + "/roles", composed(n))),
                        n -> composed(n)),
                new PermissionCase(
                        "take client role out of role",
                        "roles",
                        "replace",
                        (as, n) -> List.of(as.delete(
                                base + "/roles/composed-native/composites", List.of(clientRole(realm, otherClient)))),
                        n -> Map.of("name", "composed-import"),
                        () -> List.of("composed-native", "composed-import")
                                .forEach(name -> realm.admin()
                                        .post(
                                                base + "/roles/" + name + "/composites",
                                                List.of(clientRole(realm, otherClient)))
                                        .ok())),
                of(
                        "create client",
                        "clients",
                        (as, n) -> List.of(as.post(base + "/clients", Map.of("clientId", n))),
                        n -> Map.of("clientId", n)),
                of(
                        "change own client",
                        "clients",
                        (as, n) -> List.of(as.put(ownClient, named("client-own", n))),
                        n -> named("client-own", n)),
                of(
                        "change other client",
                        "clients",
                        (as, n) -> List.of(as.put(otherClient, named("client-other", n))),
                        n -> named("client-other", n)),
                new PermissionCase(
                        "add scope to own client",
                        "clients",
                        "merge",
                        (as, n) ->
                                List.of(as.put(ownClient + "/optional-client-scopes/" + sample.id("scope"), Map.of())),
                        n -> Map.of("clientId", "client-own", "optionalClientScopes", List.of("extra")),
                        () -> realm.admin()
                                .delete(ownClient + "/optional-client-scopes/" + sample.id("scope"))
                                .ok()),
                of(
                        "create resource of own client",
                        "resources",
                        (as, n) -> List.of(as.post(ownClient + "/authz/resource-server/resource", Map.of("name", n))),
                        n -> Map.of("name", n, "clientId", "client-own")),
                of(
                        "create resource of other client",
                        "resources",
                        (as, n) -> List.of(as.post(otherClient + "/authz/resource-server/resource", Map.of("name", n))),
                        n -> Map.of("name", n, "clientId", "client-other")),
                of(
                        "create organization",
                        "organizations",
                        (as, n) -> List.of(as.post(base + "/organizations", PermissionSample.organization(n))),
                        PermissionSample::organization),
                of(
                        "change own organization",
                        "organizations",
                        (as, n) -> List.of(as.put(ownOrganization, organization("organization-own", n))),
                        n -> organization("organization-own", n)),
                of(
                        "change other organization",
                        "organizations",
                        (as, n) -> List.of(as.put(otherOrganization, organization("organization-other", n))),
                        n -> organization("organization-other", n)),
                of(
                        "create department of own organization",
                        "departments",
                        (as, n) -> List.of(as.post(ownOrganization + "/groups", Map.of("name", n))),
                        n -> Map.of("organization", "organization-own", "path", "/" + n)),
                of(
                        "create department of other organization",
                        "departments",
                        (as, n) -> List.of(as.post(otherOrganization + "/groups", Map.of("name", n))),
                        n -> Map.of("organization", "organization-other", "path", "/" + n)));
    }

    private static Map<String, ?> member(String username, String... groups) {
        return Map.of("username", username, "groups", List.of(groups));
    }

    private static Map<String, ?> described(String key, String value, String description) {
        return Map.of(key, value, "description", description);
    }

    private static Map<String, ?> named(String clientId, String name) {
        Map<String, Object> client = new LinkedHashMap<>(PermissionSample.client(clientId));
        client.put("name", name);
        return client;
    }

    private static Map<String, ?> organization(String name, String description) {
        Map<String, Object> organization = new LinkedHashMap<>(PermissionSample.organization(name));
        organization.put("description", description);
        return organization;
    }

    private static Map<String, ?> composed(String name) {
        return Map.of(
                "name",
                name,
                "composite",
                true,
                "composites",
                Map.of("client", Map.of("client-other", List.of("role"))));
    }

    private static Object role(ImportRealm realm, String name) {
        return realm.admin().get(realm.base() + "/roles/" + name).ok().json();
    }

    private static Object clientRole(ImportRealm realm, String client) {
        return realm.admin().get(client + "/roles/role").ok().json();
    }
}
