package org.millrace.testsuite.importer.contract.permission;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.millrace.testsuite.client.AdminClient;

/** Deletions of each entity; of what the own and the other objects contain, too, which fine-grained permissions tell apart. */
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
                                cases.deletion(
                                        "user",
                                        "users",
                                        cases.base + "/users",
                                        Map.of("username", "gone-user"),
                                        Map.of("username", "gone-user")),
                                cases.deletion(
                                        "group",
                                        "groups",
                                        cases.base + "/groups",
                                        Map.of("name", GONE),
                                        Map.of("path", "/gone")),
                                cases.deletion(
                                        "role",
                                        "roles",
                                        cases.base + "/roles",
                                        Map.of("name", GONE),
                                        Map.of("name", GONE)),
                                cases.deletion(
                                        "client",
                                        "clients",
                                        cases.base + "/clients",
                                        Map.of("clientId", GONE),
                                        Map.of("clientId", GONE)),
                                cases.deletion(
                                        "organization",
                                        "organizations",
                                        cases.base + "/organizations",
                                        PermissionSample.organization(GONE),
                                        Map.of("name", GONE))),
                        Stream.of("own", "other").flatMap(cases::parts))
                .toList();
    }

    /** What belongs to the own or to the other object. */
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
                // It may still be there.
                () -> root.post(path, object),
                List.of(path + "?max=1000"));
    }

    /** Where Keycloak has the object. */
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
