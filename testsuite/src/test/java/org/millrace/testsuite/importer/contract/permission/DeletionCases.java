package org.millrace.testsuite.importer.contract.permission;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.millrace.testsuite.client.AdminClient;
import org.millrace.testsuite.client.Answer;

/** Deletions of each entity, and of objects inside the own and the other object. Fine-grained permissions differ between the two. */
final class DeletionCases {
    private static final String GONE = "gone";

    private final AdminClient root;
    private final String base;
    private final PermissionSample sample;

    private DeletionCases(PermissionSample sample) {
        this.sample = sample;
        this.root = sample.realm().admin();
        this.base = sample.realm().base();
    }

    static List<PermissionCase> of(PermissionSample sample) {
        DeletionCases cases = new DeletionCases(sample);
        return Stream.concat(
                        Stream.of(
                                cases.deletion("user", "users", cases.base + "/users", Map.of("username", "gone-user")),
                                cases.deletion(
                                        "group",
                                        "groups",
                                        cases.base + "/groups",
                                        Map.of("name", GONE),
                                        Map.of("path", "/gone")),
                                cases.deletion("role", "roles", cases.base + "/roles", Map.of("name", GONE)),
                                cases.deletion("client", "clients", cases.base + "/clients", Map.of("clientId", GONE)),
                                cases.deletion(
                                        "organization",
                                        "organizations",
                                        cases.base + "/organizations",
                                        PermissionSample.organization(GONE),
                                        Map.of("name", GONE))),
                        Stream.of("own", "other").flatMap(cases::parts))
                .toList();
    }

    /** Deletions inside the own or the other object. */
    private Stream<PermissionCase> parts(String whose) {
        String client = base + "/clients/" + sample.id("client-" + whose);
        String member = "gone-" + whose;
        return Stream.of(
                deletion(
                        "member of " + whose + " group",
                        "users",
                        base + "/users",
                        Map.of("username", member, "groups", List.of("/group-" + whose)),
                        Map.of("username", member)),
                deletion(
                        "group in " + whose + " group",
                        "groups",
                        base + "/groups/" + sample.id("group-" + whose) + "/children",
                        Map.of("name", GONE),
                        Map.of("path", "/group-" + whose + "/gone")),
                deletion(
                        "role of " + whose + " client",
                        "roles",
                        client + "/roles",
                        Map.of("name", GONE),
                        Map.of("clientId", "client-" + whose, "name", GONE)),
                deletion(
                        "resource of " + whose + " client",
                        "resources",
                        client + "/authz/resource-server/resource",
                        Map.of("name", GONE),
                        Map.of("clientId", "client-" + whose, "name", GONE)),
                deletion(
                        "department of " + whose + " organization",
                        "departments",
                        base + "/organizations/" + sample.id("organization-" + whose) + "/groups",
                        Map.of("name", GONE),
                        Map.of("organization", "organization-" + whose, "path", "/gone")));
    }

    /** Deletes an object by the fields that create it. */
    private PermissionCase deletion(String target, String entity, String path, Map<String, ?> object) {
        return deletion(target, entity, path, object, object);
    }

    /**
     * Deletes an object, which is created before.
     *
     * @param path where Keycloak creates objects and lists them
     */
    private PermissionCase deletion(
            String target, String entity, String path, Map<String, ?> object, Map<String, ?> record) {
        Map<String, Object> deletion = new LinkedHashMap<>(record);
        deletion.put("$op", "delete");
        return new PermissionCase(
                "delete " + target,
                entity,
                target,
                Set.copyOf(PermissionCase.MODES),
                (as, unique) -> List.of(as.delete(at(path, object))),
                unique -> deletion,
                () -> create(path, object),
                List.of(path + "?max=1000"));
    }

    /** A denied deletion has left the object in place. */
    private void create(String path, Map<String, ?> object) {
        Answer created = root.post(path, object);
        assertThat(created.status() / 100 == 2 || created.status() == 409)
                .as("%s", created.body())
                .isTrue();
    }

    /** The path of the object in Keycloak's Admin API. */
    private String at(String path, Map<String, ?> object) {
        if (path.endsWith("/roles")) {
            return path + "/" + object.get("name");
        }
        for (JsonNode each : root.get(path + "?max=1000").ok().json()) {
            boolean isMeant = Stream.of("username", "clientId", "name")
                    .anyMatch(name ->
                            object.containsKey(name) && each.path(name).asText().equals(object.get(name)));
            if (isMeant) {
                String id = each.path(each.has("_id") ? "_id" : "id").asText();
                return (path.endsWith("/children") ? base + "/groups" : path) + "/" + id;
            }
        }
        throw new AssertionError("there is no " + object + " at " + path);
    }
}
