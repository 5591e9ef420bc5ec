package org.millrace.testsuite.importer.contract.permission;

import static org.millrace.testsuite.importer.contract.permission.PermissionCase.change;
import static org.millrace.testsuite.importer.contract.permission.PermissionCase.creation;
import static org.millrace.testsuite.importer.contract.permission.PermissionCase.removal;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;
import org.millrace.testsuite.importer.fixture.ImportRealm;
import org.millrace.testsuite.importer.fixture.UserLine;

/** Changes of all entities in a sample realm. */
final class PermissionCases {
    private static final String SCOPES = "optionalClientScopes";

    private final PermissionSample sample;
    private final ImportRealm realm;
    private final AdminClient root;
    private final String base;
    private final JsonNode plain;
    private final JsonNode clientRole;

    private PermissionCases(PermissionSample sample) {
        this.sample = sample;
        this.realm = sample.realm();
        this.root = realm.admin();
        this.base = realm.base();
        this.plain = role("plain");
        this.clientRole = root.get(at("client-other") + "/roles/role").ok().json();
    }

    static List<PermissionCase> of(PermissionSample sample) {
        PermissionCases cases = new PermissionCases(sample);
        return Stream.of(
                        cases.users(),
                        cases.removalsFromUsers(),
                        cases.groups(),
                        cases.roles(),
                        cases.clients(),
                        cases.resources(),
                        cases.organizations(),
                        cases.departments(),
                        ExportPartCases.of(sample),
                        DeletionCases.of(sample))
                .flatMap(List::stream)
                .toList();
    }

    /** Where Keycloak has an object of the sample, such as {@code user-own}. */
    private String at(String name) {
        return base + "/" + name.substring(0, name.indexOf('-')) + "s/" + sample.id(name);
    }

    private List<PermissionCase> users() {
        String users = base + "/users";
        String own = at("user-own");
        String other = at("user-other");
        return List.of(
                creation(
                        "create user",
                        "users",
                        (as, n) -> List.of(as.post(users, Map.of("username", n))),
                        n -> Map.of("username", n)),
                creation(
                        "create member of own group",
                        "users",
                        (as, n) -> List.of(as.post(users, member(n, "/group-own"))),
                        n -> member(n, "/group-own")),
                creation(
                        "create member of other group",
                        "users",
                        (as, n) -> List.of(as.post(users, member(n, "/group-other"))),
                        n -> member(n, "/group-other")),
                creation(
                        "create member of both groups",
                        "users",
                        (as, n) -> List.of(as.post(users, member(n, "/group-own", "/group-other"))),
                        n -> member(n, "/group-own", "/group-other")),
                change(
                        "change own user",
                        "users",
                        "user-own",
                        (as, n) -> List.of(as.put(own, Map.of("firstName", n))),
                        n -> Map.of("username", "user-own", "firstName", n),
                        own),
                change(
                        "change other user",
                        "users",
                        "user-other",
                        (as, n) -> List.of(as.put(other, Map.of("firstName", n))),
                        n -> Map.of("username", "user-other", "firstName", n),
                        other),
                change(
                                "map role to own user",
                                "users",
                                "user-own",
                                (as, n) -> List.of(
                                        as.put(own, Map.of("firstName", n)),
                                        as.post(own + "/role-mappings/realm", List.of(plain()))),
                                n -> Map.of("username", "user-own", "firstName", n, "realmRoles", List.of("plain")),
                                own,
                                own + "/role-mappings")
                        .after(() -> root.delete(own + "/role-mappings/realm", List.of(plain()))
                                .ok()));
    }

    private List<PermissionCase> removalsFromUsers() {
        String user = at("user-other");
        String group = user + "/groups/" + sample.id("group-other");
        String link = user + "/federated-identity/idp";
        String consents = user + "/consents";
        return List.of(
                ofOtherUser(
                        "remove role from other user",
                        () -> root.post(user + "/role-mappings/realm", List.of(plain()))
                                .ok(),
                        as -> as.delete(user + "/role-mappings/realm", List.of(plain())),
                        user + "/role-mappings"),
                ofOtherUser(
                        "remove other user from group",
                        () -> root.put(group, Map.of()).ok(),
                        as -> as.delete(group),
                        user + "/groups"),
                ofOtherUser(
                        "remove link of other user",
                        () -> root.post(link, Map.of("userId", "1", "userName", "linked"))
                                .ok(),
                        as -> as.delete(link),
                        user + "/federated-identity"),
                ofOtherUser(
                        "remove consent of other user",
                        () -> realm.with("onConflict=merge")
                                .take(UserLine.of(Map.of(
                                        "username",
                                        "user-other",
                                        "clientConsents",
                                        List.of(Map.of(
                                                "clientId",
                                                "client-other",
                                                "grantedClientScopes",
                                                List.of("email")))))),
                        as -> as.delete(consents + "/client-other"),
                        consents),
                ofOtherUser(
                        "remove password of other user",
                        () -> root.put(user + "/reset-password", Map.of("type", "password", "value", "secret"))
                                .ok(),
                        as -> as.delete(user + "/credentials/"
                                + root.get(user + "/credentials")
                                        .ok()
                                        .json()
                                        .path(0)
                                        .path("id")
                                        .asText()),
                        user + "/credentials"));
    }

    private PermissionCase ofOtherUser(String name, Runnable before, Function<AdminClient, Answer> call, String state) {
        String user = at("user-other");
        return removal(
                name,
                "users",
                "user-other",
                () -> {
                    withoutAssociations(user);
                    before.run();
                },
                (as, n) -> List.of(as.put(user, Map.of("firstName", n)), call.apply(as)),
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
                        "Test",
                        "clientConsents",
                        List.of(),
                        "credentials",
                        List.of()),
                user,
                state);
    }

    /** Some of it may not be there. */
    private void withoutAssociations(String user) {
        root.delete(user + "/role-mappings/realm", List.of(plain()));
        root.delete(user + "/groups/" + sample.id("group-other"));
        root.delete(user + "/federated-identity/idp");
        root.delete(user + "/consents/client-other");
        for (JsonNode credential : root.get(user + "/credentials").ok().json()) {
            root.delete(user + "/credentials/" + credential.path("id").asText());
        }
    }

    private List<PermissionCase> groups() {
        String groups = base + "/groups";
        String own = at("group-own");
        String other = at("group-other");
        return List.of(
                creation(
                        "create group",
                        "groups",
                        (as, n) -> List.of(as.post(groups, Map.of("name", n))),
                        n -> Map.of("name", n)),
                creation(
                        "create group in own group",
                        "groups",
                        (as, n) -> List.of(as.post(own + "/children", Map.of("name", n))),
                        n -> Map.of("path", "/group-own/" + n)),
                creation(
                        "create group in other group",
                        "groups",
                        (as, n) -> List.of(as.post(other + "/children", Map.of("name", n))),
                        n -> Map.of("path", "/group-other/" + n)),
                change(
                        "change own group",
                        "groups",
                        "group-own",
                        (as, n) -> List.of(as.put(own, described("name", "group-own", n))),
                        n -> described("path", "/group-own", n),
                        own),
                change(
                        "change other group",
                        "groups",
                        "group-other",
                        (as, n) -> List.of(as.put(other, described("name", "group-other", n))),
                        n -> described("path", "/group-other", n),
                        other),
                change(
                                "map role to own group",
                                "groups",
                                "group-own",
                                (as, n) -> List.of(as.post(own + "/role-mappings/realm", List.of(plain()))),
                                n -> Map.of("path", "/group-own", "realmRoles", List.of("plain")),
                                own + "/role-mappings")
                        .after(() -> root.delete(own + "/role-mappings/realm", List.of(plain()))
                                .ok()),
                roleOutOf("own"),
                roleOutOf("other"));
    }

    private PermissionCase roleOutOf(String name) {
        String group = at("group-" + name);
        return removal(
                "remove role from " + name + " group",
                "groups",
                "group-" + name,
                () -> root.post(group + "/role-mappings/realm", List.of(plain()))
                        .ok(),
                (as, n) -> List.of(
                        as.put(group, described("name", "group-" + name, n)),
                        as.delete(group + "/role-mappings/realm", List.of(plain()))),
                n -> described("path", "/group-" + name, n),
                group,
                group + "/role-mappings");
    }

    private List<PermissionCase> roles() {
        String roles = base + "/roles";
        String composites = roles + "/composed-%s/composites";
        String defaults = roles + "/" + realm.defaultRole() + "/composites";
        return List.of(
                creation(
                        "create role",
                        "roles",
                        (as, n) -> List.of(as.post(roles, Map.of("name", n))),
                        n -> Map.of("name", n)),
                change(
                        "change role",
                        "roles",
                        "role",
                        (as, n) -> List.of(as.put(roles + "/plain", described("name", "plain", n))),
                        n -> described("name", "plain", n),
                        roles + "/plain"),
                creation(
                        "create role of own client",
                        "roles",
                        (as, n) -> List.of(as.post(at("client-own") + "/roles", Map.of("name", n))),
                        n -> Map.of("name", n, "clientId", "client-own")),
                creation(
                        "create role of other client",
                        "roles",
                        (as, n) -> List.of(as.post(at("client-other") + "/roles", Map.of("name", n))),
                        n -> Map.of("name", n, "clientId", "client-other")),
                creation(
                        "put client role into new role",
                        "roles",
                        (as, n) -> List.of(as.post(roles, composed(n))),
                        PermissionCases::composed),
                removal(
                        "take client role out of role",
                        "roles",
                        "composed-import",
                        () -> List.of("native", "import")
                                .forEach(name -> root.post(composites.formatted(name), List.of(clientRole()))
                                        .ok()),
                        (as, n) -> List.of(as.delete(composites.formatted("native"), List.of(clientRole()))),
                        n -> Map.of("name", "composed-import"),
                        composites.formatted("import")),
                removal(
                        "take roles out of the default role",
                        "roles",
                        "default",
                        () -> root.post(defaults, List.of(role("offline_access"), clientRole()))
                                .ok(),
                        (as, n) -> List.of(
                                as.delete(defaults, root.get(defaults).ok().json())),
                        n -> Map.of("name", realm.defaultRole()),
                        defaults));
    }

    private List<PermissionCase> clients() {
        String own = at("client-own");
        String other = at("client-other");
        return List.of(
                creation(
                        "create client",
                        "clients",
                        (as, n) -> List.of(as.post(base + "/clients", Map.of("clientId", n))),
                        n -> Map.of("clientId", n)),
                change(
                        "change own client",
                        "clients",
                        "client-own",
                        (as, n) -> List.of(as.put(own, named("client-own", n))),
                        n -> named("client-own", n),
                        own),
                change(
                        "change other client",
                        "clients",
                        "client-other",
                        (as, n) -> List.of(as.put(other, named("client-other", n))),
                        n -> named("client-other", n),
                        other),
                change(
                                "add scope to own client",
                                "clients",
                                "client-own",
                                (as, n) -> List.of(as.put(scope(own), Map.of())),
                                n -> Map.of("clientId", "client-own", SCOPES, List.of("extra")),
                                own)
                        .after(() -> root.delete(scope(own)).ok()),
                scopeOutOf("own"),
                scopeOutOf("other"));
    }

    private PermissionCase scopeOutOf(String name) {
        String client = at("client-" + name);
        return removal(
                "remove scope from " + name + " client",
                "clients",
                "client-" + name,
                () -> root.put(scope(client), Map.of()).ok(),
                (as, n) -> List.of(as.put(client, named("client-" + name, n)), as.delete(scope(client))),
                n -> {
                    Map<String, Object> record = new LinkedHashMap<>(named("client-" + name, n));
                    record.put(SCOPES, List.of());
                    return record;
                },
                client);
    }

    private String scope(String client) {
        return client + "/optional-client-scopes/" + sample.id("scope");
    }

    private List<PermissionCase> resources() {
        return Stream.of("own", "other")
                .flatMap(name -> {
                    String resources = at("client-" + name) + "/authz/resource-server/resource";
                    String clientId = "client-" + name;
                    String id = sample.id("resource-" + name);
                    Map<String, Object> owned = Map.of("name", "owned", "_id", id);
                    return Stream.of(
                            creation(
                                    "create resource of " + name + " client",
                                    "resources",
                                    (as, n) -> List.of(as.post(resources, Map.of("name", n))),
                                    n -> Map.of("name", n, "clientId", clientId)),
                            change(
                                    "change resource of " + name + " client",
                                    "resources",
                                    clientId,
                                    (as, n) -> List.of(as.put(
                                            resources + "/" + id,
                                            Map.of("name", "owned", "_id", id, "displayName", n))),
                                    n -> Map.of("name", "owned", "_id", id, "clientId", clientId, "displayName", n),
                                    resources + "/" + id),
                            removal(
                                    "remove scopes of resource of " + name + " client",
                                    "resources",
                                    clientId,
                                    () -> root.put(
                                                    resources + "/" + id,
                                                    with(owned, "scopes", List.of(Map.of("name", "read"))))
                                            .ok(),
                                    (as, n) -> List.of(as.put(resources + "/" + id, with(owned, "displayName", n))),
                                    n -> with(with(owned, "displayName", n), "clientId", clientId),
                                    resources + "/" + id));
                })
                .toList();
    }

    private List<PermissionCase> organizations() {
        return Stream.concat(
                        Stream.of(creation(
                                "create organization",
                                "organizations",
                                (as, n) -> List.of(as.post(base + "/organizations", PermissionSample.organization(n))),
                                PermissionSample::organization)),
                        Stream.of("own", "other").flatMap(name -> {
                            String alias = "organization-" + name;
                            String organization = at(alias);
                            String members = organization + "/members";
                            return Stream.of(
                                    change(
                                            "change " + name + " organization",
                                            "organizations",
                                            alias,
                                            (as, n) -> List.of(as.put(organization, organization(alias, n))),
                                            n -> organization(alias, n),
                                            organization),
                                    removal(
                                            "remove member from " + name + " organization",
                                            "organizations",
                                            alias,
                                            () -> root.post(members, sample.id("user-other")),
                                            (as, n) -> List.of(
                                                    as.put(organization, organization(alias, n)),
                                                    as.delete(members + "/" + sample.id("user-other"))),
                                            n -> with(organization(alias, n), "members", List.of()),
                                            organization,
                                            members));
                        }))
                .toList();
    }

    private List<PermissionCase> departments() {
        return Stream.of("own", "other")
                .flatMap(name -> {
                    String alias = "organization-" + name;
                    String groups = at(alias) + "/groups";
                    String group = groups + "/" + sample.id("department-" + name);
                    String member = group + "/members/" + sample.id("user-other");
                    Map<String, Object> record = Map.of("organization", alias, "path", "/it");
                    return Stream.of(
                            creation(
                                    "create department of " + name + " organization",
                                    "departments",
                                    (as, n) -> List.of(as.post(groups, Map.of("name", n))),
                                    n -> Map.of("organization", alias, "path", "/" + n)),
                            change(
                                    "change department of " + name + " organization",
                                    "departments",
                                    alias,
                                    (as, n) -> List.of(as.put(
                                            group, Map.of("name", "it", "attributes", Map.of("floor", List.of(n))))),
                                    n -> with(record, "attributes", Map.of("floor", List.of(n))),
                                    group),
                            removal(
                                    "remove member from department of " + name + " organization",
                                    "departments",
                                    alias,
                                    () -> {
                                        root.post(at(alias) + "/members", sample.id("user-other"));
                                        root.put(member, "");
                                    },
                                    (as, n) -> List.of(as.delete(member)),
                                    n -> with(record, "members", List.of()),
                                    group + "/members"));
                })
                .toList();
    }

    private static Map<String, Object> with(Map<String, ?> record, String field, Object value) {
        Map<String, Object> with = new LinkedHashMap<>(record);
        with.put(field, value);
        return with;
    }

    private static Map<String, Object> member(String username, String... groups) {
        return Map.of("username", username, "groups", List.of(groups));
    }

    private static Map<String, Object> described(String key, String value, String description) {
        return Map.of(key, value, "description", description);
    }

    private static Map<String, Object> named(String clientId, String name) {
        return with(PermissionSample.client(clientId), "name", name);
    }

    private static Map<String, Object> organization(String name, String description) {
        return with(PermissionSample.organization(name), "description", description);
    }

    private static Map<String, Object> composed(String name) {
        return Map.of(
                "name",
                name,
                "composite",
                true,
                "composites",
                Map.of("client", Map.of("client-other", List.of("role"))));
    }

    private JsonNode plain() {
        return plain;
    }

    private JsonNode role(String name) {
        return root.get(base + "/roles/" + name).ok().json();
    }

    private JsonNode clientRole() {
        return clientRole;
    }
}
